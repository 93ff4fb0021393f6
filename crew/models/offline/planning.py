"""The decision on a question: a plan, a clarifying question, or a reasoned refusal."""

from crew.models.offline.doubts import has_or_between_conditions, names_rows_twice
from crew.models.offline.ground import Ground, grounds
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.language import content_stems
from crew.models.offline.material import Material
from crew.models.offline.several import separate_questions
from crew.models.offline.shapes.cause import plan_cause
from crew.models.offline.shapes.changes import plan_change
from crew.models.offline.shapes.definitions import plan_definition
from crew.models.offline.shapes.durations import plan_duration
from crew.models.offline.shapes.errors import NotClear
from crew.models.offline.shapes.figures import plan_figures
from crew.models.offline.shapes.parts import plan_part
from crew.models.offline.shapes.passages import plan_anywhere, plan_passages, speaks_of_documents
from crew.models.offline.shapes.ratios import plan_ratio
from crew.models.offline.shapes.shares import plan_share
from crew.models.offline.shapes.stated import with_stated_figures
from crew.models.offline.shapes.summaries import plan_summary
from crew.models.offline.shapes.verified import plan_verified
from crew.models.offline.sides import plan_sides
from crew.models.offline.spoken import spoken_words
from tasks.plan import Plan
from tools.wording import said


def plan_question(material: Material) -> Plan:
    """Plan what is fully understood; otherwise say which words were not."""
    return plan_summary(material) or with_stated_figures(_planned(material), material)


def _planned(material: Material) -> Plan:
    known = grounds(material)
    ground = known[0] if known else None
    defined = plan_definition(material, ground)
    if defined is not None:
        return defined
    checked = plan_verified(material, ground) if ground is not None else None
    if checked is not None:
        return checked
    parts = separate_questions(ground.linked) if ground and not speaks_of_documents(material, ground.linked) else ()
    if parts:
        return _several(parts)
    if ground is not None and "why" in ground.inquiry.asks:
        plan = plan_cause(material, ground)
        if plan is not None:
            return plan
    if ground is not None and (plan := plan_sides(material, _planned)) is not None:
        return plan
    if ground is None or speaks_of_documents(material, ground.linked):
        return plan_passages(material, content_stems(material.question)) or _elsewhere(material, ground)
    try:
        plan = _understood(material, ground)
        return plan.model_copy(
            update={"assumptions": tuple(dict.fromkeys((*plan.assumptions, *ground.inquiry.assumptions)))}
        )
    except NotClear as unclear:
        return _unclear(material, ground, str(unclear))


def _understood(material: Material, ground: Ground) -> Plan:
    inquiry = ground.inquiry
    timed = plan_duration(material, ground) if inquiry.problems or inquiry.ambiguities or not inquiry.measures else None
    if timed is not None:
        return timed
    if "ratio" in inquiry.asks and not material.periods[1:]:
        return _ratio(material, ground)
    if inquiry.problems or inquiry.ambiguities:
        raise NotClear(_not_understood(ground))
    unplanned = inquiry.asks - _PLANNED
    if "count_more" in unplanned and len(material.periods) == 2:
        unplanned.remove("count_more")
    if "both" in unplanned and len(inquiry.tables) < 3 and not any(f.operator == "in" for f in inquiry.filters):
        unplanned.remove("both")
    if "higher" in unplanned and _are_two(inquiry, len(material.periods)):
        unplanned.remove("higher")
    is_either = "or" in inquiry.asks and len(material.periods) == 2 and not inquiry.asks & _COMPARING
    is_apart = len(inquiry.filters) + len(material.periods) > 1 and has_or_between_conditions(ground.linked.items)
    is_twice = bool(inquiry.filters or inquiry.having) and names_rows_twice(ground.linked.text, ground.linked.items)
    is_joined = "or" in inquiry.asks and len(inquiry.filters) > 1
    if unplanned or is_either or is_joined or is_apart or is_twice:
        raise NotClear(said("A question of this kind is not planned without a language model. Ask for one part of it."))
    if "share" in inquiry.asks:
        return plan_part(material, ground) or plan_share(material, ground)
    if inquiry.asks & {"growth", "previous", "year_before"} or len(material.periods) == 2:
        return plan_change(material, ground)
    return plan_figures(material, ground)


