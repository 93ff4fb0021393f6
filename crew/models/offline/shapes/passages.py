"""Questions that documents answer."""

from collections.abc import Iterable

from crew.models.offline.language import content_stems
from crew.models.offline.linking import Linked
from crew.models.offline.material import Material, Source
from crew.models.offline.shapes.needs import passage_step
from tasks.plan import Need, Plan, Slot


def speaks_of_documents(material: Material, linked: Linked) -> bool:
    """True when the question names a kind of document, or asks who is responsible."""
    return bool(material.indexes) and bool(linked.cues("document", "responsible"))


def plan_passages(material: Material, words: Iterable[str]) -> Plan | None:
    """A search of each index that knows one of the words (stems); None when there is no such index."""
    asked = set(words)
    fitting = [index for index in material.indexes if asked & _known_to(index)]
    if not fitting:
        return None
    return Plan(
        question_kind="document",
        slots=(Slot(id="passage", kind="passage", need=Need(about=material.question)),),
        steps=tuple(
            passage_step("passage", index.name, material.question, material.question, number=number)
            for number, index in enumerate(fitting[:3], 1)
        ),
    )


def _known_to(index: Source) -> set[str]:
    return {*content_stems(" ".join([index.name, index.about, *index.titles])), *_DOCUMENT_WORDS}


_DOCUMENT_WORDS = frozenset(
    ["policy", "document", "handbook", "manual", "contract", "report", "guideline", "memo", "note", "minute", "term",
     "procedure", "rule", "responsible", "charge", "say", "richtlinie", "handbuch", "vertrag", "dokument", "bericht",
     "politique", "contrat", "rapport", "politica", "contrato", "documento", "informe"]
)  # fmt: skip
