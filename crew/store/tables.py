"""Every table of the store. A change in one needs a file in `migrations/versions` too; a test compares both."""

from crew.store import delivery_tables, run_tables, schedule_tables
from crew.store.table_parts import metadata

TABLES = (run_tables, delivery_tables, schedule_tables)
"""Imported so that `metadata` knows them all."""

__all__ = ["metadata"]
