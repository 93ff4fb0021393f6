"""Intake: the question's language, and every relative date resolved by the domain's calendar."""

from crew.answering.prompts import opening_blocks
from crew.answering.run import Run
from crew.answering.state import LONGEST_QUESTION, FlowState
from tasks.dates.periods import comparison_periods, find_periods, named_period
from tasks.plan import Plan
from tasks.question_language import question_language
from tasks.standalone import Standalone


def take_in(run: Run, state: FlowState) -> str:
    """Fill the state's question, language and periods; leads to closing when a follow-up cannot be understood."""
    calendar = run.configuration.domain.calendar
    unclear = _complete(run, state) if run.prepared.history else ""
    state.question = run.question
    fixed = run.prepared.language or run.configuration.domain.wording.language
    state.language = fixed or question_language(run.question) or "en"
    state.periods_found = find_periods(run.question, run.today, calendar)
    state.default_period = named_period(calendar.default_period, run.today, calendar)
    about = state.periods_found[0] if state.periods_found else state.default_period
    state.comparisons = comparison_periods(about) if about else {}
    if not unclear:
        return "to_plan"
    state.plan = Plan(decision="clarify", message=unclear)
    state.terminal_reason = "clarify"
    return "to_close"


def _complete(run: Run, state: FlowState) -> str:
    """Write a follow-up anew so that it stands alone; returns what to ask back when that cannot be done."""
    state.question, state.language = run.question, question_language(run.question) or "en"
    blocks = opening_blocks("rewrite", "interpreter", state, run.today.isoformat())
    blocks["history"] = list(run.prepared.history)
    said = run.ask("interpreter", "rewrite", blocks, Standalone)
    if said.is_follow_up and not said.unclear and said.question.strip():
        run.question = state.standalone = said.question.strip()[:LONGEST_QUESTION]
    return said.unclear
