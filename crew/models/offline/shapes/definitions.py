"""Questions for what a term means: answered by what documents or the semantic layer say of it, never by a figure."""

import re

from crew.models.offline.ground import Ground
from crew.models.offline.language import content_stems, stems_of
from crew.models.offline.material import Material
from crew.models.offline.shapes.needs import passage_step
from tasks.plan import Need, Plan, Slot
from tools.sql.specs import SemanticSpec
from tools.wording import said

_TERM = r"[“\"'„«]?(?P<term>[^“”\"'„«»?.]+?)[”\"'“»]?"
_ASKED = [
    re.compile(rf"^(?:please )?{pattern}[\s?.!]*$", re.I)
    for pattern in (
        rf"(?:define|explain) (?:the (?:term|word|measure|metric) )?{_TERM}",
        rf"(?:what is |give (?:me )?|show (?:me )?)?(?:the |a |our )?definition of {_TERM}",
        rf"(?:how|what) (?:is|are|do we|do you|does one) (?:the )?{_TERM} "
        r"(?:defined|calculated|computed|measured|worked out)(?: here)?",
        rf"how (?:is|are|do (?:we|you)) (?:define|calculate|compute|measure) {_TERM}",
        rf"how do (?:we|you) (?:define|calculate|compute|measure) {_TERM}",
        rf"what (?:does|do) {_TERM} (?:mean|stand for)(?: here)?",
        rf"what (?:is|are) meant by {_TERM}",
        rf"was (?:bedeutet|heißt|heisst) {_TERM}",
        rf"(?:definiere|définis|define|defina) {_TERM}",
        rf"que (?:signifie|veut dire) {_TERM}",
        rf"qu['’]est[- ]ce que (?:c['’]est que )?{_TERM}",
        rf"[¿]?qu[eé] (?:significa|quiere decir) {_TERM}",
    )
]
_BARE = re.compile(rf"^what(?:'s| is| are)(?: an?)? {_TERM}[\s?.!]*$", re.I)
_WITH_MORE = re.compile(
    r"\b(?:the|our|my|your|their|in|for|of|by|per|from|since|with|and|to|last|this|total|average)\b", re.I
)


def plan_definition(material: Material, ground: Ground | None) -> Plan | None:
    """A search for what the term means, with what the semantic layer says of it; None where no meaning is asked."""
    term = _asked_term(material.question.strip(), ground)
    if term is None:
        return None
    described = next((text for s in material.schemas() if (text := _described(term, material.semantics(s)))), "")
    meaning = said("“{words}” means here: {meaning}", words=term, meaning=described) if described else ""
    if material.indexes:
        slot = Slot(id="passage", kind="passage", need=Need(about=material.question, entities=(term,)))
        steps = [
            passage_step("passage", index.name, material.question, material.question, number=number)
            for number, index in enumerate(material.indexes[:3], 1)
        ]
        assumed = (meaning,) if meaning else ()
        return Plan(question_kind="document", slots=(slot,), steps=tuple(steps), assumptions=assumed)
    if meaning:
        return Plan(decision="clarify", question_kind="lookup", message=meaning)
    missing = said("No document and no description here says what “{words}” means.", words=term)
    return Plan(decision="decline", message=missing, not_understood=(term,))


def _asked_term(question: str, ground: Ground | None) -> str | None:
    asked = next((hit for pattern in _ASKED if (hit := pattern.match(question))), None)
    if asked is not None:
        return asked["term"].strip()
    bare = _BARE.match(question)
    if bare is None or _WITH_MORE.search(bare["term"]) or not _is_one_measure(bare["term"], ground):
        return None
    return bare["term"].strip()


def _is_one_measure(term: str, ground: Ground | None) -> bool:
    """`what is revenue` asks for a meaning where the term is a measure's name and nothing else."""
    if ground is None:
        return False
    targets = ground.inquiry.vocabulary.names.get(stems_of(term), ())
    return any(t.kind in ("metric", "dimension") for t in targets)


def _described(term: str, spec: SemanticSpec) -> str:
    """What the semantic layer says of a measure, a way to group, or an acronym."""
    wanted = content_stems(term)
    for name, metric in spec.metrics.items():
        if wanted in (content_stems(name.replace("_", " ")), *map(content_stems, metric.synonyms)):
            return metric.about or _computed(metric.expression, metric.filters)
    for name, dimension in spec.dimensions.items():
        if wanted in (content_stems(name.replace("_", " ")), *map(content_stems, dimension.synonyms)):
            return dimension.about
    return next((full for short, full in spec.acronyms.items() if short.lower() == term.lower()), "")


def _computed(expression: str, filters: tuple[str, ...]) -> str:
    """How a measure is computed, where nobody has described it in words."""
    return " · ".join((expression, *filters))
