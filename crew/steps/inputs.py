"""Values that a step takes from the rows of earlier steps."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from crew.answering.state import FlowState
from tasks.plan import PlanStep, StepInput
from tools.evidence import Evidence, RowsEvidence
from tools.terms import Scalar


def input_values(
    step: PlanStep, found: Mapping[str, Sequence[Evidence]], shelf: Mapping[str, Evidence], state: FlowState
) -> dict[str, list[Scalar]]:
    """The values of each input, by name; an input whose step found no rows is empty."""
    return {i.name: _values(i, found, shelf, state) for i in step.inputs}


def _values(
    wanted: StepInput, found: Mapping[str, Sequence[Evidence]], shelf: Mapping[str, Evidence], state: FlowState
) -> list[Scalar]:
    rows = _rows(wanted.step, found, shelf, state)
    column = _position(rows, wanted.column) if rows else None
    if rows is None or column is None:
        return []
    values = [row[column] for row in rows.rows]
    if wanted.change_from is not None:
        earlier = _rows(wanted.change_from, found, shelf, state)
        values = _by_change(rows, earlier, wanted.column) if earlier is not None else values
    known: list[Scalar] = [value for value in values if value is not None]
    return list(dict.fromkeys(known))[: wanted.take]


def _rows(
    step: str, found: Mapping[str, Sequence[Evidence]], shelf: Mapping[str, Evidence], state: FlowState
) -> RowsEvidence | None:
    pieces = found.get(step)
    if pieces is None:
        outcome = state.outcomes.get(step)
        pieces = [shelf[e] for e in outcome.evidence] if outcome else []
    return next((e for e in pieces if isinstance(e, RowsEvidence)), None)


def _position(rows: RowsEvidence, column: str) -> int | None:
    """Where a column stands, told by its name in the result or by the base column behind it."""
    return next((i for i, c in enumerate(rows.columns) if column in (c.name, c.source)), None)


def _by_change(rows: RowsEvidence, earlier: RowsEvidence, column: str) -> list[Scalar]:
    """The column's values ordered by the change of the first measure against `earlier`, largest fall first."""
    now, before = _measure_by(rows, column), _measure_by(earlier, column)
    return sorted(now, key=lambda value: now[value] - before.get(value, Decimal(0)))


def _measure_by(rows: RowsEvidence, column: str) -> dict[Scalar, Decimal]:
    measure = next((i for i, c in enumerate(rows.columns) if c.role == "measure"), None)
    key = _position(rows, column)
    if measure is None or key is None:
        return {}
    return {row[key]: Decimal(str(row[measure])) for row in rows.rows if row[measure] is not None}
