"""What was computed, in plain words."""

import re
from collections.abc import Sequence

from tools.evidence import Computed
from tools.sql.naming import phrase
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
    text += _over(computed.tables)
    text += _ranked(computed, is_descending)
    if computed.unread:
        text += ". Not understood: " + "; ".join(computed.unread)
    return text if computed.measures and "(" in text.split(" ")[0] else text[:1].upper() + text[1:]


def _measure(name: str, semantics: Semantics) -> str:
    metric = semantics.metrics.get(name)
    if metric is None:
        return _plain(name)
    call = _CALL.fullmatch(metric.text)
    is_said = phrase(name).split(" ")[0] in _SAID
    if call and call[1] in _CALLS and not is_said:
        return f"{_CALLS[call[1]]} of {phrase(name)} ({call[2]})"
    return f"{phrase(name)} ({metric.text})"


def _plain(name: str) -> str:
    """An aggregate over one column in words; any other expression as it is."""
    call = _CALL.fullmatch(name)
    if call and call[1] in _CALLS:
        return f"{_CALLS[call[1]]} of {call[2]}"
    if call and call[1] == "count":
        return f"Number of {phrase(call[2].rpartition('.')[0])} rows"
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
