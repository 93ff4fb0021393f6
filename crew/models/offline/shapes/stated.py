"""A look for passages that state the same figures, so that sources which disagree are noticed."""

from collections.abc import Iterator

from crew.models.offline.material import Material
from crew.models.offline.shapes.needs import passage_step
from tasks.dates.periods import period_words
from tasks.plan import Need, Plan, PlanStep, Slot, StepInput
from tools.sql.naming import phrase

SLOT = "stated"
_MOST_INDEXES = 3


def with_stated_figures(plan: Plan, material: Material) -> Plan:
    """The plan with a search for what documents say of its figures; nothing is missing when they say nothing."""
    dated = [slot for slot in plan.slots if slot.kind == "rows" and slot.need.measures and slot.need.period]
    if not dated or not material.indexes:
        return plan
    main = dated[0]
    about = _words(main, material)
    steps = tuple(_steps(plan, main, about, material))
    slot = Slot(
        id=SLOT, kind="passage", need=Need(entities=main.need.entities, about=about), is_required=False
    )  # fmt: skip
    return plan.model_copy(update={"slots": (*plan.slots, slot), "steps": (*plan.steps, *steps)})


def _words(slot: Slot, material: Material) -> str:
    """The first measure and the period, as a document would write them."""
    period = period_words(slot.need.period, material.language) if slot.need.period else ""
    return f"{phrase(slot.need.measures[0])} {period}"


def _steps(plan: Plan, main: Slot, about: str, material: Material) -> Iterator[PlanStep]:
    """A search for what the question names, and one for the member that its figures point at."""
    member = _member(plan)
    entities = " ".join(main.need.entities)
    searches: list[tuple[str, tuple[StepInput, ...]]] = []
    if entities or member is None:
        searches.append((f"{entities} {about}".strip(), ()))
    if member is not None:
        searches.append((f"{{{member.name}}} {about}", (member,)))
    number = 0
    for words, inputs in searches:
        for index in material.indexes[:_MOST_INDEXES]:
            number += 1
            task = f"Find what is said of {about}"
            yield passage_step(SLOT, index.name, words, task, inputs, number, words_only=True)


def _member(plan: Plan) -> StepInput | None:
    """The part that fell most, or the first of a ranking."""
    slots = {slot.id: slot for slot in plan.slots}
    if "parts_now" in slots and "parts_before" in slots:
        column = slots["parts_now"].need.grain[0]
        return StepInput(step="s_parts_now", change_from="s_parts_before", column=column, take=1, name="member")
    if plan.question_kind == "ranking" and plan.slots[0].need.grain:
        return StepInput(step=plan.steps[0].id, column=plan.slots[0].need.grain[-1], take=1, name="member")
    return None
