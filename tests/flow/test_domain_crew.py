"""A domain may change any role's wording, route, tools and limits, and add a role with its task."""

from pathlib import Path

from crew.assemble import open_desk
from crew.settings import Settings
from tasks.plan import Plan
from tests.flow.plans import answer_draft, lookup_plan, two_source_plan
from tests.flow.test_path import france_sentence
from tests.models import ScriptedModels
from tools.asker import Asker

CREW = """
crew:
  supervisor: {backstory: You answer for a shop by the sea.}
  sql_analyst: {route: fast, tools: [run_sql], max_iter: 2}
  auditor:
    role: Auditor
    goal: Recompute figures from the ledger.
    backstory: You trust no total.
    route: strong
    kinds: [structured_lookup]
    tools: [run_sql]
tasks:
  work_auditor:
    agent: auditor
    description: Recompute the figure of the slot in `slot` with one statement.
    expected_output: One call of run_sql.
wording: {preamble: All amounts are in euros.}
"""


def test_a_domain_adds_a_role_with_its_task_and_changes_others(
    models: ScriptedModels, config: Path, settings: Settings
) -> None:
    domain = config / "domains" / "shop.yaml"
    domain.write_text(domain.read_text() + CREW)
    plan = lookup_plan()
    step = plan.steps[0].model_copy(update={"worker": "auditor"})
    models.will_reply("plan", plan.model_copy(update={"steps": (step,)}))
    models.will_call(
        "run_sql",
        statement="SELECT SUM(o.amount) AS revenue FROM orders o JOIN customers c ON o.customer_id = c.id "
        "WHERE c.country = :country AND o.ordered_on BETWEEN '2025-07-01' AND '2025-09-30'",
        parameters={"country": "France"},
    )
    models.will_reply("draft", answer_draft(france_sentence()))

    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        answer = desk.ask("What was revenue in France last quarter?")

    assert answer.status == "verified", (answer.removed, answer.missing, answer.receipt)
    assert answer.steps[0].worker == "auditor"
    workers = {worker["name"] for worker in models.prompts("plan")[0]["workers"]}
    assert workers == {"sql_analyst", "document_researcher", "auditor"}
    spoken = models.wordings("work")[0]
    assert "You trust no total. All amounts are in euros." in spoken
    assert "Recompute the figure of the slot" in spoken
    assert "a shop by the sea" in models.wordings("plan")[0]
    assert desk.configuration.agents["sql_analyst"].route == "fast"


def test_two_replays_of_the_same_replies_take_the_same_steps(
    models: ScriptedModels, config: Path, settings: Settings
) -> None:
    logs = []
    for _ in range(2):
        models.will_reply("plan", two_source_plan())
        models.will_reply("replan", Plan(), Plan())
        models.will_reply("draft", answer_draft())
        with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
            answer = desk.ask("Why did revenue in Spain fall last quarter?")
            logs.append([(s.name, s.status, s.worker) for s in desk.store.steps(answer.run_id)])
            logs.append([call.step for call in desk.store.calls(answer.run_id)])

    assert logs[:2] == logs[2:]
    assert [name for name, _, _ in logs[0]][:3] == ["intake", "plan", "s1"]
