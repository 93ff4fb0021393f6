"""A small invented retailer, with tables and documents written from the same facts.

May import `crew.errors`, `tools` and outside libraries.
"""
