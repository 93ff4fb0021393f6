"""Verified queries: their parameters, bound by type, and what a broken one likely means now."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from tools.sql.errors import WrongParameters
from tools.sql.likeness import name_likeness
from tools.sql.named_text import statement_text
from tools.sql.schema import Schema, Table
from tools.sql.specs import ParameterSpec, VerifiedQuerySpec
from tools.sql.table_names import table_named, whole_name
from tools.terms import Scalar

_NEAR = 0.6
"""A repair is only suggested to a person, so that less likeness will do than where code takes a new name."""


def bound_parameters(name: str, query: VerifiedQuerySpec, given: Mapping[str, Any]) -> dict[str, Scalar]:
    """The values of a query's parameters, of the types it declares; raises WrongParameters naming what is wrong."""
    if strange := sorted(set(given) - set(query.parameters)):
        has = ", ".join(f"`{each}`" for each in query.parameters) or "none"
        raise WrongParameters(f"`{name}` has no parameter `{strange[0]}`; it has {has}.")
    values = {**{key: spec.default for key, spec in query.parameters.items()}, **given}
    if missing := sorted(key for key, value in values.items() if value is None):
        raise WrongParameters(f"`{name}` needs a value for {', '.join(f'`{key}`' for key in missing)}.")
    return {key: _typed(name, key, spec, values[key]) for key, spec in query.parameters.items()}


def repaired(statement: str, schema: Schema) -> str:
    """The statement with each name that is not there replaced by one that is near; empty where one has none."""
    try:
        tree = sqlglot.parse_one(statement, dialect=schema.dialect)
    except SqlglotError:
        return ""
    defined = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    tables: list[Table] = []
    for node in tree.find_all(exp.Table):
        if not node.db and node.name.lower() in defined:
            continue
        same = table_named(node, schema)
        table = same or schema.table(_nearest(whole_name(node), [t.name for t in schema.tables]))
        if table is None:
            return ""
        if same is None:
            _rename(tree, node, table)
        tables.append(table)
    known = {column.name.lower() for table in tables for column in table.columns}
    known |= {alias.alias.lower() for alias in tree.find_all(exp.Alias)} | {d.lower() for d in defined}
    for column in tree.find_all(exp.Column):
        if column.name.lower() in known or isinstance(column.this, exp.Star):
            continue
        near = _nearest(column.name, [c.name for table in tables for c in table.columns])
        if not near:
            return ""
        column.set("this", exp.to_identifier(near))
    return statement_text(tree, schema.dialect)


def _typed(query: str, key: str, spec: ParameterSpec, value: Any) -> Scalar:
    try:
        return _TYPES[spec.type](value)
    except (ValueError, InvalidOperation, TypeError) as error:
        raise WrongParameters(f"`{query}`: `{key}` must be {_WORDS[spec.type]}, not {value!r}.") from error


def _integer(value: Any) -> int:
    number = Decimal(str(value))
    if isinstance(value, bool) or number != int(number):
        raise ValueError(value)
    return int(number)


def _decimal(value: Any) -> Decimal:
    number = Decimal(str(value))
    if isinstance(value, bool) or not number.is_finite():
        raise ValueError(value)
    return number


_TYPES: dict[str, Callable[[Any], Scalar]] = {
    "text": str,
    "integer": _integer,
    "decimal": _decimal,
    "date": lambda value: value if isinstance(value, date) else date.fromisoformat(str(value)),
}
_WORDS = {"text": "text", "integer": "a whole number", "decimal": "a number", "date": "a date as YYYY-MM-DD"}


def _nearest(name: str, names: Sequence[str]) -> str:
    best = max(names, key=lambda each: name_likeness(name, each), default="")
    return best if best and name_likeness(name, best) >= _NEAR else ""


def _rename(tree: exp.Expr, node: exp.Table, new: Table) -> None:
    """A table under another name; columns written with the old one follow."""
    old = node.name
    node.set("this", exp.to_identifier(new.bare_name))
    node.set("db", exp.to_identifier(new.qualifier) if new.qualifier else None)
    if not node.alias:
        for column in tree.find_all(exp.Column):
            if column.table.lower() == old.lower():
                column.set("table", exp.to_identifier(new.bare_name))
