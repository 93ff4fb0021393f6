"""What SQLite lets a connection do: an authorizer that allows reading, and bounds on values."""

import sqlite3

_CELL_LIMIT = 50_000_000
"""Bytes that one value inside SQLite may take, so that no expression fills the memory."""


def restrict(connection: sqlite3.Connection, _record: object = None) -> None:
    """Keep a new connection from everything but reading the database and its catalogue."""
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _CELL_LIMIT)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.set_authorizer(_authorize_introspection)


def _authorize_introspection(action: int, first: str | None, second: str | None, *_where: str | None) -> int:
    if action == sqlite3.SQLITE_PRAGMA and (first or "").lower() in _SQLITE_PRAGMAS:
        return sqlite3.SQLITE_OK
    return _authorize_reading(action, first, second)


def authorize_statement(action: int, first: str | None, second: str | None, *_where: str | None) -> int:
    """The authorizer for a statement of an agent: no pragmas, and nothing of the catalogue."""
    is_catalogue = (first or "").lower().startswith("sqlite_")
    if action == sqlite3.SQLITE_READ and is_catalogue and second != "ROWID":
        return sqlite3.SQLITE_DENY
    return _authorize_reading(action, first, second)


def _authorize_reading(action: int, first: str | None, second: str | None, *_where: str | None) -> int:
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in ("load_extension", "fts3_tokenizer"):
        return sqlite3.SQLITE_DENY
    is_read = action in _SQLITE_READS or _opens_virtual_table(action, first or "")
    return sqlite3.SQLITE_OK if is_read else sqlite3.SQLITE_DENY


def _opens_virtual_table(action: int, first: str) -> bool:
    """What SQLite asks leave for when it opens a text or spatial index; the file is read-only all the same."""
    if action == sqlite3.SQLITE_UPDATE:
        return first == "sqlite_master"
    if action in (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_DELETE):
        return first.endswith(("_node", "_parent", "_rowid"))
    return action == sqlite3.SQLITE_PRAGMA and first in ("data_version", "page_size")


_SQLITE_READS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
_SQLITE_PRAGMAS = {
    "table_info", "table_xinfo", "table_list", "foreign_key_list", "index_list", "index_info", "index_xinfo",
    "database_list",
}  # fmt: skip
