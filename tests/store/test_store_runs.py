"""Runs, steps, calls, evidence and flow states: what is written can be read, by whom it may be read."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from crew.store.base import UnknownRun
from crew.store.records import CallIntent, CallSettlement, StepRecord
from crew.store.runs import AmbiguousRun
from crew.store.store import Store
from tests.store.builders import ANNA, rows_evidence, start
from tools.asker import Asker

MORNING = datetime(2025, 10, 20, 9, 0, 0, 123456, tzinfo=UTC)


def test_a_run_is_read_as_it_was_written(store: Store) -> None:
    run = start(store, question="Wie viel? 🧾 „Umsatz“", today=date(2025, 10, 20), settings_digest="abc")
    answer = {"answer": "12,50 €", "nested": {"decimals": ["0.10"], "none": None, "float": 0.1}}
    store.finish_run(
        run,
        status="verified",
        terminal_reason="answered",
        answer=answer,
        explanation="Because.",
        usage={"tokens": 3},
        question_kind="lookup",
        language="de",
    )

    record = store.run(run)

    assert (record.question, record.answer, record.usage) == ("Wie viel? 🧾 „Umsatz“", answer, {"tokens": 3})
    assert (record.today, record.status, record.language) == (date(2025, 10, 20), "verified", "de")
    assert record.started_at.tzinfo is not None
    assert record.ended_at is not None and record.ended_at > record.started_at


def test_text_that_no_database_takes_does_not_lose_the_run(store: Store) -> None:
    run = start(store, question="a\x00b\udc80c")
    store.finish_run(run, status="failed", terminal_reason="failed", answer={"answer": "a\x00b\udc80"})

    assert store.run(run).question == "a�b?c"
    assert store.run(run).answer == {"answer": "a\x00b\udc80"}
    assert store.verify(run) == []


def test_a_large_answer_fits(store: Store) -> None:
    run = start(store)
    store.finish_run(run, status="verified", terminal_reason="answered", answer={"answer": "x" * 300_000})

    assert len((store.run(run).answer or {})["answer"]) == 300_000


def test_ids_sort_by_time_and_are_found_by_their_beginning_in_either_case(store: Store) -> None:
    first, second = start(store), start(store)

    assert first < second
    assert store.run(first.upper()).id == first
    assert store.run(first[:12]).id == first
    with pytest.raises(AmbiguousRun, match=second):
        store.run(first[:3])
    with pytest.raises(UnknownRun, match="zzz"):
        store.run("zzz")
    with pytest.raises(UnknownRun):
        store.run("%")


def test_one_sees_ones_own_runs_and_an_auditor_sees_all(store: Store) -> None:
    mine, theirs = start(store), start(store, Asker(id="ben"), domain="people")

    assert [r.id for r in store.runs(ANNA)] == [mine]
    assert [r.id for r in store.runs(Asker(id="eva", is_auditor=True))] == [theirs, mine]
    assert [r.id for r in store.runs(Asker(id="eva", is_auditor=True), domain="sales")] == [mine]
    with pytest.raises(UnknownRun):
        store.run(theirs, ANNA)


def test_steps_keep_their_order_and_moments(store: Store) -> None:
    run = start(store)
    step = StepRecord(
        name="s1", worker="sql_analyst", source="shop", status="done", started_at=MORNING, ended_at=MORNING
    )
    store.record_step(run, step)
    store.record_step(run, step.model_copy(update={"name": "draft", "summary": {"sentences": 2}}))

    first, second = store.steps(run)

    assert (first.sequence, first.name, first.started_at) == (1, "s1", MORNING)
    assert (second.sequence, second.summary) == (2, {"sentences": 2})


def test_costs_are_summed_exactly(store: Store) -> None:
    run = start(store)
    for _ in range(10):
        call = store.begin_call(run, CallIntent(step="plan", role="supervisor", route="strong"))
        settled = CallSettlement(
            outcome="answered", provider_model="m", cost=Decimal("0.1"), prompt_tokens=5, completion_tokens=2
        )
        store.settle_call(run, call, settled)

    assert (store.cost(run).calls, store.cost(run).cost) == (10, Decimal("1.0"))
    assert store.costs(ANNA, MORNING)["m"].prompt_tokens == 50
    assert store.costs(Asker(id="ben"), MORNING) == {}
    grouped = {by: set(store.costs(ANNA, MORNING, by=by)) for by in ("role", "asker", "domain", "day")}
    assert grouped["asker"] == {ANNA.id}
    assert grouped["day"] == {MORNING.date().isoformat()}
    assert all(grouped.values())


def test_a_call_in_flight_when_the_process_died_is_marked_when_it_is_repeated(store: Store) -> None:
    run = start(store)
    intent = CallIntent(step="draft", role="supervisor", route="strong", request_digest="d1")
    lost = store.begin_call(run, intent)

    store.reopen_run(run)
    again = store.begin_call(run, intent)
    other = store.begin_call(run, intent)

    calls = {call.sequence: call for call in store.calls(run)}
    assert calls[lost].outcome == "interrupted"
    assert (calls[again].repeats, calls[other].repeats) == (lost, None)


def test_a_late_reply_is_recorded_after_the_run_was_closed(store: Store) -> None:
    run = start(store)
    call = store.begin_call(run, CallIntent(step="draft", role="supervisor", route="strong"))
    store.finish_run(run, status="no_evidence", terminal_reason="deadline")
    store.settle_call(run, call, CallSettlement(outcome="abandoned", cost=Decimal("0.02")))

    assert store.cost(run).cost == Decimal("0.02")
    assert store.verify(run) == []


def test_evidence_comes_back_as_the_tool_filed_it(store: Store) -> None:
    run = start(store)
    filed = rows_evidence()
    store.file_evidence(run, [filed, rows_evidence("E2", "0.10")])
    store.file_evidence(run, [filed])

    first, second = store.evidence(run)

    assert first == filed
    assert second.sha256 == rows_evidence("E2", "0.10").sha256
    assert store.evidence_records(run)[0].head["row_count"] == 1


def test_evidence_that_a_repeated_step_filed_anew_replaces_the_old_and_both_filings_are_logged(store: Store) -> None:
    run = start(store)
    store.file_evidence(run, [rows_evidence(revenue="1.00")])
    store.file_evidence(run, [rows_evidence(revenue="2.00")])

    assert [row.facts["sha256"] for row in store.audit(run) if row.event == "evidence_filed"] == [
        rows_evidence(revenue="1.00").sha256,
        rows_evidence(revenue="2.00").sha256,
    ]
    assert len(store.evidence(run)) == 1
    assert store.verify(run) == []


def test_many_threads_write_one_run_without_losing_or_doubling_a_number(store: Store) -> None:
    run = start(store)

    def work(number: int) -> None:
        call = store.begin_call(run, CallIntent(step=f"s{number}", role="sql_analyst", route="fast"))
        store.file_evidence(run, [rows_evidence(f"E{number}")])
        store.save_state(run, f"s{number}", {"done": number})
        store.settle_call(run, call, CallSettlement(outcome="answered"))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(16)))
    store.finish_run(run, status="verified", terminal_reason="answered")

    assert sorted(call.sequence for call in store.calls(run)) == list(range(1, 17))
    assert len(store.evidence(run)) == 16
    assert store.verify(run) == []


def test_many_runs_may_end_at_once(store: Store, export: Path) -> None:
    def work(_number: int) -> str:
        run = start(store)
        store.finish_run(run, status="verified", terminal_reason="answered")
        return run

    with ThreadPoolExecutor(8) as pool:
        runs = list(pool.map(work, range(32)))

    assert [problem for run in runs for problem in store.verify(run)] == []
    assert sorted(json.loads(line)["run"] for line in export.read_text().splitlines()) == sorted(runs)


def test_rows_of_an_unknown_run_are_refused(store: Store) -> None:
    with pytest.raises(UnknownRun, match="nowhere"):
        store.save_state("nowhere", "plan", {})
