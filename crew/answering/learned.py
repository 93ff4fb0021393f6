"""What a question has learned while fetching: values that came out of sources, and names that have changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tools.evidence import Evidence, PassageEvidence, RowsEvidence
from tools.sql.drift import Drift

_SHORTEST = 3
"""Characters of a text that is looked for inside passages."""


@dataclass
class CopiedText:
    """Texts that stand in rows and passages found so far: what a model writes that is `in` it may be copied."""

    shelf: Mapping[str, Evidence]
    inputs: set[str] = field(default_factory=set)
    """Values handed to steps whose evidence is not on the shelf yet."""

    def add(self, values: Iterable[object]) -> None:
        """Remember values handed to a step."""
        self.inputs.update(value for value in values if isinstance(value, str))

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and (text in self.inputs or any(_holds(e, text) for e in self.shelf.values()))


@dataclass
class ChangedNames:
    """What has drifted since a source's schema was read, by source."""

    by_source: dict[str, tuple[Drift, ...]] = field(default_factory=dict)

    def of(self, source: str) -> tuple[Drift, ...]:
        """The drift of one source."""
        return self.by_source.get(source, ())

    def add(self, source: str, found: Sequence[Drift]) -> None:
        """Remember drift of a source."""
        self.by_source[source] = tuple(dict.fromkeys((*self.of(source), *found)))


def _holds(evidence: Evidence, text: str) -> bool:
    if isinstance(evidence, RowsEvidence):
        return any(text == cell for row in evidence.rows for cell in row)
    return isinstance(evidence, PassageEvidence) and len(text) >= _SHORTEST and text in evidence.text
