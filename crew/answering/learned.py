"""What a question has learned while fetching: values that came out of sources, and tables that are as known."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tools.evidence import Evidence, PassageEvidence, RowsEvidence
from tools.sql.schema import Schema, Table

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
class SeenTables:
    """Tables that a question compared with the database already: each is compared once."""

    seen: set[tuple[int, str]] = field(default_factory=set)

    def unseen(self, schema: Schema, tables: Sequence[Table]) -> list[Table]:
        """Those of a schema not compared yet; they count as compared from now on."""
        new = [table for table in tables if (id(schema), table.name) not in self.seen]
        self.seen.update((id(schema), table.name) for table in new)
        return new


def _holds(evidence: Evidence, text: str) -> bool:
    if isinstance(evidence, RowsEvidence):
        return any(text == cell for row in evidence.rows for cell in row)
    return isinstance(evidence, PassageEvidence) and len(text) >= _SHORTEST and text in evidence.text
