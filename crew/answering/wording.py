"""The words a sentence may lean on besides its evidence: the question, its periods, and the domain's synonyms."""

from collections import defaultdict

from crew.answering.run import Run
from crew.answering.state import FlowState
from tasks.checks.wording import Wording


def wording_of(run: Run, state: FlowState) -> Wording:
    """The wording every sentence of a run is checked with."""
    periods = [*state.periods_found, *state.comparisons.values()]
    if state.default_period:
        periods.append(state.default_period)
    return Wording(
        question=run.question,
        language=state.language,
        periods=tuple(periods),
        synonyms=synonyms_of(run),
        today=run.today,
        calendar=run.configuration.domain.calendar,
    )


def synonyms_of(run: Run) -> dict[str, tuple[str, ...]]:
    """Other words for the domain's metrics, columns and values, from all its semantic layers."""
    words: dict[str, list[str]] = defaultdict(list)
    for spec in (database.semantics().spec for database in run.sources.databases.values()):
        for name, metric in spec.metrics.items():
            words[name] += metric.synonyms
        for name, dimension in spec.dimensions.items():
            words[name] += dimension.synonyms
            words[dimension.column] += (name, *dimension.synonyms)
            for value, others in dimension.values.items():
                words[value] += others
        for table in spec.tables.values():
            for name, column in table.columns.items():
                words[name] += column.synonyms
                for value, others in column.values.items():
                    words[value] += others
    return {name: tuple(dict.fromkeys(found)) for name, found in words.items()}
