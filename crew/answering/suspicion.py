"""Instructions that rows or passages carry: reported with the answer, and kept from the models."""

from collections.abc import Mapping
from typing import Any

from tools.documents.injection import find_injections, without_injections
from tools.evidence import Evidence, PassageEvidence, RowsEvidence

_SHORTEST = 20
"""Characters of a cell that can hold an instruction."""


def suspicions(piece: Evidence) -> list[str]:
    """What in a piece of evidence reads like an instruction to a model, as warnings."""
    if isinstance(piece, PassageEvidence):
        return [warning for warning in piece.warnings if warning.startswith("injection_suspected")]
    if not isinstance(piece, RowsEvidence):
        return []
    found = {
        f"injection_suspected in `{column.name}`: {what}": None
        for row in piece.rows
        for column, value in zip(piece.columns, row, strict=True)
        if _may_instruct(value)
        for what in find_injections(str(value))
    }
    return list(found)


def without_instructions(shown: Mapping[str, Any], piece: Evidence) -> dict[str, Any]:
    """A piece of evidence as prompts show it, without what reads like an instruction."""
    if not suspicions(piece):
        return dict(shown)
    if "rows" in shown:
        return {**shown, "rows": [[_cleaned(value) for value in row] for row in shown["rows"]]}
    cleaned = {key: without_injections(shown[key]) for key in ("text", "title", "section") if shown.get(key)}
    return {**shown, **cleaned, "warnings": ["injection_suspected"]}


def _cleaned(value: Any) -> Any:
    return without_injections(value) if _may_instruct(value) else value


def _may_instruct(value: object) -> bool:
    return isinstance(value, str) and len(value) >= _SHORTEST
