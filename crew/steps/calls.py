"""Calls that need no model: those the plan determines, and those a correction spells out."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from crew.answering.run import Run
from tasks.correction import RetryCorrection, call_words
from tasks.plan import PlanStep, SearchCall
from tools.errors import ToolError
from tools.evidence import Evidence, EvidenceLog, RowsEvidence, json_value
from tools.sql.columns import UnknownTerm
from tools.sql.compile import compile_query
from tools.sql.drift import explained
from tools.sql.errors import UnknownColumn
from tools.sql.key_batches import keyed_statement
from tools.sql.semantics import Semantics
from tools.sql.verified import bound_parameters
from tools.terms import Filter, JsonScalar, StructuredQuery

Values = dict[str, list[Any]]


@dataclass(frozen=True)
class Call:
    """A call ready to be made, and the words that tell it from others."""

    words: str
    make: Callable[[], list[Evidence]]
    searches: tuple[SearchCall, ...] = ()
    """What it searches for, where it is a search."""


class NoSuchVerifiedQuery(ToolError):
    """The plan names a verified query that the source does not have."""


def known_call(run: Run, step: PlanStep, values: Values) -> Call | None:
    """The call a step's plan determines; None when its worker must be asked."""
    if step.query is not None:
        query = bind_values(step.query, values)
        return Call(query.model_dump_json(exclude_defaults=True), lambda: _run_query(run, step, query))
    if step.verified_query is not None:
        name, parameters = step.verified_query.name, step.verified_query.parameters
        return Call(f"{name} {parameters}", lambda: _run_verified(run, step, name, dict(parameters)))
    if step.search is not None:
        return _search_call(run, step, *_searches(step, step.search, values)[: run.configuration.budgets.fan_out])
    if step.earlier is not None:
        return Call(step.earlier, partial(_cite, run, step, step.earlier))
    if step.document is not None:
        document = step.document
        return Call(document, lambda: run.fetch_document(step, document))
    return None


def _cite(run: Run, step: PlanStep, name: str) -> list[Evidence]:
    """Evidence of an earlier turn; gone when the run goes on in another process than its conversation."""
    if name not in run.prepared.earlier:
        raise ToolError(f"What `{name}` held is no longer at hand; fetch it again.")
    return EvidenceLog(step.id).file(run.prepared.earlier[name])


def corrected_call(run: Run, step: PlanStep, correction: RetryCorrection) -> Call:
    """The call a worker's correction spells out."""
    text = correction.corrected_query or ""
    if step.kind == "structured_lookup":
        words = call_words(text, correction.parameters)
        return Call(words, lambda: run.statement(step, text, correction.parameters))
    return _search_call(run, step, SearchCall(words=text))


def _search_call(run: Run, step: PlanStep, *searches: SearchCall) -> Call:
    words = " | ".join(search.model_dump_json(exclude_defaults=True) for search in searches)
    return Call(words, lambda: run.search(step, *searches), searches)


def fanned_out(step: PlanStep) -> list[str]:
    """The inputs for each of whose values a step's search is made: its words refer to them as `{name}`."""
    words = step.search.words if step.search else ""
    return [i.name for i in step.inputs if f"{{{i.name}}}" in words]


def _searches(step: PlanStep, search: SearchCall, values: Values) -> list[SearchCall]:
    """A search for every value of the inputs that its words refer to."""
    wordings = [search.words]
    for name in fanned_out(step):
        wordings = [words.replace(f"{{{name}}}", str(value)) for words in wordings for value in values[name]]
    dated = {"during": None, **_days(values[search.during])} if search.during else {}
    return [search.model_copy(update={"words": words, **dated}) for words in wordings]


def _days(periods: Iterable[str]) -> dict[str, date]:
    """The first and the last day of periods such as `2025-08-01/2025-08-31`."""
    days = [date.fromisoformat(day) for period in periods for day in period.split("/")]
    return {"since": min(days), "until": max(days)}


def bind_values(query: StructuredQuery, values: Values) -> StructuredQuery:
    """A query whose filter values `$name` are replaced by the values of an input; they stay bound parameters."""
    bound = {"filters": bound_filters(query.filters, values), "having": bound_filters(query.having, values)}
    return query.model_copy(update=bound)


def bound_filters(conditions: Iterable[Filter], values: Values) -> tuple[Filter, ...]:
    """Conditions whose values `$name` are replaced by those of an input."""
    return tuple(_bound(condition, values) for condition in conditions)


def _bound(condition: Filter, values: Values) -> Filter:
    bound: list[JsonScalar] = []
    for value in condition.values:
        if isinstance(value, str) and value.startswith("$") and value[1:] in values:
            bound.extend(json_value(v) for v in values[value[1:]])
        else:
            bound.append(value)
    operator = "in" if condition.operator == "=" and len(bound) > 1 else condition.operator
    return condition.model_copy(update={"values": tuple(bound), "operator": operator})


def _run_query(run: Run, step: PlanStep, query: StructuredQuery) -> list[Evidence]:
    database = run.sources.databases[step.source]
    semantics = database.semantics()
    try:
        statement, parameters = _written(step, query, semantics)
    except UnknownTerm as error:
        raise explained(UnknownColumn(error.name, error.nearest), database.changes) from error
    return run.statement(step, statement, parameters, semantics.schema)


def _written(step: PlanStep, query: StructuredQuery, semantics: Semantics) -> tuple[str, dict[str, JsonScalar]]:
    if step.join_key is not None:
        return keyed_statement(query, step.join_key.to, semantics.schema, semantics)
    compiled = compile_query(query, semantics.schema, semantics)
    return compiled.statement, compiled.parameters


def _run_verified(run: Run, step: PlanStep, name: str, parameters: dict[str, Any]) -> list[Evidence]:
    queries = run.sources.databases[step.source].semantics().spec.verified_queries
    if name not in queries:
        raise NoSuchVerifiedQuery(f"`{step.source}` has no verified query `{name}`; it has {', '.join(queries)}.")
    query = queries[name]
    found = run.statement(step, query.statement, bound_parameters(name, query, parameters))
    return [e.model_copy(update={"verified_query": name}) if isinstance(e, RowsEvidence) else e for e in found]
