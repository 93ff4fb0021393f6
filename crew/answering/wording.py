"""The words a sentence may lean on besides its evidence: the question, its periods, and the domain's synonyms."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from crew.answering.run import Run
from crew.answering.state import FlowState
from tasks.checks.wording import Wording
from tasks.plan import Reading


def wording_of(run: Run, state: FlowState) -> Wording:
    """The wording every sentence of a run is checked with."""
    periods = [*state.periods_found, *state.comparisons.values()]
    if state.default_period:
        periods.append(state.default_period)
    return Wording(
        question=run.question,
        language=state.language,
        periods=tuple(periods),
        synonyms=_with_readings(synonyms_of(run), state),
        today=run.today,
        calendar=run.configuration.domain.calendar,
    )


def readings(state: FlowState, synonyms: Mapping[str, Sequence[str]]) -> list[Reading]:
    """What the plan takes the question's words to mean, without words that mean something else in the domain."""
    own = {word.casefold() for name, words in synonyms.items() for word in (name, name.replace("_", " "), *words)}
    question = state.question.casefold()
    said = state.plan.readings if state.plan else ()
    return [r for r in said if r.words.casefold() in question and r.words.casefold() not in own]


def _with_readings(synonyms: dict[str, tuple[str, ...]], state: FlowState) -> dict[str, tuple[str, ...]]:
    read = dict(synonyms)
    for reading in readings(state, synonyms):
        read[reading.means] = (*read.get(reading.means, ()), reading.words)
    return read


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
