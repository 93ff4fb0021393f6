"""What a set of documents says of a subject is told document by document, and what was not heard is said."""

from pathlib import Path

import pytest

from crew.desk import Desk
from tasks.plan import Need, Plan, PlanStep, SearchCall, Slot
from tests.flow.plans import answer_draft
from tests.flow.test_path import supported
from tests.flow.test_signals import quoting
from tests.models import ScriptedModels
from tools.documents.ingest import add_documents

CONTRACTS = {
    "Aldo": "Late delivery costs a penalty of one percent of the price for every week.",
    "Bruno": "The penalty for late delivery is capped at five percent of the price.",
    "Carla": "Invoices are paid within thirty days.",
}
QUESTION = "Summarise what the contracts say about penalties."


@pytest.fixture
def contracts(desk: Desk, config: Path) -> Desk:
    """The desk, with three contracts and a letter that speaks of a penalty too."""
    notes = config.parent / "notes"
    for name, text in CONTRACTS.items():
        head = f"---\ntitle: Contract {name}\ndate: 2025-01-01\n---\n"
        (notes / f"contract-{name.lower()}.md").write_text(f"{head}{text} Goods travel by road.\n")
    (notes / "letter.md").write_text("---\ntitle: Letter\n---\nThe penalty was waived.\n")
    opened = desk.index("notes")
    add_documents(opened.index, notes, opened.embedder)
    return desk


def test_the_offline_model_tells_each_document_that_speaks_of_it(contracts: Desk, models: ScriptedModels) -> None:
    models.leave_to_offline("plan", "draft", "verify", "replan")

    answer = contracts.ask(QUESTION)

    assert [s.text for s in answer.sentences] == [
        f"“Contract {name}” (2025-01-01) says: “{CONTRACTS[name]}”" for name in ("Aldo", "Bruno")
    ]
    assert all(s.supported and s.citations for s in answer.sentences)
    (said,) = [w for w in answer.warnings if "documents are called" in w]
    assert said == (
        "notes: 3 documents are called “contract”; passages were found in 2 of them; "
        "nothing about it in “Contract Carla”."
    )


def test_a_model_is_given_the_passages_of_every_document(contracts: Desk, models: ScriptedModels) -> None:
    step = PlanStep(
        id="s1",
        worker="document_researcher",
        kind="hybrid_search",
        source="notes",
        task=QUESTION,
        slot="passage",
        search=SearchCall(words="penalty late delivery", each_of="contract", limit=1),
    )
    slot = Slot(id="passage", kind="passage", need=Need(about="penalties"))
    models.will_reply("plan", Plan(question_kind="summary", slots=(slot,), steps=(step,)))
    models.will_reply(
        "draft",
        answer_draft(
            quoting(CONTRACTS["Aldo"], "E1", "Contract Aldo"), quoting(CONTRACTS["Bruno"], "E2", "Contract Bruno")
        ),
    )
    models.will_reply("verify", supported)

    answer = contracts.ask(QUESTION)

    assert [e["document"] for e in answer.evidence] == ["contract-aldo.md", "contract-bruno.md"]
    assert answer.status == "verified", (answer.removed, answer.missing)


def test_a_set_without_documents_says_so(contracts: Desk, models: ScriptedModels) -> None:
    models.leave_to_offline("plan", "draft", "verify", "replan")

    answer = contracts.ask("Summarise what the treaties say about penalties.")

    assert answer.status == "no_evidence"
    assert "No document is called “treaty”." in answer.answer
