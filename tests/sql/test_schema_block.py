"""A schema says the same after it went through a prompt, in far fewer words."""

from datetime import UTC, datetime

from tests.sql.schemas import shop_schema
from tools.sql.introspect import introspect
from tools.sql.schema import Column, Join, Schema, Table
from tools.sql.schema_block import read_schema_block, schema_block, tokens_of
from tools.sql.specs import PolicySpec


def test_tables_columns_keys_and_joins_come_through(sqlite_shop):
    schema = introspect(sqlite_shop, PolicySpec())
    read = read_schema_block("shop", schema_block(schema))

    assert [t.name for t in read.tables] == [t.name for t in schema.tables]
    for before, after in zip(schema.tables, read.tables, strict=True):
        assert (after.primary_key, after.is_view, after.row_count) == (
            before.primary_key,
            before.is_view,
            before.row_count,
        )
        assert [_facts(c) for c in after.columns] == [_facts(c) for c in before.columns]
    assert [(j.left, j.right, j.is_unique) for j in read.joins] == [
        (j.left, j.right, j.is_unique) for j in schema.joins
    ]


def test_odd_types_keys_and_joins_come_through():
    columns = (
        Column(name="a, key", type="ENUM('x, key', 'y')", kind="other", comment="odd"),
        Column(name="b", type="INTEGER", kind="integer", is_key=True),
        Column(name="c", type="INTEGER", kind="integer", is_key=True, is_nullable=False),
    )
    join = Join(left=("t.b", "t.c"), right=("t.c", "t.b"), origin="confirmed", is_unique=False)
    table = Table(name="t", columns=columns, primary_key=("c", "b"))
    schema = Schema(source="s", dialect="mysql", tables=(table,), joins=(join,), taken_at=datetime.now(UTC))
    read = read_schema_block("s", schema_block(schema))

    assert read.tables[0].primary_key == ("c", "b")
    assert read.joins == (join,)
    assert [(c.name, c.type, c.is_key, c.is_nullable, c.comment) for c in read.tables[0].columns] == [
        (c.name, c.type if c.kind == "other" else c.kind, c.is_key, c.is_nullable, c.comment) for c in columns
    ]


def test_the_block_is_less_than_half_of_the_schema_written_out():
    schema = shop_schema()

    assert tokens_of(schema_block(schema)) < tokens_of(schema.model_dump(mode="json", exclude_defaults=True)) / 2


def _facts(column: Column) -> tuple[object, ...]:
    return column.name, column.kind, column.is_nullable, column.is_key, column.values, column.low, column.high
