"""Whether something is asked that was asked before: the same statement written otherwise, or a search in near words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import sqlglot
from sqlglot.errors import SqlglotError

from crew.answering.run import Run
from crew.answering.state import StepOutcome
from tasks.plan import PlanStep, SearchCall
from tools.documents.reformulate import is_near_duplicate
from tools.errors import ToolError

Searches = Sequence[SearchCall]
_ROUNDS = 2
"""So many repeated calls of one step show that it goes round in circles, as in A-B-A-B."""


class Repeated(ToolError):
    """A call that was made before."""


@dataclass
class CallsMade:
    """The calls of one step, of which none is made twice."""

    run: Run
    source: str
    words: list[str] = field(default_factory=list)
    """As they were put."""
    repeated: int = 0
    _known: set[str] = field(default_factory=set)
    _searches: list[Searches] = field(default_factory=list)

    @property
    def is_going_round(self) -> bool:
        """Whether the step only comes back to what it tried."""
        return self.repeated >= _ROUNDS

    def add(self, words: str, searches: Searches = ()) -> None:
        """Remember a call that is about to be made; raises Repeated for one that was made."""
        self.words.append(words)
        if searches:
            is_known = any(are_near(self.run, self.source, searches, made) for made in self._searches)
            self._searches.append(searches)
        else:
            database = self.run.sources.databases.get(self.source)
            text = normalised_statement(words, database.database.dialect) if database else words
            is_known = text in self._known
            self._known.add(text)
        if is_known:
            self.repeated += 1
            raise Repeated("This call was made before, or one that asks the same; change it or give up.")


def normalised_statement(text: str, dialect: str) -> str:
    """A statement without what makes no difference to it; the texts it compares with keep their letters."""
    statement, bound, parameters = text.partition("\n:")
    try:
        tree = sqlglot.parse_one(statement, dialect=dialect)
    except SqlglotError:
        return " ".join(text.split()).rstrip(";")
    return tree.sql(dialect=dialect, normalize=True, comments=False) + bound + parameters


def are_near(run: Run, source: str, searches: Searches, others: Searches) -> bool:
    """Whether searches of an index ask what others asked, in the same or nearly the same words."""
    return len(searches) == len(others) and all(
        one.model_copy(update={"words": ""}) == other.model_copy(update={"words": ""})
        and is_near_duplicate(run.fetching.library(source), one.words, other.words)
        for one, other in zip(searches, others, strict=True)
    )


def repeats(run: Run, step: PlanStep, earlier: Iterable[PlanStep], outcomes: dict[str, StepOutcome]) -> bool:
    """Whether a step would make the call of an earlier one again that ended with its result."""
    return any(
        outcomes[other.id].status in ("done", "nothing_found") and _is_same(run, step, other)
        for other in earlier
        if other.id in outcomes
    )


def _is_same(run: Run, step: PlanStep, other: PlanStep) -> bool:
    if (step.source, step.inputs, step.join_key) != (other.source, other.inputs, other.join_key):
        return False
    if step.search and other.search:
        return are_near(run, step.source, [step.search], [other.search])
    calls = [(each.query, each.verified_query, each.document, each.search) for each in (step, other)]
    return any(calls[0]) and calls[0] == calls[1]
