"""Writes the retailer's rows to any database SQLAlchemy reaches."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from crew.demo.masters import Row
from crew.demo.tables import METADATA
from crew.errors import SourceUnavailable, WrongInput

_BATCH = 2000


def write_tables(
    url: str, rows: Mapping[str, Sequence[Row]], on_table: Callable[[str], None] = lambda name: None
) -> None:
    """Create every table anew and insert its rows, in one transaction where the database allows it.

    `rows` is by table name. Tables of the same names are dropped: call `refuse_foreign_tables` first. Raises
    SourceUnavailable when the database cannot be written.
    """
    with _connection(url) as connection:
        METADATA.drop_all(connection)
        METADATA.create_all(connection)
        for table in METADATA.sorted_tables:
            on_table(table.name)
            _insert(connection, table, rows[table.name])


def refuse_foreign_tables(url: str) -> None:
    """Raise WrongInput when a table of the retailer's names is there: it may be somebody's own."""
    with _connection(url) as connection:
        present = _present(connection)
    if present:
        raise WrongInput(
            f"{without_password(url)} already has tables named {', '.join(sorted(present))}, and they were not made "
            "from this folder. Name an empty database with `--url`, or another folder with `--out`."
        )


def counts(url: str) -> dict[str, int]:
    """How many rows each of the retailer's tables has; tables that are not there are left out."""
    with _connection(url) as connection:
        present = _present(connection)
        statements = {t.name: sa.select(sa.func.count()).select_from(t) for t in METADATA.sorted_tables}
        return {name: connection.scalar(s) or 0 for name, s in statements.items() if name in present}


def without_password(url: str) -> str:
    """The address as it may be printed and kept."""
    return _parse(url).render_as_string()


@contextmanager
def _connection(url: str) -> Iterator[sa.Connection]:
    engine = _open(url)
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise SourceUnavailable(f"{without_password(url)}: {_first_line(error)}. Check `--url`.") from error
    finally:
        engine.dispose()


def _open(url: str) -> sa.Engine:
    try:
        return sa.create_engine(_parse(url))
    except (SQLAlchemyError, ImportError) as error:
        raise WrongInput(f"The database of `--url` cannot be opened: {_first_line(error)}") from error


def _parse(url: str) -> sa.URL:
    try:
        return sa.make_url(url)
    except SQLAlchemyError as error:
        raise WrongInput("`--url` is no SQLAlchemy URL, such as sqlite:///shop.sqlite.") from error


def _present(connection: sa.Connection) -> set[str]:
    return {t.name for t in METADATA.sorted_tables} & set(sa.inspect(connection).get_table_names())


def _insert(connection: sa.Connection, table: sa.Table, rows: Sequence[Row]) -> None:
    for start in range(0, len(rows), _BATCH):
        connection.execute(sa.insert(table), rows[start : start + _BATCH])


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
