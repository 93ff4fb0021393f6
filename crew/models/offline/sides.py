"""Questions in two parts, of which rows answer one and documents the other."""

import re
from collections.abc import Callable

from crew.models.offline.ground import grounds
from crew.models.offline.language import content_stems
from crew.models.offline.material import Material
from crew.models.offline.shapes.passages import plan_passages, speaks_of_documents
from tasks.plan import Plan

_ASKING = (
    r"what|how|which|who|when|where|was|wie|welche[rs]?|wer|wann|wo|que|quel(?:le)?s?|combien|quand|"
    r"qu[eé]|cu[aá]l(?:es)?|cu[aá]nt[oa]s?"
)
_BETWEEN = re.compile(rf"\s*[,;?]?\s+(?:and|und|et|y)\s+(?=(?:{_ASKING})\b)|\s*[;?]\s+(?=(?:{_ASKING})\b)", re.I)


def plan_sides(material: Material, plan_figures: Callable[[Material], Plan]) -> Plan | None:
    """The plans of both parts as one; None where the question has no two parts, or one of them is not understood."""
    parts = [part.strip(" ?") for part in _BETWEEN.split(material.question)]
    if len(parts) != 2:
        return None
    sides = [_part(material, part) for part in parts]
    is_documents = [_is_for_documents(side) for side in sides]
    if is_documents.count(True) != 1:
        return None
    told, counted = (sides[0], sides[1]) if is_documents[0] else (sides[1], sides[0])
    figures = plan_figures(counted)
    passages = plan_passages(told, content_stems(told.question))
    if figures.decision != "plan" or passages is None or any(slot.kind != "rows" for slot in figures.slots):
        return None
    return figures.model_copy(
        update={"slots": (*figures.slots, *passages.slots), "steps": (*figures.steps, *passages.steps)}
    )


def _part(material: Material, text: str) -> Material:
    """The material with one part as its question, and of the periods those that the part names."""
    periods = dict(material.blocks.get("periods", {}))
    named = [period for period in periods.get("found", []) if period.get("words", "") in text]
    question = {**material.blocks.get("question", {}), "text": text}
    return Material({**material.blocks, "question": question, "periods": {**periods, "found": named}})


def _is_for_documents(side: Material) -> bool:
    known = grounds(side)
    return bool(known) and speaks_of_documents(side, known[0].linked)
