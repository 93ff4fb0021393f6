"""Questions that a checked statement of the domain answers: found by its words, its parameters filled from them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from crew.models.offline.ground import Ground
from crew.models.offline.items import Item
from crew.models.offline.language import content_stems, stems_of
from crew.models.offline.material import Material
from crew.models.offline.names import name_words
from crew.models.offline.shapes.needs import SQL_ANALYST
from crew.models.offline.times import are_related
from tasks.dates.periods import BEGINNING
from tasks.plan import Estimate, Need, Plan, PlanStep, Slot, VerifiedCall
from tools.errors import ToolError
from tools.sql.computed import read_computed
from tools.sql.guard import check_statement
from tools.sql.specs import ParameterSpec, VerifiedQuerySpec
from tools.sql.verified import bound_parameters
from tools.terms import JsonScalar, Period


def plan_verified(material: Material, ground: Ground) -> Plan | None:
    """The one verified query whose words the question has, with nothing left that it would not heed; else None."""
    fitting = [
        VerifiedCall(name=name, parameters=parameters)
        for name, query in ground.semantics.verified_queries.items()
        if (parameters := _filled(name, query, material, ground)) is not None
    ]
    if len(fitting) != 1:
        return None
    step = PlanStep(
        id="s_figures", worker=SQL_ANALYST, kind="structured_lookup", source=ground.source, task=material.question,
        slot="figures", verified_query=fitting[0], estimate=Estimate(tokens=0, seconds=1),
    )  # fmt: skip
    need = _need(fitting[0], material, ground)
    return Plan(question_kind="lookup", slots=(Slot(id="figures", kind="rows", need=need),), steps=(step,))


def _need(call: VerifiedCall, material: Material, ground: Ground) -> Need:
    """What the checked statement computes, over the days that the question names."""
    query = ground.semantics.verified_queries[call.name]
    period = material.periods[0] if material.periods else None
    try:
        tree = check_statement(query.statement, ground.schema, ground.schema.dialect).tree
        values = bound_parameters(call.name, query, call.parameters)
        computed = read_computed(tree, ground.schema, ground.semantics, values)
    except ToolError:
        return Need(about=material.question, period=period)
    return Need(
        measures=computed.measures, grain=computed.grain, filters=computed.filters, having=computed.having,
        period=computed.period or None, about=material.question,
    )  # fmt: skip


@dataclass
class _Left:
    """What of the question is still to be heeded."""

    words: list[str]
    periods: list[Period]
    numbers: list[float | int]
    values: list[Item]


def _filled(name: str, query: VerifiedQuerySpec, material: Material, ground: Ground) -> dict[str, JsonScalar] | None:
    """The parameters as the question gives them; None where words do not fit or something is missing or left over."""
    left = _left(material, ground)
    said = next((p for p in _phrases(name, query) if p and all(_is_among(w, left.words) for w in p)), None)
    if said is None:
        return None
    known = {*said, *content_stems(query.about), *(w for p in query.parameters for w in name_words(p))}
    if any(not _is_among(word, known) for word in left.words):
        return None
    found = dict(_parameters(query.parameters, left))
    missing = [p for p, spec in query.parameters.items() if p not in found and spec.default is None]
    return None if missing or left.periods or left.numbers or left.values else found


def _phrases(name: str, query: VerifiedQuerySpec) -> Iterator[tuple[str, ...]]:
    """The ways in which people call it: its synonyms, its name, and what it is about."""
    for text in (*query.synonyms, name.replace("_", " "), query.about):
        yield content_stems(text)


def _left(material: Material, ground: Ground) -> _Left:
    left = _Left([], list(material.periods), [], [])
    for item in ground.linked.items:
        if item.kind == "period" or item.kind == "filler" or (item.cue in _ASKING and not item.targets):
            continue
        if item.kind == "number" and item.number is not None:
            left.numbers.append(item.number)
        elif item.kind == "quoted" or (item.targets and item.targets[0].kind == "value"):
            left.values.append(item)
        else:
            left.words += content_stems(item.text) or stems_of(item.text)
    return left


def _parameters(specs: Mapping[str, ParameterSpec], left: _Left) -> Iterator[tuple[str, JsonScalar]]:
    """The values for as many parameters as the question has values for; each is used up."""
    dates = [name for name, spec in specs.items() if spec.type == "date"]
    if dates and len(left.periods) == 1:
        period = left.periods.pop()
        yield from ((name, day) for name in dates if (day := _day(name, period)) is not None)
    numeric = [name for name, spec in specs.items() if spec.type in ("integer", "decimal")]
    if len(numeric) == 1 and len(left.numbers) == 1:
        yield numeric[0], left.numbers.pop()
    texts = [name for name, spec in specs.items() if spec.type == "text"]
    if len(texts) == 1 and len(left.values) == 1:
        item = left.values.pop()
        value = item.targets[0].value if item.targets else item.text
        yield texts[0], item.text if value is None or isinstance(value, bool) else value


def _day(name: str, period: Period) -> str | None:
    """The day of a period that a parameter is named for."""
    words = set(name_words(name))
    if words & _FIRST and period.start != BEGINNING:
        return period.start.isoformat()
    if words & _LAST:
        return period.end.isoformat()
    if words & _BEFORE:
        return (period.end + timedelta(days=1) if period.start == BEGINNING else period.start).isoformat()
    return None


def _is_among(word: str, words: Iterable[str]) -> bool:
    return any(word == w or (len(word) > 3 and are_related(word, w)) for w in words)


_ASKING = ("which", "listing", "and", "how_much")
_FIRST = frozenset(["start", "first", "since", "after", "begin", "beginning", "from"])
_LAST = frozenset(["end", "last", "until", "to", "till", "through"])
_BEFORE = frozenset(["before"])
