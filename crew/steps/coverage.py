"""Of several things asked about by name, those that what was found says nothing of, and those never looked into."""

from collections.abc import Iterator, Sequence

from crew.answering.run import Run
from crew.answering.state import FlowState
from crew.steps.calls import fanned_out
from crew.steps.inputs import input_values, ranked_values
from tasks.checks.mentions import names_word
from tasks.plan import PlanStep, Slot
from tools.evidence import Evidence, PassageEvidence, RowsEvidence
from tools.terms import Scalar
from tools.wording import said

_NAMED = 10
"""Of what was left out, the names that are told."""


def names_not_found(run: Run, state: FlowState, slot: Slot, found: Sequence[Evidence]) -> list[str]:
    """Where a slot is about several things and some of them were found: the others."""
    wanted = list(dict.fromkeys(_wanted(run, state, slot, found)))
    covered = [name for name in wanted if any(_tells_of(piece, name) for piece in found)]
    return [name for name in wanted if name not in covered] if covered else []


def cap_warnings(run: Run, state: FlowState) -> Iterator[str]:
    """That a step went into only the first of many values, how these were ranked, and what was left out."""
    for step in state.agreed_plan.steps:
        ranked = ranked_values(step, {}, run.shelf, state)
        for wanted in step.inputs:
            values, taken = ranked[wanted.name], min(wanted.take, run.configuration.budgets.fan_out)
            is_cut = len(values) > taken and wanted.name in fanned_out(step)
            if not is_cut or (taken < run.configuration.budgets.fan_out and not _is_about(state, step, wanted.name)):
                continue
            left = [str(value) for value in values[taken:]]
            names = ", ".join(left[:_NAMED]) + (", …" if len(left) > _NAMED else "")
            yield f"{step.source}: " + said(
                "Of {count} values of {column}, only the first {taken} in their order were looked into, not {names}.",
                count=len(values), column=wanted.column, taken=taken, names=names,
            )  # fmt: skip


def _wanted(run: Run, state: FlowState, slot: Slot, found: Sequence[Evidence]) -> Iterator[str]:
    if slot.kind == "rows":
        for piece in found:
            if isinstance(piece, RowsEvidence):
                yield from _listed(slot, piece)
        return
    values: dict[str, list[Scalar]] = {}
    for step in state.agreed_plan.steps:
        if step.slot == slot.id and step.id in state.outcomes:
            values |= input_values(step, {}, run.shelf, state)
    for name in slot.need.entities:
        given = values.get(name[1:], []) if name.startswith("$") else [name]
        yield from map(str, given[: run.configuration.budgets.fan_out])


def _is_about(state: FlowState, step: PlanStep, name: str) -> bool:
    """Whether a step's slot is about each of the values that an input takes, and not only led on by them."""
    return any(f"${name}" in slot.need.entities for slot in state.agreed_plan.slots if slot.id == step.slot)


def _listed(slot: Slot, rows: RowsEvidence) -> Iterator[str]:
    """The values that a need lists for a column that the rows show; values of earlier steps (`$name`) are no list."""
    lists = [c for c in slot.need.filters if c.operator == "in" and _shows(rows, c.column)]
    values = [str(value) for condition in lists for value in condition.values]
    if len(lists) == 1 and not any(value.startswith("$") for value in values):
        yield from values


def _tells_of(piece: Evidence, name: str) -> bool:
    if isinstance(piece, RowsEvidence):
        keys = [i for i, column in enumerate(piece.columns) if column.role != "measure"]
        return any(str(row[i]).casefold() == name.casefold() for row in piece.rows for i in keys)
    return isinstance(piece, PassageEvidence) and names_word(f"{piece.title} {piece.section} {piece.text}", name)


def _shows(rows: RowsEvidence, column: str) -> bool:
    asked = column.rpartition(".")[2].casefold()
    return any(c.name.casefold() == asked or (c.source or "").casefold() == column.casefold() for c in rows.columns)
