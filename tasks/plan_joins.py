"""The joins that a plan may approve, and what is wrong with those it does."""

from collections.abc import Mapping
from typing import Any

from tasks.plan import Plan
from tools.sql.join_decisions import find_join
from tools.sql.join_words import join_text, suggestion_hint
from tools.sql.joins import APPROVABLE
from tools.sql.schema import Join, Schema

MOST_OFFERED = 20


def join_offers(schemas: Mapping[str, Schema]) -> list[dict[str, Any]]:
    """The suggested joins of each database as a prompt shows them, the most confident first."""
    suggested = [(source, join) for source, schema in schemas.items() for join in schema.suggestions]
    ranked = sorted(suggested, key=lambda each: -each[1].confidence)
    return [
        {
            "source": source,
            "join": join_text(join.left, join.right),
            "confidence": join.confidence,
            "why": join.reason,
            "needs": "approved_joins" if join.confidence >= APPROVABLE else "a person's confirmation",
        }
        for source, join in ranked[:MOST_OFFERED]
    ]


def approved_joins(plan: Plan, schemas: Mapping[str, Schema]) -> dict[str, list[Join]]:
    """The suggested joins that a plan approves, by source; those that are usable already are left out."""
    found: dict[str, list[Join]] = {}
    for approval in plan.approved_joins:
        schema = schemas.get(approval.source)
        join = find_join(approval.join, schema.suggestions) if schema else None
        if join is not None:
            found.setdefault(approval.source, []).append(join)
    return found


def join_problems(plan: Plan, schemas: Mapping[str, Schema]) -> list[str]:
    """Each approval that cannot stand, in words the supervisor can act on."""
    problems = []
    for approval in plan.approved_joins:
        schema = schemas.get(approval.source)
        if schema is None:
            known = ", ".join(schemas)
            problems.append(f"`approved_joins`: there is no database `{approval.source}`; there are {known}.")
        elif (join := find_join(approval.join, schema.suggestions)) is not None:
            problems += [] if join.confidence >= APPROVABLE else [f"`approved_joins`: {suggestion_hint(join)}"]
        elif find_join(approval.join, schema.joins) is None:
            offered = ", ".join(f"`{offer['join']}`" for offer in join_offers({approval.source: schema})[:5])
            hint = f" Suggested are {offered}." if offered else ""
            problems.append(f"`approved_joins`: `{approval.join}` is not suggested for `{approval.source}`.{hint}")
    return problems
