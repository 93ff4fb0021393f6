"""Another round: other words for what was not found, and nothing that was tried already."""

from crew.models.offline.language import content_stems
from crew.models.offline.material import Material
from crew.models.offline.planning import plan_question
from crew.models.offline.shapes.needs import passage_step
from tasks.plan import Plan, PlanStep, Slot
from tools.documents.content_words import content_words
from tools.documents.names import names_leading_on
from tools.evidence import PassageEvidence

_READ = 3
"""Of the passages found, the best that are read for leads."""
_OF_A_LEAD = 2
_DEEPER = 12
"""Passages looked for by the question's own words when the best of them did not answer it."""


def replan_question(material: Material) -> Plan:
    """The steps that may fill the gaps; a plan without steps when there is nothing left to try."""
    plan = material.blocks.get("plan")
    if not plan:
        return plan_question(material)
    planned = Plan.model_validate(plan)
    gaps = material.blocks.get("gaps", [])
    if planned.message and all(gap.get("signal", "nothing_found") == "nothing_found" for gap in gaps):
        return Plan(decision="clarify", question_kind="lookup", message=planned.message)
    slots = {slot.id: slot for slot in planned.slots}
    steps: list[PlanStep] = []
    for gap in gaps:
        slot = slots.get(gap.get("slot", ""))
        if slot is None or slot.kind != "passage" or not slot.is_required:
            continue
        if gap.get("signal", "nothing_found") == "nothing_found":
            leads = _leads(material)
            steps += _follow(planned, slot, leads) if leads else _searches(material, planned, slot, _tried(gap))
        elif gap["signal"] == "incomplete":
            steps += _each_alone(material, planned, slot, gap["choices"])
    return Plan(
        question_kind=planned.question_kind,
        slots=tuple(slots[s] for s in dict.fromkeys(step.slot for step in steps)),
        steps=tuple(steps),
    )


def _leads(material: Material) -> list[str]:
    """What may be a document that says the rest: one that speaks of what was found, or that has a name in it."""
    passages = [e for e in material.evidence if isinstance(e, PassageEvidence)]
    known = {passage.title for passage in passages}
    best = passages[:_READ]
    names = names_leading_on(material.question, [passage.text for passage in best])
    leads = [
        *(
            f"{passage.title} {_still_asked(material.question, passage)}"
            for passage in best
            if _is_new(material, passage)
        ),
        *(name for name in names if name not in known),
    ]
    return leads[: material.blocks.get("limits", {}).get("fan_out", 5)]


def _is_new(material: Material, passage: PassageEvidence) -> bool:
    """Whether a passage is about something that the question describes and does not name."""
    return not content_words(passage.title) <= content_words(material.question)


def _still_asked(question: str, passage: PassageEvidence) -> str:
    """The words of a question that a passage does not answer."""
    said = content_words(f"{passage.title} {passage.text}")
    return " ".join(word for word in question.split() if content_words(word) and not content_words(word) <= said)


def _follow(planned: Plan, slot: Slot, leads: list[str]) -> list[PlanStep]:
    """The question's search once more, deeper, and one for each name, of the indexes the slot's passages came from."""
    sources = dict.fromkeys(s.source for s in planned.steps if s.slot == slot.id)
    used = {s.id for s in planned.steps}
    steps = []
    wanted = [(slot.need.about, "Read further", _DEEPER), *((n, f"Follow a lead: {n}", _OF_A_LEAD) for n in leads)]
    for words, task, limit in wanted:
        for source in sources:
            step = passage_step(slot.id, source, words, task, limit=limit)
            steps.append(step.model_copy(update={"id": _free_id(slot.id, used)}))
            used.add(steps[-1].id)
    return steps


def _each_alone(material: Material, planned: Plan, slot: Slot, names: list[str]) -> list[PlanStep]:
    """A search for each name that nothing was found for, without the others that were asked about."""
    others = content_words(" ".join(slot.need.entities))
    rest = " ".join(word for word in slot.need.about.split() if not content_words(word) <= others)
    sources = dict.fromkeys(s.source for s in planned.steps if s.slot == slot.id)
    used = {s.id for s in planned.steps}
    steps = []
    for name in names[: material.blocks.get("limits", {}).get("fan_out", 5)]:
        for source in sources:
            step = passage_step(slot.id, source, f"{name} {rest}", f"Search once more: {name}", limit=_OF_A_LEAD)
            steps.append(step.model_copy(update={"id": _free_id(slot.id, used)}))
            used.add(steps[-1].id)
    return steps


def _tried(gap: dict[str, object]) -> set[str]:
    tried = gap.get("tried") or ()
    return {str(t).lower() for t in (tried if isinstance(tried, list | tuple) else [tried])}


def _searches(material: Material, planned: Plan, slot: Slot, tried: set[str]) -> list[PlanStep]:
    used = {s.id for s in planned.steps}
    found = []
    for words in _wordings(material, slot):
        if any(words.lower() in t for t in tried):
            continue
        for index in material.indexes[:3]:
            step = passage_step(slot.id, index.name, words, f"Search again: {slot.need.about}")
            found.append(step.model_copy(update={"id": _free_id(slot.id, used)}))
            used.add(found[-1].id)
        return found
    return found


def _wordings(material: Material, slot: Slot) -> list[str]:
    """Broader each time: the question, its content words with the entities, the entities alone."""
    entities = " ".join(slot.need.entities)
    content = " ".join(dict.fromkeys(content_stems(material.question)))
    return [w for w in (material.question, f"{entities} {content}".strip(), entities) if w]


def _free_id(slot: str, used: set[str]) -> str:
    number = 2
    while f"s_{slot}_again_{number}" in used:
        number += 1
    return f"s_{slot}_again_{number}"
