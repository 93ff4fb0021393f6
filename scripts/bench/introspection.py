"""How long reading a schema of 100, 1,000 and 10,000 tables takes, beside one bare read of the catalogue.

Of up to 100 tables the rows are looked at too; of more, only those a question needs. Give the address of an empty
database to measure a server; its tables are made and dropped.

Usage: scripts/bench/introspection.py [URL]
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.catalog import catalog_of
from tools.sql.database import Database
from tools.sql.introspect import introspect
from tools.sql.linking import Linker
from tools.sql.semantics import Semantics
from tools.sql.slicing import slice_of
from tools.sql.specs import DatabaseSpec, PolicySpec, SemanticSpec

Result = TypeVar("Result")
SIZES = (100, 1_000, 10_000)
COLUMNS = 8
QUESTION = "How many consignments of kind 7 were late in the region of table_42?"


def main() -> None:
    """Print one line for each size."""
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            url = sys.argv[1] if len(sys.argv) > 1 else f"sqlite:///{folder}/bench.db"
            _fill(url, size)
            database = Database("bench", DatabaseSpec(), url, Asker(id="bench"))
            try:
                _measure(database, size)
            finally:
                database.close()
                _drop(url)


def _measure(database: Database, size: int) -> None:
    bare, _ = _timed(lambda: _bare(database))
    seconds, schema = _timed(lambda: introspect(database, PolicySpec(), deadline=Deadline(600)))
    indexing, linker = _timed(lambda: Linker(Semantics.of(SemanticSpec(), schema)))
    linking, part = _timed(lambda: slice_of(linker, linker.links(QUESTION), lambda names: {}))
    print(
        f"{size} tables: read in {seconds:.2f} s, {seconds / bare:.1f} times a bare read of the columns; index "
        f"{indexing:.2f} s, {indexing / bare:.1f} times; slice {linking * 1000:.0f} ms, {linking / bare:.3f} times, "
        f"{part.tokens} tokens"
    )


def _bare(database: Database) -> None:
    with database.connection(Deadline(600), 600) as connection:
        catalog_of(connection, database.home_schema).columns()


def _timed(work: Callable[[], Result]) -> tuple[float, Result]:
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def _fill(url: str, size: int) -> None:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for number in range(size):
            columns = ", ".join(f"kind_{place} VARCHAR(20)" for place in range(COLUMNS))
            parent = f", parent_id INTEGER REFERENCES table_{number - 1} (id)" if number else ""
            connection.exec_driver_sql(f"CREATE TABLE table_{number} (id INTEGER PRIMARY KEY, {columns}{parent})")
    engine.dispose()


def _drop(url: str) -> None:
    engine = sa.create_engine(url)
    if engine.dialect.name != "sqlite":
        names = [name for name in sa.inspect(engine).get_table_names() if name.startswith("table_")]
        for name in sorted(names, key=lambda name: -int(name.removeprefix("table_"))):
            with engine.begin() as connection:
                connection.exec_driver_sql(f"DROP TABLE {name}")
    engine.dispose()


if __name__ == "__main__":
    main()
