"""What the supervisor is shown of the sources before it plans."""

from collections.abc import Mapping
from typing import Any

from crew.answering.evidence_blocks import earlier_blocks
from crew.answering.prompts import need_words, semantics_shown
from crew.answering.run import Run
from crew.answering.state import FlowState
from tasks.plan_joins import join_offers
from tools.evidence import Evidence
from tools.sql.slicing import Slice

_REPLAN_SHARE = 4
"""Another plan is for a few gaps: the part of a schema it gets is this much smaller."""


def plan_material(run: Run, state: FlowState, task: str) -> dict[str, Any]:
    """The sources, what of their schemas the question is about, who works, and what past questions left."""
    shown = _shown(run, state, task)
    databases, indexes = run.sources.databases, run.sources.indexes
    about_indexes = [
        {"name": i.name, "kind": "index", "about": i.spec.about, **run.describe_index(i)} for i in indexes.values()
    ]
    about = run.configuration.domain.about
    about_databases = [
        {"name": d.name, "kind": "database", "about": d.spec.about or about, "dialect": d.database.dialect}
        for d in databases.values()
    ]
    budgets = run.configuration.budgets
    return {
        "sources": [*about_databases, *about_indexes],
        "schema": {name: part.block for name, part in shown.items()},
        "semantics": {name: semantics_shown(databases[name].semantics(), part) for name, part in shown.items()},
        "workers": [
            {"name": name, "about": spec.goal, "kinds": spec.kinds}
            for name, spec in run.configuration.agents.items()
            if spec.kinds
        ],
        "join_suggestions": join_offers({name: part.schema for name, part in shown.items()}),
        "limits": {"depth": budgets.plan_depth, "fan_out": budgets.fan_out},
        **({"learned": run.learned} if run.learned else {}),
        **({"earlier": earlier_blocks(pieces)} if (pieces := citable(run)) else {}),
    }


def citable(run: Run) -> Mapping[str, Evidence]:
    """Evidence of earlier turns that a plan may cite; none where something is kept from the supervisor's model."""
    return run.prepared.earlier if run.withholding("supervisor") is None else {}


def _shown(run: Run, state: FlowState, task: str) -> dict[str, Slice]:
    """Of each database what the question is about; for another plan only what its gaps are about."""
    tokens = run.configuration.budgets.schema_tokens
    databases = run.sources.databases.items()
    if task != "replan":
        return {name: opened.slice(run.question, tokens=tokens, deadline=run.deadline) for name, opened in databases}
    needs = {slot.id: slot.need for slot in state.agreed_plan.slots}
    about = [need_words(needs[gap.slot]) for gap in state.gaps if gap.slot in needs]
    few = tokens // _REPLAN_SHARE
    return {name: opened.linked(" ".join(about), tokens=few, deadline=run.deadline) for name, opened in databases}
