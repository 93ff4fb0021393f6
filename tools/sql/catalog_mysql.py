"""MySQL's and MariaDB's information schema: the inspector's SHOW CREATE TABLE needs more rights than SELECT."""

from typing import Any

from sqlalchemy import Connection

from tools.sql.catalog_kinds import kind_of
from tools.sql.schema import Column


class MysqlCatalog:
    """As `tools.sql.catalog.Catalog`."""

    def __init__(self, connection: Connection, schema: str | None = None) -> None:
        self._connection = connection
        self._schema = schema

    def schemas(self) -> list[str]:
        rows = self._connection.exec_driver_sql("SELECT schema_name FROM information_schema.schemata")
        return [str(name) for (name,) in rows]

    def tables(self) -> list[str]:
        rows = self._rows(
            "SELECT table_name AS name FROM information_schema.tables WHERE {here} AND table_type = 'BASE TABLE'"
        )
        return [row["name"] for row in rows]

    def views(self) -> dict[str, str | None]:
        rows = self._rows(
            "SELECT table_name AS name, view_definition AS text FROM information_schema.views WHERE {here}"
        )
        return {row["name"]: row["text"] or None for row in rows}

    def columns(self, only: str | None = None) -> dict[str, list[Column]]:
        rows = self._rows(
            "SELECT table_name AS tab, column_name AS name, column_type AS type, data_type AS kind, "
            "is_nullable AS nullable, column_comment AS said FROM information_schema.columns "
            "WHERE {here} AND (%(only)s IS NULL OR table_name = %(only)s) ORDER BY table_name, ordinal_position",
            only=only,
        )
        found: dict[str, list[Column]] = {}
        for row in rows:
            column = Column(
                name=row["name"],
                type=row["type"].upper(),
                kind=kind_of(row["kind"], "mysql"),
                is_nullable=row["nullable"] == "YES",
                comment=row["said"] or "",
            )
            found.setdefault(row["tab"], []).append(column)
        return found

    def primary_keys(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for row in self._key_columns("constraint_name = 'PRIMARY'"):
            found.setdefault(row["tab"], []).append(row["name"])
        return {name: tuple(columns) for name, columns in found.items()}

    def foreign_keys(self) -> dict[str, list[Any]]:
        found: dict[str, dict[str, Any]] = {}
        for row in self._key_columns("referenced_table_name IS NOT NULL"):
            empty = {
                "constrained_columns": [],
                "referred_schema": row["other_schema"],
                "referred_table": row["other_table"],
                "referred_columns": [],
            }
            key = found.setdefault(row["tab"], {}).setdefault(row["key"], empty)
            key["constrained_columns"].append(row["name"])
            key["referred_columns"].append(row["other_column"])
        return {name: list(keys.values()) for name, keys in found.items()}

    def comments(self) -> dict[str, str]:
        rows = self._rows(
            "SELECT table_name AS name, table_comment AS said FROM information_schema.tables "
            "WHERE {here} AND table_comment <> '' AND table_type = 'BASE TABLE'"
        )
        return {row["name"]: row["said"] for row in rows}

    def _key_columns(self, condition: str) -> list[Any]:
        query = (
            "SELECT table_name AS tab, constraint_name AS `key`, column_name AS name, "
            "referenced_table_schema AS other_schema, referenced_table_name AS other_table, "
            "referenced_column_name AS other_column "
            "FROM information_schema.key_column_usage WHERE {here} AND {which} "
            "ORDER BY table_name, constraint_name, ordinal_position"
        )
        return self._rows(query.replace("{which}", condition))

    def _rows(self, query: str, **parameters: str | None) -> list[Any]:
        place = "DATABASE()" if self._schema is None else "%(schema)s"
        written = query.replace("{here}", f"table_schema = {place}")
        bound = parameters if self._schema is None else {**parameters, "schema": self._schema}
        return [dict(row) for row in self._connection.exec_driver_sql(written, bound or None).mappings()]
