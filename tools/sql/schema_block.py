"""A schema as prompts carry it: nothing that repeats, and a budget of tokens that can be kept."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tools.sql.schema import Column, Join, Schema, Table

_PIECE = re.compile(r"[A-Za-z]{1,5}|\d{1,3}|[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]{1,2}|[^\x00-\x7f]")
_MARGIN = 1.06
_KINDS = frozenset({"text", "integer", "decimal", "float", "date", "datetime", "boolean"})


def tokens_of(content: Any) -> int:
    """About how many tokens JSON takes in a prompt: rather more than tokenizers of today count."""
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return round(_MARGIN * len(_PIECE.findall(text)))


def schema_block(schema: Schema, left_out: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The block of a schema; `left_out` says of which tables how many columns are not in it."""
    block: dict[str, Any] = {"dialect": schema.dialect, "tables": {}}
    for table in schema.tables:
        block["tables"][table.name] = table_block(table, (left_out or {}).get(table.name, 0))
    if schema.joins:
        block["joins"] = [join_block(join) for join in schema.joins]
    if schema.suggestions:
        block["suggestions"] = [join_block(join) for join in schema.suggestions]
    return block


def table_block(table: Table, left_out: int = 0) -> dict[str, Any]:
    """The block of one table."""
    block: dict[str, Any] = {"columns": {column.name: _column_block(column) for column in table.columns}}
    if table.primary_key and tuple(c.name for c in table.columns if c.is_key) != table.primary_key:
        block["key"] = list(table.primary_key)
    if table.is_view:
        block["view"] = True
    if table.row_count is not None:
        block["rows"] = table.row_count
    if table.comment:
        block["comment"] = table.comment
    if left_out:
        block["columns_left_out"] = left_out
    return block


def join_block(join: Join) -> Any:
    """The block of one join: for a usual one its two columns, the many side first."""
    said = join.model_dump(mode="json", exclude_defaults=True, exclude={"reason"})
    if set(said) == {"left", "right"} and len(join.left) == 1:
        return [join.left[0], join.right[0]]
    return said


def read_schema_block(source: str, block: Mapping[str, Any]) -> Schema:
    """The schema that a block says; when it was taken is not in it."""
    return Schema(
        source=source,
        dialect=block["dialect"],
        tables=tuple(_read_table(name, table) for name, table in block["tables"].items()),
        joins=tuple(_read_join(join) for join in block.get("joins", ())),
        suggestions=tuple(_read_join(join) for join in block.get("suggestions", ())),
        taken_at=datetime.min.replace(tzinfo=UTC),
    )


def _column_block(column: Column) -> Any:
    kind = column.kind if column.kind in _KINDS else column.type
    words = [kind, *(["key"] if column.is_key else []), *([] if column.is_nullable or column.is_key else ["required"])]
    more: dict[str, Any] = {}
    if column.values:
        more["values"] = list(column.values)
    if column.named:
        more["named"] = list(column.named)
    if column.low is not None or column.high is not None:
        more["range"] = [column.low, column.high]
    if column.has_gaps:
        more["gaps"] = True
    if column.comment:
        more["comment"] = column.comment
    if column.is_key and column.is_nullable:
        more["nullable"] = True
    said = ", ".join(words)
    return {"is": said, **more} if more else said


def _read_table(name: str, block: Mapping[str, Any]) -> Table:
    columns = tuple(_read_column(column, said) for column, said in block["columns"].items())
    return Table(
        name=name,
        columns=columns,
        primary_key=tuple(block.get("key") or (c.name for c in columns if c.is_key)),
        is_view=block.get("view", False),
        row_count=block.get("rows"),
        comment=block.get("comment", ""),
        qualifier=name.rpartition(".")[0],
    )


def _read_column(name: str, block: Any) -> Column:
    more = block if isinstance(block, dict) else {"is": block}
    words = more["is"].split(", ")
    flags = {"key", "required"} & set(words[1:])
    kind = ", ".join(word for place, word in enumerate(words) if place == 0 or word not in flags)
    low, high = more.get("range", (None, None))
    return Column(
        name=name,
        type=kind,
        kind=kind if kind in _KINDS else "other",
        is_nullable=more.get("nullable", not flags),
        is_key="key" in flags,
        values=tuple(more.get("values", ())),
        named=tuple(more.get("named", ())),
        low=low,
        high=high,
        has_gaps=more.get("gaps", False),
        comment=more.get("comment", ""),
    )


def _read_join(block: Any) -> Join:
    if isinstance(block, list):
        return Join(left=(block[0],), right=(block[1],))
    return Join.model_validate(block)
