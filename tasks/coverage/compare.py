"""Comparing what a slot asked for with what a statement computed."""

from tasks.coverage.equal_columns import EqualColumns
from tasks.coverage.grain_coverage import grain_mismatches
from tasks.coverage.mismatch import Mismatch, one_sided
from tasks.coverage.row_coverage import row_mismatches
from tasks.plan import Need
from tools.errors import ToolError
from tools.evidence import Computed
from tools.sql.semantics import Semantics


def compare(need: Need, computed: Computed, semantics: Semantics) -> list[Mismatch]:
    """Every way in which a statement answers another question than the one asked; empty when it answers that one.

    The same thing written differently is no mismatch: a metric and its expression, `= 'DE'` and `in ('DE')`, a period
    and its two bounds, a grain that a filter fixes to one value, a foreign key and the key it points to.
    """
    equal = EqualColumns(computed, semantics)
    return [
        *_measure_mismatches(need, computed, semantics),
        *row_mismatches(need, computed, semantics, equal),
        *grain_mismatches(need, computed, semantics, equal),
        *_unit_mismatches(need, computed, semantics),
        *_join_mismatches(computed, semantics),
        *(Mismatch(kind="unread", side="only_computed", computed=text) for text in computed.unread),
    ]


def _measure_mismatches(need: Need, computed: Computed, semantics: Semantics) -> list[Mismatch]:
    asked = {_expression(name, semantics): name for name in need.measures}
    found = {_expression(name, semantics): name for name in computed.measures}
    missing = [name for text, name in asked.items() if text not in found]
    surplus = [name for text, name in found.items() if text not in asked]
    if len(missing) == len(surplus):
        return [one_sided("measure", a, c) for a, c in zip(missing, surplus, strict=True)]
    return [one_sided("measure", name, "") for name in missing] + [one_sided("measure", "", name) for name in surplus]


def _expression(name: str, semantics: Semantics) -> str:
    try:
        return semantics.measure(name).text
    except ToolError:
        return name


def _unit_mismatches(need: Need, computed: Computed, semantics: Semantics) -> list[Mismatch]:
    if need.unit is None:
        return []
    units = [semantics.unit_of(name) or "" for name in computed.measures]
    if not units:
        units = [unit for column in computed.grain if (unit := semantics.unit_of_column(column))] or [""]
        units = [need.unit] if need.unit in units else units[:1]
    others = [unit for unit in units if unit.lower() != need.unit.lower()]
    return [one_sided("unit", need.unit, unit) for unit in dict.fromkeys(others)]


def _join_mismatches(computed: Computed, semantics: Semantics) -> list[Mismatch]:
    known = {frozenset(pair) for join in semantics.joins for pair in zip(join.left, join.right, strict=True)}
    strange = [text for text in computed.joins if frozenset(text.split(" = ")) not in known]
    return [Mismatch(kind="join", side="only_computed", computed=text) for text in strange]
