"""Instructions that rows or passages carry: reported with the answer, and kept from the models."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tools.documents.injection import find_injections, without_injections
from tools.evidence import Evidence, PassageEvidence, RowsEvidence
from tools.wording import said

_SHORTEST = 20
"""Characters of a cell that can hold an instruction."""
_TITLES = re.compile(
    r"(?:^|_)(?:names?|titles?|subjects?|questions?|headlines?|prompts?|quer(?:y|ies))$", re.IGNORECASE
)
"""Columns whose cells may well be questions or tasks that nothing else in their row is about."""


def suspicions(piece: Evidence) -> list[str]:
    """What in a piece of evidence reads like an instruction to a model, as warnings."""
    if isinstance(piece, PassageEvidence):
        return [warning for warning in piece.warnings if warning.startswith("injection_suspected")]
    if not isinstance(piece, RowsEvidence):
        return []
    found = {
        said("injection_suspected in `{column}`: {what}", column=column, what=what): None
        for column, value, surroundings in _cells(piece)
        for what in find_injections(value, surroundings)
    }
    return list(found)


def without_instructions(shown: Mapping[str, Any], piece: Evidence) -> dict[str, Any]:
    """A piece of evidence as prompts show it, without what reads like an instruction."""
    if not suspicions(piece):
        return dict(shown)
    if isinstance(piece, RowsEvidence):
        cleaned = {value: without_injections(value, around) for _, value, around in _cells(piece)}
        rows = [[cleaned.get(cell, cell) if isinstance(cell, str) else cell for cell in row] for row in shown["rows"]]
        return {**shown, "rows": rows}
    fields = {key: shown[key] for key in ("text", "title", "section") if shown.get(key)}
    cleaned = {
        key: without_injections(value, " ".join(other for name, other in fields.items() if name != key))
        for key, value in fields.items()
    }
    return {**shown, **cleaned, "warnings": ["injection_suspected"]}


def _cells(piece: RowsEvidence) -> Iterator[tuple[str, str, str]]:
    """Each cell that may hold an instruction: its column, its text, and what it may well be about."""
    for row in piece.rows:
        for place, (column, value) in enumerate(zip(piece.columns, row, strict=True)):
            if isinstance(value, str) and len(value) >= _SHORTEST:
                others = [str(cell) for at, cell in enumerate(row) if at != place and isinstance(cell, str)]
                is_title = _TITLES.search(column.name)
                yield column.name, value, " ".join([value if is_title else "", piece.statement, *others])
