"""Planning over joins that are only suggested, where nothing else connects what a question names."""

from collections.abc import Callable

from crew.models.offline.material import Material
from tasks.plan import ApprovedJoin, Plan
from tools.errors import ToolError
from tools.sql.compile import compile_query
from tools.sql.guard import check_statement
from tools.sql.join_rules import used_joins
from tools.sql.join_words import join_text
from tools.sql.schema import Join, Schema
from tools.sql.semantics import Semantics
from tools.terms import StructuredQuery


def over_suggested_joins(plan: Callable[[Material], Plan], material: Material) -> Plan:
    """The plan over the joins that may be used; where it asks no database, over those it may approve, which it does."""
    made = plan(material)
    wider = material.with_approvable_joins()
    if wider is None or _asks_databases(made):
        return made
    widened = plan(wider)
    if not _asks_databases(widened):
        return made if made.decision == "plan" else widened
    approved = tuple(
        dict.fromkeys(
            ApprovedJoin(source=step.source, join=join_text(join.left, join.right))
            for step in widened.steps
            if step.query is not None
            for join in _inferred(wider, step.source, step.query)
        )
    )
    return widened.model_copy(update={"approved_joins": approved})


def _asks_databases(plan: Plan) -> bool:
    return plan.decision == "plan" and any(step.kind == "structured_lookup" for step in plan.steps)


def _inferred(material: Material, source: str, query: StructuredQuery) -> list[Join]:
    """The joins that a query needs and that are only inferred."""
    schema: Schema = material.schemas()[source]
    try:
        written = compile_query(query, schema, Semantics.of(material.semantics(source), schema)).statement
        tree = check_statement(written, schema, schema.dialect).tree
        return [join for join in used_joins(tree, schema, schema.joins) if join.origin == "inferred"]
    except ToolError:
        return []
