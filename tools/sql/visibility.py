"""Which result columns a hosted model may see, from where they come."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from tools.evidence import EvidenceColumn, RowsEvidence

Visibility = Literal["values", "masked", "aggregates", "nothing"]
"""values: as they are; masked: a stand-in for each value; aggregates: only sums, means and counts over it."""

STRICTNESS: dict[Visibility, int] = {"values": 0, "masked": 1, "aggregates": 2, "nothing": 3}

_REVEALING = re.compile(r"\b(min|max|any_value|first|last|group_concat|string_agg|array_agg|listagg|median)\b", re.I)
"""Aggregates whose result is one of the values, or all of them."""


def hidden_columns(
    evidence: RowsEvidence, hosted: Mapping[str, Visibility], metrics: Mapping[str, str]
) -> dict[int, Visibility]:
    """Positions of the columns whose values are withheld, each with its rule; `metrics` maps names to expressions.

    A column whose origin cannot be traced follows the strictest rule of any table the statement reads.
    """
    found: dict[int, Visibility] = {}
    for position, column in enumerate(evidence.columns):
        rule = _rule(column, evidence, hosted, metrics)
        if rule != "values":
            found[position] = rule
    return found


def rule_for(table: str, column: str, hosted: Mapping[str, Visibility]) -> Visibility:
    """What holds for one base column; `*.column` stands for any table."""
    wanted = {f"{table}.{column}".lower(), f"*.{column}".lower()}
    return strictest([rule for name, rule in hosted.items() if name.lower() in wanted])


def strictest(rules: Sequence[Visibility]) -> Visibility:
    """The rule that shows least; `values` when there is none."""
    return max(rules, key=STRICTNESS.__getitem__, default="values")


def _rule(
    column: EvidenceColumn, evidence: RowsEvidence, hosted: Mapping[str, Visibility], metrics: Mapping[str, str]
) -> Visibility:
    measure = column.measure or ""
    origin = " ".join(filter(None, [column.source, measure, metrics.get(measure)]))
    if not origin or (column.measure is None and column.role == "other" and "." not in (column.source or "")):
        return strictest([rule for name, rule in hosted.items() if _is_read(name, evidence)])
    named = strictest([rule for name, rule in hosted.items() if _names(origin, name)])
    is_reduced = column.measure is not None and not _REVEALING.search(origin)
    return "values" if is_reduced and named in ("masked", "aggregates") else named


def _is_read(name: str, evidence: RowsEvidence) -> bool:
    table = name.rpartition(".")[0].lower()
    return (
        table == "*" or table in {read.lower() for read in evidence.computed.tables} or bool(evidence.computed.unread)
    )


def _names(origin: str, name: str) -> bool:
    table, _, column = name.lower().rpartition(".")
    before = r"\w+\." if table == "*" else rf"(?<![\w.]){re.escape(table)}\."
    return re.search(rf"{before}{re.escape(column)}(?!\w)", origin.lower()) is not None
