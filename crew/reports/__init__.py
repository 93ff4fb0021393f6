"""Reports: questions, metrics and text put together, shown with their receipts, and compared with the last run.

May import what `crew` may; `crew.cli` is the only one that imports it.
"""
