"""DuckDB's own catalogue: its SQLAlchemy dialect borrows PostgreSQL's queries, which DuckDB does not understand."""

from typing import Any

from sqlalchemy import Connection

from tools.sql.catalog_kinds import kind_of
from tools.sql.schema import Column

_OWN = "database_name = current_database() AND schema_name = coalesce($schema, current_schema())"


class DuckdbCatalog:
    """As `tools.sql.catalog.Catalog`."""

    def __init__(self, connection: Connection, schema: str | None = None) -> None:
        self._connection = connection
        self._schema = schema

    def schemas(self) -> list[str]:
        rows = self._connection.exec_driver_sql(
            "SELECT schema_name FROM duckdb_schemas() WHERE database_name = current_database()"
        )
        return [str(name) for (name,) in rows]

    def tables(self) -> list[str]:
        return [row["name"] for row in self._rows("SELECT table_name AS name FROM duckdb_tables() WHERE {here}")]

    def views(self) -> dict[str, str | None]:
        rows = self._rows("SELECT view_name AS name, sql FROM duckdb_views() WHERE {here}")
        return {row["name"]: row["sql"] for row in rows}

    def columns(self, only: str | None = None) -> dict[str, list[Column]]:
        rows = self._rows(
            "SELECT table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns() "
            "WHERE {here} AND ($only IS NULL OR table_name = $only) ORDER BY table_name, column_index",
            only=only,
        )
        found: dict[str, list[Column]] = {}
        for row in rows:
            column = Column(
                name=row["column_name"],
                type=row["data_type"],
                kind=kind_of(row["data_type"], "duckdb"),
                is_nullable=row["is_nullable"],
                comment=row["comment"] or "",
            )
            found.setdefault(row["table_name"], []).append(column)
        return found

    def primary_keys(self) -> dict[str, tuple[str, ...]]:
        return {key["name"]: tuple(key["constrained_columns"]) for key in self._keys("PRIMARY KEY")}

    def foreign_keys(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for key in self._keys("FOREIGN KEY"):
            found.setdefault(key["name"], []).append(key)
        return found

    def comments(self) -> dict[str, str]:
        rows = self._rows(
            "SELECT table_name AS name, comment FROM duckdb_tables() WHERE {here} AND comment IS NOT NULL "
            "UNION ALL SELECT view_name, comment FROM duckdb_views() WHERE {here} AND comment IS NOT NULL"
        )
        return {row["name"]: row["comment"] for row in rows}

    def _keys(self, kind: str) -> list[Any]:
        return self._rows(
            "SELECT table_name AS name, constraint_column_names AS constrained_columns, "
            "referenced_table AS referred_table, referenced_column_names AS referred_columns FROM duckdb_constraints() "
            "WHERE {own} AND constraint_type = $kind",
            kind=kind,
        )

    def _rows(self, query: str, **parameters: str | None) -> list[Any]:
        written = query.replace("{here}", "NOT internal AND {own}").replace("{own}", _OWN)
        return [
            dict(row)
            for row in self._connection.exec_driver_sql(written, {**parameters, "schema": self._schema}).mappings()
        ]
