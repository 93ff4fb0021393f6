"""A verified query's rows are marked as trusted."""

from crew.desk import Desk
from crew.render.words import evidence_about
from tasks.draft import DraftFigure, DraftSentence
from tasks.plan import Need, Plan, PlanStep, Slot, VerifiedCall
from tests.flow.plans import NOW, answer_draft
from tests.models import ScriptedModels

QUERY = """
      verified_queries:
        french_revenue:
          about: Revenue in France between two days.
          statement: >-
            SELECT sum(orders.amount) AS revenue FROM orders JOIN customers ON customers.id = orders.customer_id
            WHERE customers.country = 'France' AND orders.ordered_on >= :start AND orders.ordered_on <= :end
          parameters: {start: {type: date}, end: {type: date}}
"""


def test_rows_of_a_verified_query_are_marked(config, models: ScriptedModels, settings) -> None:
    file = config / "domains" / "shop.yaml"
    file.write_text(file.read_text().replace("      dimensions:", QUERY.strip("\n") + "\n      dimensions:"))
    slot = Slot(id="total", kind="rows", need=Need(measures=("revenue",), period=NOW))
    call = VerifiedCall(name="french_revenue", parameters={"start": "2025-07-01", "end": "2025-09-30"})
    step = PlanStep(
        id="s1",
        worker="sql_analyst",
        kind="structured_lookup",
        source="shop",
        task="",
        slot="total",
        verified_query=call,
    )
    models.will_reply("plan", Plan(question_kind="lookup", slots=(slot,), steps=(step,)))
    text = "Revenue in France was [[f1]] in Q3 2025."
    figure = DraftFigure(marker="f1", of="E1[0].revenue")
    models.will_reply("draft", answer_draft(DraftSentence(text=text, citations=("E1",), figures=(figure,))))
    models.leave_to_offline("verify", "replan", "draft")

    from crew.assemble import open_desk
    from tools.asker import Asker

    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        assert isinstance(desk, Desk)
        answer = desk.ask("What was the revenue in France in Q3 2025?")

    (evidence,) = answer.evidence
    assert evidence["verified_query"] == "french_revenue"
    assert "trusted: verified query `french_revenue`" in evidence_about(evidence)
