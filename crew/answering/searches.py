"""What the searches of a question tried and signalled, kept by the step of the plan that made them."""

import threading
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic import BaseModel

from tools.documents.reformulate import SearchMemory, Terms
from tools.documents.search_evidence import Attempt, Searched
from tools.documents.signals import Signal
from tools.sql.naming import phrase
from tools.sql.specs import SemanticSpec


class SearchRecord(BaseModel):
    """One search: every wording that was tried with the reason for it, and what its reader must know."""

    attempts: list[Attempt]
    signals: list[Signal] = []


class SearchNotes:
    """The searches of each step until the flow takes them into its state. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._records: dict[str, list[SearchRecord]] = defaultdict(list)

    def add(self, step: str, searched: Searched) -> None:
        """Remember a search of a step."""
        record = SearchRecord(attempts=list(searched.attempts), signals=list(searched.result.signals))
        with self._lock:
            self._records[step].append(record)

    def take(self, step: str) -> list[SearchRecord]:
        """The searches of a step, which are then forgotten here."""
        with self._lock:
            return self._records.pop(step, [])


@dataclass(frozen=True)
class Searching:
    """How a question's searches are reworded, and what is kept of them."""

    terms: Terms = field(default_factory=dict)
    rounds: int = 2
    is_about_present: bool = False
    memory: SearchMemory = field(default_factory=SearchMemory)
    notes: SearchNotes = field(default_factory=SearchNotes)


def search_terms(layers: Iterable[SemanticSpec]) -> Terms:
    """Terms of semantic layers with others that mean the same, for searching again in other terms."""
    terms: dict[str, list[str]] = defaultdict(list)
    for spec in layers:
        for named in (spec.metrics, spec.dimensions, spec.tables):
            for name, described in named.items():
                terms[phrase(name)] += described.synonyms
        for dimension in spec.dimensions.values():
            for value, others in dimension.values.items():
                terms[value] += others
        for acronym, meaning in spec.acronyms.items():
            terms[acronym].append(meaning)
    return {term: tuple(dict.fromkeys(others)) for term, others in terms.items() if others}
