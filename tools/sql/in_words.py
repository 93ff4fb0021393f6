"""What was computed, in plain words."""

import re
from collections.abc import Sequence

from tools.evidence import Computed
from tools.sql.columns import counts_rows, located_column
from tools.sql.naming import phrase
from tools.sql.relation import base_name
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.terms import Filter

_CALL = re.compile(r"([a-z_]+)\(([^()*/+]+)\)")
_CALLS = {"sum": "Sum", "avg": "Average", "min": "Lowest", "max": "Highest"}
_SAID = {"total", "average", "number", "sum", "lowest", "highest"}
_OPERATORS = {
    "!=": "is not",
    "in": "is one of",
    "not in": "is none of",
    "is null": "is empty",
    "is not null": "is not empty",
}


def in_words(computed: Computed, semantics: Semantics, is_descending: bool, is_distinct: bool) -> str:
    """One line such as `Sum of net revenue (order_lines.net_amount) by stores.country, where …; top 5`."""
    if computed.measures:
        text = " and ".join(_measure(name, semantics) for name in computed.measures)
        text += f" by {_listed(computed.grain)}" if computed.grain else ""
    else:
        text = ("Different rows of " if is_distinct else "Rows of ") + (_listed(computed.grain) or "nothing known")
    if computed.filters:
        text += ", where " + " and ".join(map(_condition, computed.filters))
    if computed.having:
        text += ", only where " + " and ".join(map(_condition, computed.having))
    if computed.period:
        text += f", from {computed.period.start} to {computed.period.end} by {computed.time_column}"
    text += _over(computed.tables) + _by_keys(computed.joins, semantics.schema)
    text += _ranked(computed, is_descending)
    if computed.unread:
        text += ". Not understood: " + "; ".join(computed.unread)
    return text if computed.measures and "(" in text.split(" ")[0] else text[:1].upper() + text[1:]


def _measure(name: str, semantics: Semantics) -> str:
    metric = semantics.metrics.get(name)
    if metric is None:
        return _plain(name, semantics.schema)
    call = _CALL.fullmatch(metric.text)
    is_said = phrase(name).split(" ")[0] in _SAID
    if call and call[1] in _CALLS and not is_said:
        return f"{_CALLS[call[1]]} of {phrase(name)} ({call[2]})"
    return f"{phrase(name)} ({metric.text})"


def _plain(name: str, schema: Schema) -> str:
    """An aggregate over one column in words; any other expression as it is."""
    call = _CALL.fullmatch(name)
    if call and call[1] in _CALLS:
        return f"{_CALLS[call[1]]} of {call[2]}"
    if call and call[1] == "count":
        table, _, column = call[2].rpartition(".")
        found = located_column(schema, f"{base_name(table)}.{column}")
        if found and not counts_rows(*found):
            return f"Number of values in {call[2]}, without empty ones"
        return f"Number of {phrase(table)} rows"
    if call and call[1] == "count_distinct":
        return f"Number of different {call[2]}"
    return name


def _condition(condition: Filter) -> str:
    operator = _OPERATORS.get(condition.operator, condition.operator)
    values = ", ".join("empty" if value is None else str(value) for value in condition.values)
    return f"{condition.column} {operator} {values}".strip()


def _over(tables: Sequence[str]) -> str:
    if not tables:
        return ""
    first, *others = tables
    return f", over {first}" + (f" joined with {_listed(others)}" if others else "")


def _by_keys(joins: Sequence[str], schema: Schema) -> str:
    """The keys of those joins that the tables' names do not tell: where two tables are joined in one of several ways,
    or one is read several times.
    """
    ends = [[key.rpartition(".")[0] for key in join.split(" = ")] for join in joins]
    ways = [_tables_of(join.left[:1] + join.right[:1]) for join in schema.joins]
    repeated = {base_name(table) for pair in ends for table in pair if base_name(table) != table}
    told = [
        join
        for join, pair in zip(joins, ends, strict=True)
        if not repeated.isdisjoint(map(base_name, pair)) or ways.count({base_name(table) for table in pair}) > 1
    ]
    return f", joined by {_listed(told)}" if told else ""


def _tables_of(columns: Sequence[str]) -> set[str]:
    return {column.rpartition(".")[0] for column in columns}


def _ranked(computed: Computed, is_descending: bool) -> str:
    if computed.limit is None:
        return ""
    if computed.order_by is None:
        return f"; any {computed.limit} rows"
    if computed.order_by in computed.measures:
        return f"; {'top' if is_descending else 'lowest'} {computed.limit}"
    return f"; first {computed.limit} by {computed.order_by}" + (", from the last" if is_descending else "")


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
