"""The words a sentence may lean on besides its evidence: the question, its periods, and the domain's synonyms."""

from collections import defaultdict

from crew.run import Run
from crew.state import FlowState
from tasks.checks.claim import Wording
from tools.sql.specs import SemanticSpec


def wording_of(run: Run, state: FlowState) -> Wording:
    """The wording every sentence of a run is checked with."""
    periods = [*state.periods_found, *state.comparisons.values()]
    if state.default_period:
        periods.append(state.default_period)
    return Wording(
        question=run.question,
        language=state.language,
        periods=tuple(periods),
        synonyms=_synonyms([d.semantics().spec for d in run.sources.databases.values()]),
        today=run.today,
        calendar=run.configuration.domain.calendar,
    )


def _synonyms(specs: list[SemanticSpec]) -> dict[str, tuple[str, ...]]:
    words: dict[str, list[str]] = defaultdict(list)
    for spec in specs:
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
