"""Intake: the question's language, and every relative date resolved by the domain's calendar."""

from crew.answering.run import Run
from crew.answering.state import FlowState
from tasks.dates.periods import comparison_periods, find_periods, named_period
from tools.documents.language import detect_language


def take_in(run: Run, state: FlowState) -> None:
    """Fill the state's question, language and periods."""
    calendar = run.configuration.domain.calendar
    state.question = run.question
    fixed = run.prepared.language or run.configuration.domain.wording.language
    state.language = fixed or detect_language(run.question) or "en"
    state.periods_found = find_periods(run.question, run.today, calendar)
    state.default_period = named_period(calendar.default_period, run.today, calendar)
    about = state.periods_found[0] if state.periods_found else state.default_period
    state.comparisons = comparison_periods(about) if about else {}
