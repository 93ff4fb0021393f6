"""`crosscheck runs`: what a person, an auditor and a program read of stored runs."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from crew.answer import Answer, ReceiptLineOut, SentenceOut
from crew.cli.runs import app
from crew.errors import CrewError
from crew.store.records import CallIntent, CallSettlement, StepRecord
from crew.store.store import Store
from tests.flow.shop import make_shop
from tests.store.builders import ANNA, KEY, execute, rows_evidence, start
from tools.asker import Asker

MOMENT = datetime(2025, 10, 20, 9, tzinfo=UTC)
Runs = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands find their state."""
    for variable in ("CROSSCHECK_STORE_URL", "CROSSCHECK_AUDIT_EXPORT", "CROSSCHECK_AUDITORS"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("CROSSCHECK_HOME", str(tmp_path))
    monkeypatch.setenv("CROSSCHECK_AUDIT_KEY", KEY)
    return tmp_path


@pytest.fixture
def address(home: Path) -> str:
    """The state's address."""
    return f"sqlite:///{home / 'state.sqlite'}"


@pytest.fixture
def run(home: Path, address: str) -> str:
    """A run with a step, evidence, a fallback and an answer."""
    with Store.open(address, audit_key=KEY, audit_export=home / "audit.jsonl") as store:
        started = start(store, question="How much did Europe sell?")
        call = store.begin_call(started, CallIntent(step="plan", role="supervisor", route="strong"))
        fallback = {"deployment": "hosted/large", "error": "401: the key is wrong"}
        settled = CallSettlement(
            outcome="answered", deployment="hosted/small", fallbacks=(fallback,), cost=Decimal("0.003"), prompt_tokens=9
        )
        store.settle_call(started, call, settled)
        store.file_evidence(started, [rows_evidence()])
        summary = {"task": "Sum revenue by region", "evidence": ["E1"]}
        step = StepRecord(
            name="s1",
            worker="sql_analyst",
            source="shop",
            status="done",
            started_at=MOMENT,
            ended_at=MOMENT,
            summary=summary,
        )
        store.record_step(started, step)
        answer = _answer(started)
        store.finish_run(
            started, status=answer.status, terminal_reason="answered", answer=answer.model_dump(mode="json")
        )
    return started


@pytest.fixture
def runs(home: Path) -> Runs:
    """Runs `crosscheck runs …`."""

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(app, list(arguments))

    return invoke


def _answer(run: str) -> Answer:
    line = ReceiptLineOut(slot="a", evidence=["E1"], asked="revenue of Europe", computed="sum of amount by region")
    return Answer(
        run_id=run,
        domain="sales",
        asker="anna",
        question="How much did Europe sell?",
        today="2025-10-20",
        status="verified",
        terminal_reason="answered",
        answer="Europe sold €12.50 [E1].",
        assumptions=["Revenue means the sum of amounts."],
        sentences=[SentenceOut(text="Europe sold €12.50 [E1].", citations=["E1"], supported=True)],
        receipt=[line],
        evidence=[rows_evidence().model_dump(mode="json")],
    )


def test_list_shows_ones_own_runs_and_an_auditor_everyones(
    runs: Runs, run: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(address) as store:
        theirs = start(store, Asker(id="ben"))
    monkeypatch.setenv("CROSSCHECK_AUDITORS", "eva, otto")

    assert [each["id"] for each in json.loads(runs("list", "--as", "anna", "-o", "json").stdout)] == [run]
    assert [each["id"] for each in json.loads(runs("list", "--as", "otto", "-o", "json").stdout)] == [theirs, run]
    assert run in runs("list", "--as", "anna").stdout
    assert "No runs yet" in runs("list", "--as", "nobody").stdout


def test_show_prints_the_answer_as_it_was_given(runs: Runs, run: str) -> None:
    assert json.loads(runs("show", run, "--as", "anna", "-o", "json").stdout) == _answer(run).model_dump(mode="json")
    assert "Europe sold €12.50" in runs("show", run, "--as", "anna").stdout


def test_show_of_someone_elses_run_says_no_more_than_that_there_is_none(runs: Runs, run: str) -> None:
    result = runs("show", run, "--as", "ben")

    assert isinstance(result.exception, CrewError)
    assert str(result.exception).startswith("There is no run")


def test_explain_tells_assumptions_steps_checks_models_fallbacks_cost_and_reason(runs: Runs, run: str) -> None:
    told = " ".join(runs("explain", run, "--as", "anna").stdout.split())

    for said in (
        "“How much did Europe sell?”",
        "Revenue means the sum of amounts.",
        "s1, sql_analyst in shop: Sum revenue by region (done).",
        "s1 found E1",
        "Asked: revenue of Europe. Computed: sum of amount by region [E1].",
        "1 of 1 sentence proved",
        "supervisor: hosted/small answered 1 call (route strong).",
        "hosted/large failed: 401: the key is wrong",
        "1 model call, 9 tokens, 0.003 US dollars.",
        "It ended as verified, because it was answered.",
        "6 rows, signed; no problems.",
    ):
        assert said in told


def test_explain_still_tells_what_retention_left(runs: Runs, run: str) -> None:
    assert "Emptied 1 run." in runs("purge", "--older-than-days", "0", "--yes").stdout
    told = " ".join(runs("explain", run, "--as", "anna").stdout.split())

    assert "removed by retention" in told
    assert "signed; no problems." in told
    assert "Europe" not in told


def test_a_domains_own_retention_decides_where_no_age_is_given(runs: Runs, run: str, tmp_path: Path) -> None:
    folder = make_shop(tmp_path)
    domain = folder / "domains" / "shop.yaml"
    refused = runs("purge", "--yes", "--config", str(folder))
    assert isinstance(refused.exception, CrewError)
    assert "retention: {days: 90}" in str(refused.exception)

    domain.write_text(domain.read_text() + "retention: {days: 0}\n")
    domain.rename(domain.with_name("sales.yaml"))

    assert "Emptied 1 run." in runs("purge", "--yes", "--config", str(folder)).stdout


def test_control_characters_of_a_question_do_not_reach_the_terminal(runs: Runs, address: str) -> None:
    with Store.open(address) as store:
        run = start(store, question="a\x1b[31mred\nline")

    assert "\x1b" not in runs("list", "--as", "anna").stdout + runs("explain", run, "--as", "anna").stdout


def test_export_holds_everything_and_its_verification(runs: Runs, run: str, tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    runs("export", run, "--as", "anna", "--out", str(out))
    exported: dict[str, Any] = json.loads(out.read_text())

    assert exported["run"]["id"] == run
    assert [step["name"] for step in exported["steps"]] == ["s1"]
    assert exported["calls"][0]["cost"] == "0.003"
    assert exported["evidence"][0]["payload"]["rows"] == [["Europe", "12.50"]]
    assert exported["audit"][-1]["digest"] == exported["audit_heads"][-1]["digest"]
    assert exported["verification"]["problems"] == []


def test_verify_ends_with_1_when_a_record_was_changed(runs: Runs, run: str, address: str) -> None:
    assert runs("verify", "--as", "anna").exit_code == 0
    execute(address, "UPDATE runs SET status = 'needs_review'")
    result = runs("verify", run, "--as", "anna")

    assert result.exit_code == 1
    assert "The record runs was edited." in result.stdout


def test_cost_is_summed_by_model(runs: Runs, address: str) -> None:
    with Store.open(address) as store:
        run = start(store)
        for price in (Decimal("0.1"), Decimal("0.2"), None):
            call = store.begin_call(run, CallIntent(step="plan", role="supervisor", route="strong"))
            store.settle_call(run, call, CallSettlement(outcome="answered", provider_model="small", cost=price))

    totals = json.loads(runs("cost", "--as", ANNA.id, "-o", "json").stdout)

    assert (totals["small"]["cost"], totals["small"]["calls"], totals["small"]["unpriced"]) == ("0.3", 3, 1)


def test_nothing_is_removed_unasked(runs: Runs, run: str) -> None:
    assert isinstance(runs("erase", run, "--as", "anna").exception, CrewError)
    assert runs("show", run, "--as", "anna").exit_code == 0
    assert runs("erase", run, "--as", "anna", "--yes").exit_code == 0
    assert isinstance(runs("show", run, "--as", "anna").exception, CrewError)
    assert runs("verify", "--as", "anna").exit_code == 0


def test_an_answer_that_needs_review_is_settled_with_a_reason(runs: Runs, run: str, address: str) -> None:
    execute(address, "UPDATE runs SET status = 'needs_review'")

    assert run in runs("review", "--as", "anna").stdout
    assert "Say what becomes of" in str(runs("review", run, "--as", "anna").exception)
    assert "Say why the answer may not be used" in str(runs("review", run, "--reject", "--as", "anna").exception)
    settled = runs("review", run, "--reject", "--why", "another year", "--as", "anna")

    assert settled.stdout == f"{run} is marked rejected by anna.\n"
    assert "No answer needs review." in runs("review", "--as", "anna").stdout
    assert "anna marked it rejected" in runs("explain", run, "--as", "anna").stdout


def test_an_answer_that_needs_no_review_is_not_settled(runs: Runs, run: str) -> None:
    assert "needs no review: it is verified" in str(runs("review", run, "--approve", "--as", "anna").exception)
    assert "Say what is wrong" in str(runs("mark", "wrong", run, "--as", "anna").exception)
    assert runs("mark", "right", run, "--as", "anna").stdout == f"{run} is marked right by anna.\n"
