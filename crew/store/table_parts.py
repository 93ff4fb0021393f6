"""What the tables of the store have in common."""

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Integer, MetaData, Table, UniqueConstraint

from crew.store.columns import ShortText

metadata = MetaData()


def run_key(*, is_primary: bool = True) -> Column[str]:
    """The run a row belongs to."""
    return Column("run", ShortText(40), ForeignKey("runs.id"), primary_key=is_primary, nullable=False)


def sequence() -> Column[int]:
    """The row's number within its run, from 1."""
    return Column("sequence", Integer, primary_key=True, autoincrement=False)


def table(name: str, *columns: Column | ForeignKeyConstraint | UniqueConstraint) -> Table:
    """A table of the store, the same on every database."""
    return Table(name, metadata, *columns, mysql_engine="InnoDB", mysql_charset="utf8mb4", mysql_collate="utf8mb4_bin")
