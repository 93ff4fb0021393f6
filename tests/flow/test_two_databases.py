"""A contract in one database, its risk record in another, its document in an index: joined by keys, step by step."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
import yaml

from crew.assemble import open_desk
from crew.desk import Desk
from crew.settings import Settings
from tasks.draft import DraftFigure, DraftSentence
from tasks.plan import JoinKey, Need, Plan, PlanStep, SearchCall, Slot, StepInput
from tests.flow.conftest import ROUTE
from tests.flow.plans import answer_draft
from tests.models import ScriptedModels
from tests.scratch import own
from tools.asker import Asker
from tools.documents.ingest import add_documents
from tools.terms import Filter, StructuredQuery

QUESTION = "Which contract has the highest risk score, and what does the archive say of it?"
SCRATCH = own("two_databases")
CLAUSE = "The contract K-7 ends early when the supplier misses two deliveries in a row."
RISKS = [("K-1", 20), ("K-7", 90), ("K-7", 85), ("K-9", 40), ("K-50", 99)]


@pytest.fixture(params=["sqlite", "postgres"])
def risks_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Risk records in a database of their own, without keys; `K-50` is no contract of ours."""
    if request.param == "sqlite":
        yield from _filled(f"sqlite:///{tmp_path / 'risks.sqlite'}")
        return
    if "CROSSCHECK_TEST_POSTGRES_URL" not in os.environ:
        pytest.skip("CROSSCHECK_TEST_POSTGRES_URL is not set")
    server = sa.create_engine(os.environ["CROSSCHECK_TEST_POSTGRES_URL"], isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
        connection.exec_driver_sql(f"CREATE DATABASE {SCRATCH}")
    yield from _filled(server.url.set(database=SCRATCH).render_as_string(hide_password=False))
    with server.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE {SCRATCH} WITH (FORCE)")
    server.dispose()


def _filled(url: str) -> Iterator[str]:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE risk_records (contract VARCHAR(10), score INTEGER)")
        connection.execute(
            sa.text("INSERT INTO risk_records VALUES (:contract, :score)"),
            [{"contract": contract, "score": score} for contract, score in RISKS],
        )
    engine.dispose()
    yield url


@pytest.fixture
def two(tmp_path: Path, models: ScriptedModels, settings: Settings, risks_url: str) -> Iterator[Desk]:
    """A desk over both databases and the archive."""
    with sqlite3.connect(tmp_path / "contracts.sqlite") as connection:
        connection.execute("CREATE TABLE contracts (number TEXT PRIMARY KEY, region TEXT, amount INTEGER)")
        rows = [("K-1", "North", 100), ("K-7", "North", 700), ("K-8", "North", 800), ("K-9", "South", 900)]
        connection.executemany("INSERT INTO contracts VALUES (?, ?, ?)", rows)
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive/k7.md").write_text(f"# Contract K-7\n\n{CLAUSE}\n")
    (tmp_path / "archive/k1.md").write_text("# Contract K-1\n\nThe contract K-1 runs until it is ended in writing.\n")
    config = tmp_path / "config"
    (config / "domains").mkdir(parents=True)
    domain = {
        "version": 1,
        "about": "Contracts and their risks.",
        "databases": {
            "contracts": {"url": f"sqlite:///{tmp_path / 'contracts.sqlite'}"},
            "risks": {"url": risks_url, "semantic": {"metrics": {"risk": {"expression": "max(risk_records.score)"}}}},
        },
        "indexes": {"archive": {"folder": "archive", "embedder": "none", "path": "index"}},
    }
    (config / "domains/contracts.yaml").write_text(yaml.safe_dump(domain))
    routes = {"version": 1, "routes": dict.fromkeys(("fast", "strong", "verifying"), ROUTE)}
    (config / "routes.yaml").write_text(yaml.safe_dump(routes))
    with open_desk("contracts", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        archive = desk.index("archive")
        add_documents(archive.index, tmp_path / "archive", archive.embedder)
        yield desk


NORTH = Filter(column="contracts.region", values=("North",))
OF_THE_NORTH = Filter(column="risk_records.contract", operator="in", values=("$contracts",))
CONTRACTS = PlanStep(
    id="s1",
    worker="sql_analyst",
    kind="structured_lookup",
    source="contracts",
    task="Contracts in the North",
    slot="contracts",
    query=StructuredQuery(by=("contracts.number", "contracts.amount"), filters=(NORTH,)),
)
RISK = PlanStep(
    id="s2",
    worker="sql_analyst",
    kind="structured_lookup",
    source="risks",
    task="Their highest risk score",
    slot="risks",
    join_key=JoinKey(step="s1", column="number", to="risk_records.contract"),
    query=StructuredQuery(measures=("risk",), by=("risk_records.contract",)),
)
DOCUMENT = PlanStep(
    id="s3",
    worker="document_researcher",
    kind="hybrid_search",
    source="archive",
    task="What the archive says of the riskiest",
    slot="clause",
    inputs=(StepInput(step="s2", column="contract", take=1, name="contract"),),
    search=SearchCall(words="contract {contract} ends"),
)
SLOTS = (
    Slot(
        id="contracts",
        kind="rows",
        need=Need(grain=("contracts.number", "contracts.amount"), filters=(NORTH,)),
        is_required=False,
    ),
    Slot(
        id="risks",
        kind="rows",
        need=Need(measures=("risk",), grain=("risk_records.contract",), filters=(OF_THE_NORTH,)),
    ),
    Slot(id="clause", kind="passage", need=Need(about="the riskiest contract")),
)


def chain(risk: PlanStep = RISK) -> Plan:
    """From contracts to risk records to the archive."""
    return Plan(question_kind="lookup", slots=SLOTS, steps=(CONTRACTS, risk, DOCUMENT))


def found_draft(risk: str = "E2[0].risk") -> object:
    """What was found along the chain."""
    return answer_draft(
        DraftSentence(
            text="Contract K-7 has a risk of [[f1]].",
            citations=("E2",),
            figures=(DraftFigure(marker="f1", of=risk),),
        ),
        DraftSentence(text=f"Of it “Contract K-7” states: “{CLAUSE}”", citations=("E3",)),
    )


def test_the_chain_is_joined_by_bound_keys_and_accounted_for(two: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", chain())
    models.will_reply("draft", found_draft())
    models.leave_to_offline("verify")

    answer = two.ask(QUESTION)

    risks = answer.evidence[1]
    assert [row[0] for row in risks["rows"]] == ["K-7", "K-1"]
    account = risks["joins"][-1]
    assert account["on"] == "contracts.number of contracts = risk_records.contract of risks"
    assert (account["rows_before"], account["rows_after"], account["unmatched_left"]) == (3, 2, 1)
    assert account["unmatched_right"] == 2
    assert sorted(risks["parameters"].values()) == ["K-1", "K-7", "K-8"]
    assert CLAUSE in answer.answer
    assert answer.status == "verified", (answer.removed, answer.warnings, answer.missing)
    found = [(step.id, step.evidence) for step in answer.steps]
    assert found == [("s1", ["E1"]), ("s2", ["E2"]), ("s3", ["E3", "E4"])]
    assert [step.status for step in answer.steps] == ["done", "done", "done"]
    assert len(models.prompts("work")) == 0


def test_a_workers_statement_takes_the_keys_by_their_name(two: Desk, models: ScriptedModels) -> None:
    statement = (
        "SELECT contract, MAX(score) AS risk FROM risk_records WHERE contract IN (:keys) GROUP BY contract "
        "ORDER BY risk DESC"
    )
    models.will_reply("plan", chain(RISK.model_copy(update={"query": None})))
    models.will_call("run_sql", statement=statement.replace("contract IN (:keys)", "score > 0"))
    models.will_reply("correct", {"corrected_query": statement})
    models.will_reply("draft", found_draft())
    models.leave_to_offline("verify")

    answer = two.ask(QUESTION)

    assert "IN (:keys)" in models.prompts("correct")[0]["reflections"][0]["error"]
    assert [row[0] for row in answer.evidence[1]["rows"]] == ["K-7", "K-1"]
    assert answer.evidence[1]["joins"][-1]["unmatched_left"] == 1


def test_a_step_joined_to_nothing_is_skipped(two: Desk, models: ScriptedModels) -> None:
    nowhere = CONTRACTS.query.model_copy(update={"filters": (NORTH.model_copy(update={"values": ("Moon",)}),)})
    plan = chain().model_copy(update={"steps": (CONTRACTS.model_copy(update={"query": nowhere}), RISK, DOCUMENT)})
    models.will_reply("plan", plan)
    models.leave_to_offline("correct", "replan", "draft", "verify")

    answer = two.ask(QUESTION)

    assert answer.steps[1].status == "skipped"
    assert answer.steps[1].reason == "An earlier step found no keys in number."


def test_without_the_hop_by_keys_a_strangers_risk_is_not_verified(two: Desk, models: ScriptedModels) -> None:
    unjoined = RISK.model_copy(update={"join_key": None})
    stranger = DraftSentence(
        text="Contract K-50 has a risk of [[f1]], the highest.",
        citations=("E2",),
        figures=(DraftFigure(marker="f1", of="E2[0].risk"),),
    )
    models.will_reply("plan", chain(unjoined))
    models.will_reply("replan", Plan())
    models.will_reply("draft", answer_draft(stranger))
    models.leave_to_offline("verify")

    answer = two.ask(QUESTION)

    assert "K-50 has a risk of 99" in answer.answer
    assert "risk_records.contract = $contracts" in answer.receipt[-1].mismatches[0]
    assert answer.status == "partly_verified"
