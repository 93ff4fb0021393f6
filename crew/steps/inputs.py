"""Values that a step takes from the rows and passages of earlier steps."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

from crew.answering.state import FlowState
from crew.answering.suspicion import suspicions
from tasks.dates.row_periods import value_period
from tasks.plan import PlanStep, StepInput
from tools.documents.names import names_leading_on
from tools.evidence import Evidence, PassageEvidence, RowsEvidence
from tools.sql.key_batches import JoinedKeys
from tools.terms import Scalar


def input_values(
    step: PlanStep, found: Mapping[str, Sequence[Evidence]], shelf: Mapping[str, Evidence], state: FlowState
) -> dict[str, list[Scalar]]:
    """The values of each input, by name, the first ranked ones; an input whose step found nothing is empty."""
    ranked = ranked_values(step, found, shelf, state)
    values = {i.name: ranked[i.name][: i.take] for i in step.inputs}
    for i in step.inputs:
        if step.search and step.search.during == i.name:
            values[i.name] = _days(values[i.name], i.column, _pieces(i.step, found, shelf, state))
    return values


def ranked_values(
    step: PlanStep, found: Mapping[str, Sequence[Evidence]], shelf: Mapping[str, Evidence], state: FlowState
) -> dict[str, list[Scalar]]:
    """All distinct values that each input could take, by name, in the order in which they are taken."""
    return {i.name: _values(i, _pieces(i.step, found, shelf, state), found, shelf, state) for i in step.inputs}


def joined_keys(
    step: PlanStep, found: Mapping[str, Sequence[Evidence]], shelf: Mapping[str, Evidence], state: FlowState
) -> JoinedKeys | None:
    """The keys of the rows that a step is joined to; None for a step that is not, no keys where there are no rows."""
    if step.join_key is None:
        return None
    pieces = _pieces(step.join_key.step, found, shelf, state)
    rows = next((piece for piece in pieces if isinstance(piece, RowsEvidence)), None)
    column = _position(rows, step.join_key.column) if rows else None
    if rows is None or column is None:
        return JoinedKeys(origin=step.join_key.column, values=(), to=step.join_key.to)
    named = rows.columns[column].source or rows.columns[column].name
    return JoinedKeys(
        origin=f"{named} of {rows.source}",
        values=tuple(row[column] for row in rows.rows),
        to=step.join_key.to,
        is_cut=rows.truncated,
    )


def _values(
    wanted: StepInput,
    pieces: Sequence[Evidence],
    found: Mapping[str, Sequence[Evidence]],
    shelf: Mapping[str, Evidence],
    state: FlowState,
) -> list[Scalar]:
    passages = [piece for piece in pieces if isinstance(piece, PassageEvidence) and not suspicions(piece)]
    if passages:
        said: list[Scalar] = [*_of_passages(wanted.column, passages, state.question)]
        return list(dict.fromkeys(said))
    rows = next((piece for piece in pieces if isinstance(piece, RowsEvidence)), None)
    column = _position(rows, wanted.column) if rows else None
    if rows is None or column is None:
        return []
    if wanted.change_from == wanted.step:
        values = _by_fall(rows, wanted.column)
    elif wanted.change_from is not None:
        before = _pieces(wanted.change_from, found, shelf, state)
        earlier = next((piece for piece in before if isinstance(piece, RowsEvidence)), None)
        values = _by_change(rows, earlier, wanted.column) if earlier is not None else _in_order(rows, column)
    else:
        values = _in_order(rows, column)
    return list(dict.fromkeys(value for value in values if value is not None))


def _in_order(rows: RowsEvidence, column: int) -> list[Scalar]:
    """A column's values in the statement's order; where it has none, the highest first measure first."""
    measure = next((i for i, c in enumerate(rows.columns) if c.role == "measure"), None)
    ranked = list(rows.rows)
    if rows.computed.order_by is None and measure is not None:
        ranked.sort(key=lambda row: (row[measure] is not None, row[measure]), reverse=True)
    return [row[column] for row in ranked]


def _of_passages(column: str, passages: Sequence[PassageEvidence], question: str) -> list[str]:
    """What passages state of themselves, or the names they mention that lead on from a question."""
    if column == "names":
        names = names_leading_on(question, [f"{passage.title}. {passage.text}" for passage in passages])
        return [*names, *(part for name in names for part in name.split(" and ") if part != name)]
    return [value for passage in passages if (value := getattr(passage, column, None)) and isinstance(value, str)]


def _pieces(
    step: str, found: Mapping[str, Sequence[Evidence]], shelf: Mapping[str, Evidence], state: FlowState
) -> Sequence[Evidence]:
    """What a step found, or where that is nothing, its fallback."""
    pieces = found.get(step)
    if pieces is None:
        outcome = state.outcomes.get(step)
        pieces = [shelf[e] for e in outcome.evidence] if outcome else []
    fallback = next((s.fallback for s in state.agreed_plan.steps if s.id == step), None)
    if fallback and all(piece.kind == "nothing_found" for piece in pieces):
        return _pieces(fallback, found, shelf, state)
    return pieces


def _days(values: Sequence[Scalar], column: str, pieces: Sequence[Evidence]) -> list[Scalar]:
    """The first and the last day of each period, as `2025-08-01/2025-08-31`; nothing for what is no period."""
    rows = next((piece for piece in pieces if isinstance(piece, RowsEvidence)), None)
    position = _position(rows, column) if rows else None
    if rows is None or position is None:
        return []
    periods = [value_period(rows.columns[position], value) for value in values]
    return [f"{period.start}/{period.end}" for period in periods if period]


def _position(rows: RowsEvidence, column: str) -> int | None:
    """Where a column stands, told by its name in the result or by the base column behind it."""
    return next((i for i, c in enumerate(rows.columns) if column in (c.name, c.source)), None)


def _by_change(rows: RowsEvidence, earlier: RowsEvidence, column: str) -> list[Scalar]:
    """The column's values ordered by the change of the first measure against `earlier`, largest fall first."""
    now, before = _measure_by(rows, column), _measure_by(earlier, column)
    return sorted(now, key=lambda value: now[value] - before.get(value, Decimal(0)))


def _by_fall(rows: RowsEvidence, column: str) -> list[Scalar]:
    """The column's values, which are periods, ordered by the change from the period before, largest fall first."""
    measured = _measure_by(rows, column)
    inside = sorted(measured, key=str)
    falls = {now: measured[now] - measured[before] for before, now in pairwise(inside)}
    return sorted(falls, key=lambda period: falls[period])


def _measure_by(rows: RowsEvidence, column: str) -> dict[Scalar, Decimal]:
    measure = next((i for i, c in enumerate(rows.columns) if c.role == "measure"), None)
    key = _position(rows, column)
    if measure is None or key is None:
        return {}
    return {row[key]: Decimal(str(row[measure])) for row in rows.rows if row[measure] is not None}
