"""Comparing what a slot asked for with what a statement computed."""

import re

from tasks.coverage.equal_columns import EqualColumns
from tasks.coverage.grain_coverage import grain_mismatches
from tasks.coverage.mismatch import Mismatch, one_sided
from tasks.coverage.row_coverage import row_mismatches
from tasks.plan import Need
from tools.errors import ToolError
from tools.evidence import Computed
from tools.sql.expressions import tables_in
from tools.sql.schema import Join
from tools.sql.semantics import Semantics


def compare(need: Need, computed: Computed, semantics: Semantics) -> list[Mismatch]:
    """Every way in which a statement answers another question than the one asked; empty when it answers that one.

    The same thing written differently is no mismatch: a metric and its expression, `= 'DE'` and `in ('DE')`, a period
    and its two bounds, a grain that a filter fixes to one value, a foreign key and the key it points to.
    """
    equal = EqualColumns(computed, semantics)
    return [
        *_measure_mismatches(need, computed, semantics, equal),
        *row_mismatches(need, computed, semantics, equal),
        *grain_mismatches(need, computed, semantics, equal),
        *_unit_mismatches(need, computed, semantics),
        *(_join_mismatches(computed, semantics) or _detours(computed, semantics, equal)),
        *(Mismatch(kind="unread", side="only_computed", computed=text) for text in computed.unread),
    ]


def _measure_mismatches(need: Need, computed: Computed, semantics: Semantics, equal: EqualColumns) -> list[Mismatch]:
    asked = {_counted_keys(_expression(name, semantics), semantics, equal): name for name in need.measures}
    found = {_counted_keys(_expression(name, semantics), semantics, equal): name for name in computed.measures}
    missing = [name for text, name in asked.items() if text not in found]
    surplus = [name for text, name in found.items() if text not in asked]
    if len(missing) == len(surplus):
        return [one_sided("measure", a, c) for a, c in zip(missing, surplus, strict=True)]
    return [one_sided("measure", name, "") for name in missing] + [one_sided("measure", "", name) for name in surplus]


_KEY_COUNT = re.compile(r"(count|count_distinct)\(([\w.]+)\)")


def _counted_keys(text: str, semantics: Semantics, equal: EqualColumns) -> str:
    """Different foreign keys and the rows they point to are one count where a join makes them equal."""
    match = _KEY_COUNT.fullmatch(text)
    if match is None:
        return text
    table, _, column = match[2].rpartition(".")
    found = semantics.schema.table(table)
    is_of_different = match[1] == "count_distinct" or (found is not None and found.primary_key == (column,))
    tied = equal.keys_of(match[2]) if is_of_different else ()
    return f"count({min(tied)})" if tied else text


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


def _detours(computed: Computed, semantics: Semantics, equal: EqualColumns) -> list[Mismatch]:
    """Tables reached by another way than the one that leads there from what is measured."""
    found = []
    for start in dict.fromkeys(t for name in computed.measures for t in _tables(name, semantics)):
        for end in computed.tables:
            direct = [j for j in semantics.joins if _leads(j, start, end)] if _are_joined(start, end, computed) else []
            if direct and not any(equal.one_name(j.left[0]) == equal.one_name(j.right[0]) for j in direct):
                told = f"{end} reached by another way than {direct[0].left[0]} = {direct[0].right[0]}"
                found.append(Mismatch(kind="unread", side="only_computed", computed=told))
    return found


def _are_joined(start: str, end: str, computed: Computed) -> bool:
    """Whether joins of the statement lead from one table to the other, by whatever way."""
    reached, links = {start}, [{s.rpartition(".")[0] for s in text.split(" = ")} for text in computed.joins]
    while more := {table for link in links if link & reached for table in link} - reached:
        reached |= more
    return end in reached


def _leads(join: Join, start: str, end: str) -> bool:
    return len(join.left) == 1 and [c.rpartition(".")[0] for c in (join.left[0], join.right[0])] == [start, end]


def _tables(name: str, semantics: Semantics) -> tuple[str, ...]:
    try:
        return tables_in(semantics.measure(name).tree)
    except ToolError:
        return ()


def _join_mismatches(computed: Computed, semantics: Semantics) -> list[Mismatch]:
    known = {frozenset(pair) for join in semantics.joins for pair in zip(join.left, join.right, strict=True)}
    strange = [text for text in computed.joins if frozenset(text.split(" = ")) not in known]
    return [Mismatch(kind="join", side="only_computed", computed=text) for text in strange]
