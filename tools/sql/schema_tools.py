"""The tools with which an agent looks at a database's schema."""

import json

from crewai.tools import BaseTool
from pydantic import BaseModel, Field, PrivateAttr

from tools.sql.errors import UnknownTable
from tools.sql.nearest import nearest_tables
from tools.sql.schema import Schema


class NoArgs(BaseModel):
    """`list_tables` is called with nothing."""


class DescribeTableArgs(BaseModel):
    """What `describe_table` is called with."""

    table: str = Field(description="The name of one listed table.")


class ListTablesTool(BaseTool):
    """Tells an agent which tables it may ask."""

    args_schema: type[BaseModel] = NoArgs
    _schema: Schema = PrivateAttr()

    def __init__(self, schema: Schema) -> None:
        super().__init__(name="list_tables", description="List the tables and views with their number of rows.")
        self._schema = schema

    def _run(self) -> str:
        return "\n".join(
            f"{table.name}: {'a view' if table.is_view else 'a table'}, {_rows(table.row_count)}, "
            f"columns {', '.join(column.name for column in table.columns)}"
            for table in self._schema.tables
        )


class DescribeTableTool(BaseTool):
    """Tells an agent what one table holds and how it joins to others."""

    args_schema: type[BaseModel] = DescribeTableArgs
    _schema: Schema = PrivateAttr()

    def __init__(self, schema: Schema) -> None:
        super().__init__(
            name="describe_table",
            description="Describe one table: columns with types, values or ranges, the key, and its joins.",
        )
        self._schema = schema

    def _run(self, table: str) -> str:
        return describe_table(self._schema, table)


def describe_table(schema: Schema, name: str) -> str:
    """One table as JSON, with its joins; for an unknown name, what to ask instead."""
    table = schema.table(name)
    if table is None:
        return str(UnknownTable(name, nearest_tables(schema, name)))
    prefix = f"{table.name}."
    joins = [
        f"{', '.join(join.left)} = {', '.join(join.right)}"
        for join in schema.joins
        if any(column.startswith(prefix) for column in (*join.left, *join.right))
    ]
    described = {**table.model_dump(mode="json", exclude_defaults=True), "joins": joins}
    return json.dumps(described, ensure_ascii=False)


def _rows(count: int | None) -> str:
    return "number of rows unknown" if count is None else f"{count:,} rows"
