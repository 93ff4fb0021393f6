"""How tables can be joined: by declared foreign keys, and by keys whose names and values fit."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tools.sql.naming import singular, words_in
from tools.sql.schema import Column, Join, Schema, Table

LEAST_CONFIDENCE = 0.5
"""Below this an inferred join is not worth a suggestion."""
_NAME, _OVERLAP = 0.5, 0.5

ShareFound = Callable[[tuple[str, str], tuple[str, str]], float | None]
"""The share of one column's values, as (table, column), found in another; None when unknown."""


def declared_joins(schema: Schema, foreign_keys: Mapping[str, Sequence[Any]]) -> tuple[Join, ...]:
    """The foreign keys between tables of the schema, as SQLAlchemy's inspector lists them by table."""
    joins = (_declared(schema, name, key) for name, keys in foreign_keys.items() for key in keys)
    return tuple(join for join in joins if join)


def infer_joins(schema: Schema, known: Sequence[Join], share_found: ShareFound) -> tuple[Join, ...]:
    """Joins that are not declared but likely, the most confident first.

    confidence = 0.5 * fit of the names + 0.5 * share of the values found on the key's side; with unknown values half
    of that share is assumed. A column with a declared foreign key has no others.
    """
    settled = {column.lower() for join in known for column in join.left}
    found = [
        join
        for table in schema.tables
        for column in table.columns
        if f"{table.name}.{column.name}".lower() not in settled
        for target in schema.tables
        if (join := _inferred(table, column, target, share_found)) and join.confidence >= LEAST_CONFIDENCE
    ]
    return tuple(sorted(found, key=lambda join: -join.confidence))


def _declared(schema: Schema, name: str, key: Any) -> Join | None:
    table, target = schema.table(name), schema.table(key["referred_table"])
    if table is None or target is None:
        return None
    names = key["referred_columns"] or list(target.primary_key)
    left = [table.column(column) for column in key["constrained_columns"]]
    right = [target.column(column) for column in names]
    if len(left) != len(right) or not all(left) or not all(right):
        return None
    return Join(
        left=tuple(f"{table.name}.{column.name}" for column in left if column),
        right=tuple(f"{target.name}.{column.name}" for column in right if column),
        reason="declared foreign key",
    )


def _inferred(table: Table, column: Column, target: Table, share_found: ShareFound) -> Join | None:
    key = target.column(target.primary_key[0]) if len(target.primary_key) == 1 else None
    if key is None or target.name == table.name or column.kind != key.kind or _is_only_key(table, column):
        return None
    names = _name_fit(column.name, target.name, key.name)
    if not names:
        return None
    share = share_found((table.name, column.name), (target.name, key.name))
    confidence = _NAME * names + _OVERLAP * (0.5 if share is None else share)
    values = "values not compared" if share is None else f"{share:.0%} of its values found there"
    return Join(
        left=(f"{table.name}.{column.name}",),
        right=(f"{target.name}.{key.name}",),
        confidence=round(confidence, 2),
        origin="inferred",
        reason=f"`{column.name}` names the key of `{target.name}`; {values}",
    )


def _is_only_key(table: Table, column: Column) -> bool:
    return table.primary_key == (column.name,)


def _name_fit(column: str, table: str, key: str) -> float:
    """1 for `customer_id` to `customers.id`, and for the same name when it says more than `id`; 0 for no fit."""
    written, wanted, target = words_in(column), words_in(key), words_in(table)
    named = tuple(singular(word) for word in target)
    if written == wanted and len(wanted) > 1:
        return 1.0
    if written in (named + wanted, target + wanted):
        return 1.0
    if wanted == ("id",) and written[-1:] == ("id",) and named[-1:] == written[-2:-1]:
        return 0.8
    if written in (named, target) and len(wanted) == 1:
        return 0.6
    return 0.0
