"""The tools with which an agent looks at a database's schema."""

import json
from collections.abc import Callable, Mapping, Sequence

from crewai.tools import BaseTool
from pydantic import BaseModel, Field, PrivateAttr

from tools.sql.errors import UnknownTable
from tools.sql.nearest import nearest_tables
from tools.sql.schema import Schema, Table

MOST_LISTED = 40
"""Tables named in one answer; of more, those that words lead to."""


class ListTablesArgs(BaseModel):
    """What `list_tables` is called with."""

    words: str = Field(default="", description="What you look for, in any words; empty lists the main tables.")


class DescribeTableArgs(BaseModel):
    """What `describe_table` is called with."""

    table: str = Field(description="The name of one listed table.")


FindTables = Callable[[str], Sequence[Table]]
"""The tables that words lead to, the likeliest first."""

LookAt = Callable[[Sequence[str]], Mapping[str, Table]]
"""Tables with the values that their rows show."""


class ListTablesTool(BaseTool):
    """Tells an agent which tables it may ask."""

    args_schema: type[BaseModel] = ListTablesArgs
    _schema: Schema = PrivateAttr()
    _find: FindTables = PrivateAttr()

    def __init__(self, schema: Schema, find: FindTables) -> None:
        super().__init__(
            name="list_tables",
            description="List tables and views with their columns and rows; of many, those that words lead to.",
        )
        self._schema = schema
        self._find = find

    def _run(self, words: str = "") -> str:
        tables: Sequence[Table] = self._schema.tables
        if words or len(tables) > MOST_LISTED:
            tables = self._find(words)[:MOST_LISTED]
        lines = [
            f"{table.name}: {'a view' if table.is_view else 'a table'}, {_rows(table.row_count)}, "
            f"columns {', '.join(column.name for column in table.columns)}"
            for table in tables
        ]
        if others := len(self._schema.tables) - len(tables):
            lines.append(f"There are {others:,} other tables; give other `words` to find them.")
        return "\n".join(lines)


class DescribeTableTool(BaseTool):
    """Tells an agent what one table holds and how it joins to others."""

    args_schema: type[BaseModel] = DescribeTableArgs
    _schema: Schema = PrivateAttr()
    _look: LookAt = PrivateAttr()

    def __init__(self, schema: Schema, look: LookAt) -> None:
        super().__init__(
            name="describe_table",
            description="Describe one table: columns with types, values or ranges, the key, and its joins.",
        )
        self._schema = schema
        self._look = look

    def _run(self, table: str) -> str:
        return describe_table(self._schema, table, self._look)


def describe_table(schema: Schema, name: str, look: LookAt) -> str:
    """One table as JSON, with its joins; for an unknown name, what to ask instead."""
    known = schema.table(name)
    if known is None:
        return str(UnknownTable(name, nearest_tables(schema, name)))
    table = look([known.name]).get(known.name, known)
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
