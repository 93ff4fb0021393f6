"""Assessing, in code before any drafting: are the slots filled, do sources agree, is there budget for more?"""

from crew.answer import ConflictOut, ConflictValueOut, ReceiptLineOut
from crew.answering.run import Run
from crew.answering.state import FlowState, Gap
from crew.answering.suspicion import suspicions
from crew.answering.wording import synonyms_of
from crew.steps.bound_needs import beside
from crew.steps.coverage import cap_warnings, names_not_found
from crew.steps.planning import draft_or_close
from crew.steps.signals import incomplete_gap, nothing_gap, signal_warnings, signalled_gap, stale_warnings
from tasks.conflicts import find_conflicts
from tasks.coverage.compare import compare
from tasks.needs import need_words
from tasks.plan import Slot
from tools.evidence import Evidence, PassageEvidence, RowsEvidence
from tools.sql.join_accounts import join_doubts


def assess(run: Run, state: FlowState) -> str:
    """Leads to a replan when a required slot is open or doubtful and more may be tried, else to the draft."""
    take_stock(run, state)
    may_close_gaps = any(_may_be_closed(state, gap) for gap in state.gaps)
    if may_close_gaps and state.round < run.configuration.budgets.replans and not run.deadline.is_over:
        return "to_replan"
    return draft_or_close(state)


def take_stock(run: Run, state: FlowState) -> None:
    """Say of every slot what fills it and what is missing, and where sources disagree."""
    state.gaps, state.receipt, state.filled = [], [], {}
    for slot in state.agreed_plan.slots:
        _assess_slot(run, state, slot)
    state.conflicts = _conflicts(run)
    found = (*signal_warnings(state), *cap_warnings(run, state), *_evidence_warnings(run))
    state.warnings = list(dict.fromkeys([*state.warnings, *found]))


def _may_be_closed(state: FlowState, gap: Gap) -> bool:
    """Whether another round may help: names that are missing are searched for once more and no more."""
    is_settled = gap.signal == "incomplete" and gap.slot in state.completed
    return gap.is_required and not is_settled and not _is_out_of_reach(state, gap.slot)


def _is_out_of_reach(state: FlowState, slot: str) -> bool:
    """Whether all that was asked for a slot is down: another round would ask the same in vain."""
    steps = [step.id for step in state.agreed_plan.steps if step.slot == slot]
    outcomes = [state.outcomes[step] for step in steps if step in state.outcomes]
    return bool(outcomes) and all(outcome.is_source_down for outcome in outcomes)


def _assess_slot(run: Run, state: FlowState, slot: Slot) -> None:
    pieces = _evidence_of(run, state, slot)
    fitting = [e for e in pieces if isinstance(e, RowsEvidence if slot.kind == "rows" else PassageEvidence)]
    state.filled[slot.id] = [e.id for e in fitting]
    passages = [e for e in fitting if isinstance(e, PassageEvidence)]
    gap = nothing_gap(state, slot) if not fitting else signalled_gap(state, slot, passages) if passages else None
    names = names_not_found(run, state, slot, fitting)
    state.gaps += [gap] if gap else [incomplete_gap(state, slot, names)] if names else []
    state.warnings += stale_warnings(slot, passages)
    for piece in fitting:
        if isinstance(piece, RowsEvidence):
            state.receipt.append(_receipt_line(run, state, slot, piece))


def _receipt_line(run: Run, state: FlowState, slot: Slot, rows: RowsEvidence) -> ReceiptLineOut:
    semantics = run.sources.semantics_of(rows.source)
    need, computed = beside(slot, rows, run.shelf, state)
    mismatches = compare(need, computed, semantics) if semantics else []
    return ReceiptLineOut(
        slot=slot.id,
        evidence=[rows.id],
        asked=need_words(need),
        computed=rows.computed.words,
        mismatches=[*(mismatch.words for mismatch in mismatches), *join_doubts(rows.joins)],
    )


def _evidence_of(run: Run, state: FlowState, slot: Slot) -> list[Evidence]:
    steps = [step.id for step in state.agreed_plan.steps if step.slot == slot.id]
    ids = dict.fromkeys(e for s in steps if s in state.outcomes for e in state.outcomes[s].evidence)
    return [run.shelf[e] for e in ids]


def _conflicts(run: Run) -> list[ConflictOut]:
    found = find_conflicts(list(run.shelf.values()), run.today, run.authority, synonyms_of(run))
    return [
        ConflictOut(
            about=conflict.about,
            values=[ConflictValueOut(value=v.value, evidence=v.evidence, date=v.date) for v in conflict.values],
            preferred=conflict.preferred,
            rule=conflict.rule,
        )
        for conflict in found
    ]


def _evidence_warnings(run: Run) -> list[str]:
    pieces = [e for e in run.shelf.values() if e.kind != "nothing_found"]
    return [f"{e.id}: {warning}" for e in pieces for warning in dict.fromkeys((*e.warnings, *suspicions(e)))]
