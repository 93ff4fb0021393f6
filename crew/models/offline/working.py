"""The worker's part: the call a step amounts to, and the next one after a failure."""

from typing import Any

from crew.models.offline.language import content_stems
from crew.models.offline.material import Material
from crew.models.offline.reply import Reply, ToolCall
from crew.models.offline.scoping import scoped_down
from tasks.correction import Reflection, RetryCorrection, call_words
from tasks.plan import PlanStep, Slot
from tasks.renamed import renamed_query
from tools.errors import ToolError
from tools.sql.compile import CompiledQuery, compile_query
from tools.sql.drift import Drift
from tools.sql.semantics import Semantics
from tools.terms import StructuredQuery


def next_call(material: Material, tools: frozenset[str]) -> Reply:
    """The tool call that fills the step's slot, or in words why there is none."""
    step, slot = _step(material), _slot(material)
    if (
        "search_documents" in tools
        and (step is None or step.query is None)
        and (slot is None or slot.kind == "passage")
    ):
        return Reply(tool_calls=(ToolCall("search_documents", {"words": _search_words(material, step, slot)}),))
    if "run_sql" not in tools or step is None:
        return Reply(text="None of the offered tools can do this step.")
    try:
        compiled = _compiled(material, step, slot)
    except ToolError as error:
        return Reply(text=f"No statement can be written for this step. {error}")
    return Reply(
        tool_calls=(ToolCall("run_sql", {"statement": compiled.statement, "parameters": compiled.parameters}),)
    )


def correct_call(material: Material) -> RetryCorrection:
    """Another call than those that failed, or the admission that there is none."""
    step, slot, reflections = _step(material), _slot(material), _reflections(material)
    tried = {r.tried.strip() for r in reflections}
    if step is None or step.kind == "hybrid_search" or (slot is not None and slot.kind == "passage"):
        words = _search_words(material, step, slot)
        if words and words not in tried:
            return RetryCorrection(corrected_query=words, alternative_strategy="broader_search", reason="fewer words")
        return _given_up("No other words are left to search for.")
    try:
        compiled = _compiled(material, step, slot)
    except ToolError as error:
        return _given_up(str(error))
    if call_words(compiled.statement, compiled.parameters) in tried:
        return _given_up("The statement that the schema allows has already failed.")
    return RetryCorrection(
        corrected_query=compiled.statement, parameters=dict(compiled.parameters), reason="written anew over the schema"
    )


def _given_up(reason: str) -> RetryCorrection:
    return RetryCorrection(alternative_strategy="give_up", reason=reason)


def _compiled(material: Material, step: PlanStep, slot: Slot | None) -> CompiledQuery:
    schemas = material.schemas()
    schema = schemas.get(step.source) or next(iter(schemas.values()), None)
    if schema is None:
        raise ToolError("The prompt carries no schema.")
    reflections = _reflections(material)
    query = scoped_down(_with_nearest(step.query or _query_of(slot), reflections, material), reflections)
    return compile_query(query, schema, Semantics.of(material.semantics(schema.source), schema))


def _query_of(slot: Slot | None) -> StructuredQuery:
    if slot is None:
        raise ToolError("The step has no slot that says what is needed.")
    need = slot.need
    return StructuredQuery(
        measures=need.measures, by=need.grain, filters=need.filters, having=need.having, period=need.period
    )


def _with_nearest(query: StructuredQuery, reflections: list[Reflection], material: Material) -> StructuredQuery:
    """The query with values of earlier steps filled in, and a name that does not exist replaced by what is proposed."""
    proposals = [Drift(old=r.missing, new=r.proposed, likeness=1) for r in reflections if r.missing and r.proposed]
    query = renamed_query(query, proposals)
    values: dict[str, list[Any]] = material.blocks.get("values", {})
    filters = []
    for condition in query.filters:
        taken = values.get(str(condition.values[0])[1:]) if str(condition.values[:1])[2:3] == "$" else None
        update = {"operator": "in", "values": tuple(taken)} if taken else {}
        filters.append(condition.model_copy(update=update))
    return query.model_copy(update={"filters": tuple(filters)})


def _search_words(material: Material, step: PlanStep | None, slot: Slot | None) -> str:
    """The step's words the first time, then its content words, then the entities alone."""
    reflections = _reflections(material)
    first = step.search.words if step and step.search else (slot.need.about if slot else material.question)
    for name, values in material.blocks.get("values", {}).items():
        first = first.replace("{" + name + "}", " ".join(map(str, values)))
    entities = " ".join(slot.need.entities) if slot else ""
    wordings = [first, " ".join(dict.fromkeys(content_stems(first))), entities]
    tried = {r.tried.strip() for r in reflections}
    return next((w for w in wordings if w and w not in tried), "")


def _step(material: Material) -> PlanStep | None:
    step = material.blocks.get("step")
    return PlanStep.model_validate(step) if step else None


def _slot(material: Material) -> Slot | None:
    slot = material.blocks.get("slot")
    return Slot.model_validate(slot) if slot else None


def _reflections(material: Material) -> list[Reflection]:
    return [Reflection.model_validate(r) for r in material.blocks.get("reflections", [])]
