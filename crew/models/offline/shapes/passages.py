"""Questions that documents answer."""

from collections.abc import Iterable

from crew.models.offline.language import content_stems
from crew.models.offline.linking import Linked
from crew.models.offline.material import Material, Source
from crew.models.offline.shapes.needs import ANYWHERE, passage_step
from tasks.checks.mentions import names_word
from tasks.plan import Need, Plan, Slot
from tools.documents.content_words import content_words
from tools.documents.names import names_in

_MOST_NAMES = 3
_OF_A_NAME = 3
"""Passages looked for by a name alone."""
_WITHOUT_FIGURES = 10
"""Passages looked for by the question's words where there are documents alone, and nothing else can answer."""


def speaks_of_documents(material: Material, linked: Linked) -> bool:
    """True when the question names a kind of document, or asks who is responsible."""
    return bool(material.indexes) and bool(linked.cues("document", "responsible"))


def plan_passages(material: Material, words: Iterable[str]) -> Plan | None:
    """A search of each index that knows one of the words (stems), and of each name on its own; None without an index.

    Where a domain has documents alone, every question is for them.
    """
    asked = set(words)
    fitting = [i for i in material.indexes if asked & _known_to(i)] or ([] if material.schemas() else material.indexes)
    return _search(material, fitting, "passage", None if material.schemas() else _WITHOUT_FIGURES)


def plan_anywhere(material: Material, otherwise: str = "") -> Plan | None:
    """A search of every index for a question that nothing else can answer; None without an index.

    `otherwise` is what is asked back where no passage answers it either.
    """
    plan = _search(material, material.indexes, ANYWHERE, _WITHOUT_FIGURES)
    return plan.model_copy(update={"message": otherwise}) if plan else None


def _search(material: Material, fitting: list[Source], slot: str, limit: int | None) -> Plan | None:
    if not fitting:
        return None
    names = asked_names(material.question, _titles(fitting))
    searches: list[tuple[Source, str, int | None]] = [(i, material.question, limit) for i in fitting[:3]]
    searches += [(i, name, _OF_A_NAME) for name in names[:_MOST_NAMES] for i in fitting[:1]]
    return Plan(
        question_kind="document",
        slots=(Slot(id=slot, kind="passage", need=Need(about=material.question, entities=tuple(names))),),
        steps=tuple(
            passage_step(slot, index.name, text, material.question, number=number, limit=most)
            for number, (index, text, most) in enumerate(searches, 1)
        ),
    )


def asked_names(question: str, titles: str = "") -> list[str]:
    """The names in a question, without the words that begin it: `Summarise` is one only where a title has it."""
    found = [_without_opening(name) for name in names_in(question)]
    first = next(iter(question.split()), "")
    return [n for n in dict.fromkeys(found) if content_words(n) and (n != first or names_word(titles, n))]


def _titles(indexes: Iterable[Source]) -> str:
    return ". ".join(title for index in indexes for title in index.titles)


def _without_opening(name: str) -> str:
    words = name.split()
    while words and not content_words(words[0]):
        words = words[1:]
    return " ".join(words)


def _known_to(index: Source) -> set[str]:
    return {*content_stems(" ".join([index.name, index.about, *index.titles])), *_DOCUMENT_WORDS}


_DOCUMENT_WORDS = frozenset(
    ["policy", "document", "handbook", "manual", "contract", "report", "guideline", "memo", "note", "minute", "term",
     "procedure", "rule", "responsible", "charge", "say", "richtlinie", "handbuch", "vertrag", "dokument", "bericht",
     "politique", "contrat", "rapport", "politica", "contrato", "documento", "informe"]
)  # fmt: skip
