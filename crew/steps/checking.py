"""Checking: the receipt of every sentence in code, then the verifier for what code cannot judge."""

from dataclasses import dataclass, field

from crew.answer import CalculationOut, FigureOut, SentenceOut
from crew.answering.prompts import opening_blocks
from crew.answering.run import Run
from crew.answering.state import FlowState, Gap, Rejection
from crew.answering.withholding import Withholding
from crew.answering.wording import wording_of
from crew.steps.bearing import passage_lines
from crew.steps.verifying import judgements_of
from tasks.draft import Draft, DraftSentence
from tasks.figures.errors import PlacingError
from tasks.figures.placing import PlacedSentence, place
from tasks.receipts import check_sentence
from tools.wording import said


@dataclass
class _Checked:
    """One sentence on its way through the receipt."""

    position: int
    drafted: DraftSentence
    placed: PlacedSentence | None = None
    reasons: list[str] = field(default_factory=list)
    needs_judgement: bool = False
    is_judged: bool = False


def check(run: Run, state: FlowState) -> str:
    """Leads to closing when every sentence is proved or nothing more may be tried, else back to the draft."""
    draft = state.draft or Draft()
    checked = [_check_in_code(run, state, i, sentence) for i, sentence in enumerate(draft.sentences)]
    _judge(run, state, [c for c in checked if c.needs_judgement and not c.reasons])
    failed = [c for c in checked if c.reasons]
    state.rejections = [_rejection(c) for c in failed]
    state.sentences = [_out(c) for c in checked if not c.reasons]
    state.removed = [_out(c) for c in failed]
    state.missing = list(draft.missing)
    of_rows = {slot.id for slot in state.agreed_plan.slots if slot.kind == "rows"}
    state.receipt = [*(line for line in state.receipt if line.slot in of_rows), *passage_lines(run, state)]
    if draft.needs_evidence and _may_search_again(run, state):
        state.gaps = [Gap(slot=_slot_of(state), reason=words) for words in draft.needs_evidence]
        state.searches_for_draft += 1
        return "to_search_again"
    if failed and state.drafts <= run.configuration.budgets.rejections and not run.deadline.is_over:
        return "to_redraft"
    return "to_close"


def _check_in_code(run: Run, state: FlowState, position: int, sentence: DraftSentence) -> _Checked:
    checked = _Checked(position, sentence)
    try:
        checked.placed = place(sentence, run.shelf, state.language)
    except PlacingError as error:
        checked.reasons.append(str(error))
        return checked
    receipt = check_sentence(checked.placed, run.shelf, wording_of(run, state))
    checked.reasons.extend(receipt.reasons)
    checked.needs_judgement = receipt.needs_judgement
    return checked


def _judge(run: Run, state: FlowState, doubtful: list[_Checked]) -> None:
    """Ask the verifier about sentences that code found nothing wrong with but cannot prove alone, once for each."""
    for one in doubtful:
        one.is_judged = _as_judged(one) in state.judged
    doubtful = [one for one in doubtful if not one.is_judged]
    if not doubtful:
        return
    cited = [c for one in doubtful if one.placed for c in one.placed.citations]
    blocks = opening_blocks("verify", "verifier", state, run.today.isoformat())
    rules = run.withholding("verifier")
    blocks["sentences"] = [
        {"index": one.position, "text": _shown(one, rules), "citations": one.placed.citations if one.placed else ()}
        for one in doubtful
    ]
    judgements = judgements_of(run, state, blocks, cited)
    for one in doubtful:
        one.is_judged = True
        judgement = judgements.get(one.position)
        if judgement is None:
            one.reasons.append(said("The verifier gave no judgement."))
        elif not judgement.is_supported:
            one.reasons.append(judgement.reason or said("The verifier found it not supported by what it cites."))
        else:
            state.judged.append(_as_judged(one))


def _as_judged(checked: _Checked) -> str:
    """What a judgement is about: the sentence as placed, and what it cites."""
    return " ".join((_text(checked), *checked.drafted.citations))


def _may_search_again(run: Run, state: FlowState) -> bool:
    has_rounds = state.round < run.configuration.budgets.replans
    return has_rounds and state.searches_for_draft == 0 and not run.deadline.is_over


def _slot_of(state: FlowState) -> str:
    """The slot a more targeted search is for: the first open one, else the last."""
    slots = state.agreed_plan.slots
    return next((slot.id for slot in slots if not state.filled.get(slot.id)), slots[-1].id)


def _text(checked: _Checked) -> str:
    return checked.placed.text if checked.placed else checked.drafted.text


def _shown(checked: _Checked, rules: Withholding | None) -> str:
    """The sentence as the verifier's model may read it."""
    return rules.sentence(checked.placed) if rules and checked.placed else _text(checked)


def _rejection(checked: _Checked) -> Rejection:
    return Rejection(
        sentence=checked.position,
        text=_text(checked),
        reasons=checked.reasons,
        drafted=checked.drafted.text,
        citations=list(checked.drafted.citations),
    )


def _out(checked: _Checked) -> SentenceOut:
    placed = checked.placed or PlacedSentence(text=checked.drafted.text, citations=checked.drafted.citations)
    return SentenceOut(
        text=placed.text,
        citations=list(placed.citations),
        supported=not checked.reasons,
        reason=" ".join(checked.reasons) or None,
        judged_by="verifier" if checked.is_judged else "code",
        figures=[
            FigureOut.model_validate(
                figure.model_dump(include={"text", "value", "unit", "evidence", "row_key", "column", "calculation"})
            )
            for figure in placed.figures
        ],
        calculations=[
            CalculationOut(id=c.id, operation=c.operation, operands=list(c.operands), value=c.value, unit=c.unit)
            for c in placed.calculations
        ],
    )
