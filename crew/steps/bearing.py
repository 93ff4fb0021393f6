"""Whether the passages that an answer rests on speak of what the question asks about."""

from collections.abc import Iterator

from crew.answer import ReceiptLineOut
from crew.answering.run import Run
from crew.answering.state import FlowState
from tasks.coverage.passages import Told, passage_mismatches
from tasks.needs import need_words
from tasks.plan import Slot
from tools.evidence import Evidence, PassageEvidence, RowsEvidence
from tools.terms import Period
from tools.wording import said


def passage_lines(run: Run, state: FlowState) -> list[ReceiptLineOut]:
    """A line of the receipt for each slot whose proved sentences cite passages about something else."""
    return [line for slot in state.agreed_plan.slots if slot.kind == "passage" for line in _lines(run, state, slot)]


def _lines(run: Run, state: FlowState, slot: Slot) -> Iterator[ReceiptLineOut]:
    found = set(state.filled.get(slot.id, ()))
    sentences = [s for s in state.sentences if s.supported and found & set(s.citations)]
    cited = [run.shelf[number] for number in dict.fromkeys(c for s in sentences for c in s.citations)]
    passages = tuple(piece for piece in cited if isinstance(piece, PassageEvidence))
    if not passages:
        return
    told = Told(tuple(s.text for s in sentences), passages, run.today, frozenset(_row_names(run, state)))
    mismatches = passage_mismatches(
        _names(run, slot), _periods(run, state, slot), told, state.standalone or run.question
    )
    if mismatches:
        titles = ", ".join(dict.fromkeys(piece.title or piece.document for piece in passages))
        yield ReceiptLineOut(
            slot=slot.id,
            evidence=[piece.id for piece in passages],
            asked=need_words(slot.need),
            computed=said("passages of {titles}", titles=titles),
            mismatches=[mismatch.words for mismatch in mismatches],
        )


def _names(run: Run, slot: Slot) -> list[str]:
    """The names a slot needs, but for those that the whole domain is about; those of inputs come earlier."""
    about = run.configuration.domain.about.casefold()
    return [name for name in slot.need.entities if name.casefold() not in about and not name.startswith("$")]


def _periods(run: Run, state: FlowState, slot: Slot) -> list[Period]:
    """The slot's own, or the question's where no rows, whose periods are compared by themselves, answer it too."""
    needed = slot.need.period
    if needed:
        days = (needed.start, needed.end)
        return [p for p in state.periods_found if (p.start, p.end) == days][:1] or [needed]
    return [] if list(_cited_rows(run, state)) else state.periods_found


def _row_names(run: Run, state: FlowState) -> Iterator[str]:
    for rows in _cited_rows(run, state):
        yield from (str(value) for condition in rows.computed.filters for value in condition.values)
        keys = [i for i, column in enumerate(rows.columns) if column.role != "measure"]
        yield from (str(row[i]) for row in rows.rows for i in keys if row[i] is not None)


def _cited_rows(run: Run, state: FlowState) -> Iterator[RowsEvidence]:
    numbers = dict.fromkeys(c for s in state.sentences if s.supported for c in s.citations)
    pieces: Iterator[Evidence] = (run.shelf[number] for number in numbers)
    return (piece for piece in pieces if isinstance(piece, RowsEvidence))
