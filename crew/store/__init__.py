"""What Crosscheck remembers: runs, their steps, model calls and evidence, and the audit log that proves them.

`Store.open(url)` in `store.py` is the door; may import `tools` and `crew.errors`. The only place that speaks SQLAlchemy
about our own state.
"""
