"""SQLite's catalogue through its table-valued pragmas: one statement for all tables, where the inspector needs several
for each."""

from typing import Any

from sqlalchemy import Connection

from tools.sql.catalog_kinds import kind_of
from tools.sql.schema import Column

_LISTED = "(SELECT name, type, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~')"
_HIDDEN = 1
"""How `table_xinfo` marks a column of a virtual table that `*` leaves out; generated columns have other marks."""


class SqliteCatalog:
    """As `tools.sql.catalog.Catalog`."""

    def __init__(self, connection: Connection, schema: str | None = None) -> None:
        self._connection = connection
        self._all: list[Any] | None = None

    def schemas(self) -> list[str]:
        return []

    def tables(self) -> list[str]:
        rows = self._rows("SELECT name FROM {listed} m WHERE type = 'table'")
        return [row["name"] for row in rows]

    def views(self) -> dict[str, str | None]:
        rows = self._rows("SELECT name, sql FROM {listed} m WHERE type = 'view'")
        return {row["name"]: row["sql"] for row in rows}

    def columns(self, only: str | None = None) -> dict[str, list[Column]]:
        found: dict[str, list[Column]] = {}
        for row in self._table_info(only):
            if row["hidden"] != _HIDDEN:
                found.setdefault(row["tab"], []).append(_column(row))
        return found

    def primary_keys(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[tuple[int, str]]] = {}
        for row in self._table_info():
            if row["pk"]:
                found.setdefault(row["tab"], []).append((row["pk"], row["name"]))
        return {table: tuple(name for _place, name in sorted(key)) for table, key in found.items()}

    def foreign_keys(self) -> dict[str, list[Any]]:
        rows = self._rows(
            'SELECT m.name AS tab, k.id, k."table" AS target, k."from" AS source, k."to" AS referred '
            "FROM {listed} m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table' "
            "ORDER BY m.name, k.id, k.seq"
        )
        found: dict[str, dict[int, Any]] = {}
        for row in rows:
            empty = {"constrained_columns": [], "referred_table": row["target"], "referred_columns": []}
            key = found.setdefault(row["tab"], {}).setdefault(row["id"], empty)
            key["constrained_columns"].append(row["source"])
            key["referred_columns"] += [row["referred"]] if row["referred"] else []
        return {table: list(keys.values()) for table, keys in found.items()}

    def comments(self) -> dict[str, str]:
        return {}

    def _table_info(self, only: str | None = None) -> list[Any]:
        if only is None and self._all is not None:
            return self._all
        rows = self._rows(
            'SELECT m.name AS tab, c.name, c.type, c."notnull" AS required, c.pk, c.hidden '
            "FROM {listed} m JOIN pragma_table_xinfo(m.name) c WHERE m.type IN ('table', 'view') "
            "AND (:only IS NULL OR m.name = :only) ORDER BY m.name, c.cid",
            only=only,
        )
        self._all = self._all if only else rows
        return rows

    def _rows(self, query: str, **parameters: str | None) -> list[Any]:
        written = query.replace("{listed}", _LISTED)
        return [dict(row) for row in self._connection.exec_driver_sql(written, parameters or None).mappings()]


def _column(row: Any) -> Column:
    declared = str(row["type"] or "").upper()
    return Column(name=row["name"], type=declared or "NULL", kind=_kind(declared), is_nullable=not row["required"])


def _kind(declared: str) -> str:
    """By the declared type, and where that is no type we know, by the affinity SQLite gives it."""
    kind = kind_of(declared, "sqlite") if declared else "other"
    if kind != "other":
        return kind
    return next((kind for words, kind in _AFFINITIES if any(word in declared for word in words)), "other")


_AFFINITIES = (
    (("INT",), "integer"),
    (("CHAR", "CLOB", "TEXT"), "text"),
    (("REAL", "FLOA", "DOUB"), "float"),
    (("DEC", "NUM"), "decimal"),
    (("BOOL",), "boolean"),
)
