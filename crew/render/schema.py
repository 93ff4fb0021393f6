"""A database's schema as text or Markdown."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from crew.render.markdown import escaped
from crew.render.paper import heading, laid_out
from crew.render.plain import counted, plain, shortened
from tools.sql.schema import Column, Join, Schema, Table

_MAX_VALUES = 60
"""Characters of a column's values."""


def schema_as_text(schema: Schema, *, width: int = 80, is_coloured: bool = False) -> str:
    """Tables with their columns, then joins with their confidence."""
    return laid_out(_blocks(schema), width=width, is_coloured=is_coloured)


def schema_as_markdown(schema: Schema) -> str:
    """As `schema_as_text`."""
    lines = [f"## {escaped(schema.source)} ({schema.dialect})"]
    for table in schema.tables:
        lines += ["", f"### {escaped(table.name)}", "", "| column | type | key | values |", "| --- | --- | --- | --- |"]
        for column in table.columns:
            cells = (column.name, column.type, _key(column), _values(column))
            lines.append(f"| {' | '.join(escaped(cell) for cell in cells)} |")
    joins = [f"- {escaped(_join(join))}" for join in (*schema.joins, *schema.suggestions)]
    return "\n".join([*lines, *(["", "### Joins", "", *joins] if joins else [])])


def _blocks(schema: Schema) -> Iterator[RenderableType]:
    yield heading(f"{plain(schema.source)} · {schema.dialect} · {counted(len(schema.tables), 'table')}")
    for table in schema.tables:
        yield Text.assemble("\n", (plain(table.name), "bold"), (_about(table), "dim"))
        yield Padding(_columns(table), (0, 2))
    if schema.joins:
        yield Text("\nJoins", "bold")
        yield from (Padding(Text(plain(_join(join))), (0, 2)) for join in schema.joins)
    if schema.suggestions:
        yield Text.assemble("\n", ("Suggested joins", "bold"), ("  used only once someone approves them", "dim"))
        yield from (Padding(Text(plain(_join(join)), "yellow"), (0, 2)) for join in schema.suggestions)


def _columns(table: Table) -> Grid:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(overflow="fold")
    grid.add_column(overflow="fold")
    grid.add_column(ratio=1, overflow="fold")
    for column in table.columns:
        name = Text.assemble(plain(column.name), (" ◆" if column.is_key else "", "cyan"))
        grid.add_row(name, Text(plain(column.type).lower(), "dim"), Text(plain(_values(column)), "dim"))
    return grid


def _about(table: Table) -> str:
    kind = " view" if table.is_view else ""
    rows = f" {counted(table.row_count, 'row')}" if table.row_count is not None else ""
    return f" {kind}{rows}".rstrip()


def _key(column: Column) -> str:
    return "yes" if column.is_key else ""


def _values(column: Column) -> str:
    if column.values:
        return shortened(", ".join(column.values), _MAX_VALUES)
    return f"{column.low} … {column.high}" if column.low and column.high else ""


def _join(join: Join) -> str:
    pairs = " and ".join(f"{left} = {right}" for left, right in zip(join.left, join.right, strict=True))
    reason = f": {join.reason}" if join.reason and join.origin == "inferred" else ""
    return f"{pairs}  ({join.origin}, {join.confidence:.0%}{reason})"