def _are_two(inquiry: Inquiry, periods: int) -> bool:
    """Whether one figure is asked for of two members or in two periods, to tell for which it is higher."""
    members = [f for f in inquiry.filters if f.operator == "in"]
    is_one_figure = len(inquiry.measures) == 1 and not (inquiry.having or inquiry.ranking or inquiry.units)
    if not members:
        return is_one_figure and periods == 2 and not inquiry.by
    are_grouped = inquiry.by == [f.column for f in members] and len(members[0].values) == 2
    return is_one_figure and periods < 2 and are_grouped


def _ratio(material: Material, ground: Ground) -> Plan:
    """The ratio of two figures; where it is none, what was not understood of the whole question is said."""
    try:
        return plan_ratio(material, ground)
    except NotClear:
        if ground.inquiry.problems or ground.inquiry.ambiguities:
            raise NotClear(_not_understood(ground)) from None
        raise


def _unclear(material: Material, ground: Ground, reason: str) -> Plan:
    """Search documents that know the missed words; ask back where a part was understood; otherwise decline."""
    inquiry = ground.inquiry
    is_figure = inquiry.measures or inquiry.by or inquiry.units
    missed_stems = [w for p in inquiry.problems for w in content_stems(p)]
    is_mostly_unknown = len(inquiry.problems) > ground.names
    documented = plan_passages(material, missed_stems) if is_mostly_unknown or not is_figure else None
    if documented is not None:
        return documented
    missed = tuple(dict.fromkeys([*map(spoken_words, inquiry.problems), *(a.text for a in inquiry.ambiguities)]))
    if inquiry.ambiguities and not inquiry.problems:
        first = inquiry.ambiguities[0]
        return Plan(
            decision="clarify",
            question_kind="lookup",
            message=said("What does “{words}” stand for?", words=first.text),
            choices=first.readings[:5],
            not_understood=missed,
        )
    if ground.names == 0:
        return _elsewhere(material, ground)
    is_open = is_mostly_unknown and not inquiry.measures and not inquiry.ambiguities
    looked_up = plan_anywhere(material, reason) if is_open else None
    return looked_up or Plan(decision="clarify", question_kind="lookup", message=reason, not_understood=missed)


def _several(parts: tuple[str, ...]) -> Plan:
    named = "; ".join(f"“{p}”" for p in parts)
    message = said("These are several questions: {questions}. Please ask one at a time.", questions=named)
    return Plan(decision="clarify", question_kind="lookup", message=message, choices=parts[:5])


def _elsewhere(material: Material, ground: Ground | None) -> Plan:
    """A look into the documents where no table can answer; a refusal where there are none."""
    return plan_anywhere(material) or _declined(ground)


def _declined(ground: Ground | None) -> Plan:
    return Plan(
        decision="decline",
        message=said("Nothing in this domain's databases or documents is named in the question."),
        not_understood=tuple(dict.fromkeys(ground.linked.unknown)) if ground else (),
    )


def _not_understood(ground: Ground) -> str:
    words = dict.fromkeys([*map(spoken_words, ground.inquiry.problems), *(a.text for a in ground.inquiry.ambiguities)])
    listed = ", ".join(f"“{w}”" for w in words)
    return said(
        "I do not know what {words} means here. Please name the measure, group or condition in other words.",
        words=listed,
    )


_COMPARING = frozenset(["growth", "previous", "year_before", "against", "higher", "count_more"])
"""What sets two periods against each other, where `in 2023 or 2024` alone means both together."""
_PLANNED = {
    "share",
    "growth",
    "previous",
    "year_before",
    "which",
    "distinct",
    "trend",
    "against",
    "performance",
    "how_much",
    "when",
    "or",
}
