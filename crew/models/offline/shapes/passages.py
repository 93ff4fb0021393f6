"""Questions that documents answer."""

from crew.models.offline.language import content_stems
from crew.models.offline.linking import Linked
from crew.models.offline.material import Material, Source
from crew.models.offline.shapes.needs import passage_step
from tasks.plan import Need, Plan, Slot


def speaks_of_documents(material: Material, linked: Linked) -> bool:
    """True when the question names a document, or asks what one says."""
    if not material.indexes:
        return False
    return bool(linked.cues("document", "responsible")) or _titles_named(material) > 0


def plan_passages(material: Material) -> Plan | None:
    """A search of each index whose words the question shares; None when there is no index or none fits."""
    words = " ".join(dict.fromkeys(content_stems(material.question)))
    fitting = [index for index in material.indexes if _fits(material, index)]
    if not fitting or not words:
        return None
    return Plan(
        question_kind="document",
        slots=(Slot(id="passage", kind="passage", need=Need(about=material.question)),),
        steps=tuple(
            passage_step("passage", index.name, material.question, material.question, number=number)
            for number, index in enumerate(fitting[:3], 1)
        ),
    )


def _fits(material: Material, index: Source) -> bool:
    known = set(content_stems(" ".join([index.name, index.about, *index.titles])))
    asked = set(content_stems(material.question))
    return bool(asked & known) or bool(asked & _DOCUMENT_WORDS)


def _titles_named(material: Material) -> int:
    asked = set(content_stems(material.question))
    titles = [set(content_stems(t)) for index in material.indexes for t in index.titles]
    return sum(1 for words in titles if words and len(words & asked) >= max(2, (len(words) + 1) // 2))


_DOCUMENT_WORDS = frozenset(
    ["policy", "document", "handbook", "manual", "contract", "report", "guideline", "memo", "note", "minute", "term",
     "procedure", "rule", "responsible", "charge", "say", "richtlinie", "handbuch", "vertrag", "dokument", "bericht",
     "politique", "contrat", "rapport", "politica", "contrato", "documento", "informe"]
)  # fmt: skip
