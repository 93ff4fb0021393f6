"""Retention and erasure: content goes, the proof stays."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from crew.store.base import UnknownRun
from crew.store.records import StepRecord, TurnRecord
from crew.store.store import Store
from tests.store.builders import ANNA, Clock, rows_evidence, start

MOMENT = datetime(2025, 10, 20, tzinfo=UTC)


@pytest.fixture
def run(store: Store) -> str:
    """A closed run with content everywhere."""
    session = store.start_session(asker=ANNA, domain="sales")
    started = start(store, session=session, question="What does Ms Smith owe?")
    store.file_evidence(started, [rows_evidence()])
    step = StepRecord(name="s1", status="done", started_at=MOMENT, ended_at=MOMENT, summary={"who": "Smith"})
    store.record_step(started, step)
    store.save_state(started, "plan", {"question": "Smith"})
    turn = TurnRecord(run=started, at=MOMENT, question="What does Ms Smith owe?", answer="12.50")
    store.append_turn(session, ANNA, turn)
    store.finish_run(started, status="verified", terminal_reason="answered", answer={"answer": "Smith owes 12.50"})
    return started


def test_purging_empties_old_runs_and_leaves_them_verifiable(store: Store, run: str, clock: Clock) -> None:
    clock.now += timedelta(days=90)
    young = start(store)

    assert store.purge(clock.now - timedelta(days=30)) == [run]

    record = store.run(run)
    assert (record.question, record.answer, record.status) == (None, None, "verified")
    assert record.emptied_at is not None
    assert store.evidence(run) == []
    assert store.evidence_records(run)[0].sha256 == rows_evidence().sha256
    assert store.steps(run)[0].summary is None
    assert store.load_state(run) is None
    assert store.turns(str(record.session), ANNA)[0].question is None
    assert store.verify(run) == []
    assert store.run(young).question is not None
    assert store.purge(clock.now - timedelta(days=30)) == []


def test_content_put_back_into_an_emptied_run_shows(
    store: Store, run: str, clock: Clock, change: Callable[..., int]
) -> None:
    store.purge(clock.now)
    change("UPDATE runs SET explanation = 'It was all fine.'")

    assert [p.kind for p in store.verify(run)] == ["payload"]


def test_purging_can_be_limited_to_a_domain(store: Store, run: str, clock: Clock) -> None:
    other = start(store, domain="people")

    assert store.purge(clock.now, domain="people") == [other]
    assert store.run(run).question is not None


def test_purging_empties_turns_that_led_to_no_run(store: Store, clock: Clock) -> None:
    sales, people = (store.start_session(asker=ANNA, domain=domain) for domain in ("sales", "people"))
    for session in (sales, people):
        store.append_turn(session, ANNA, TurnRecord(at=clock(), question="Hello?"))
    store.purge(clock(), domain="sales")

    assert store.turns(sales, ANNA)[0].question is None
    assert store.turns(people, ANNA)[0].question == "Hello?"


def test_purging_drops_expired_cache_entries_only(store: Store, clock: Clock, change: Callable[..., int]) -> None:
    store.keep_cached("schema", "anna", "old", 1, lasts=timedelta(hours=1))
    store.keep_cached("schema", "anna", "lasting", 2)
    clock.now += timedelta(hours=2)
    store.purge(clock.now)

    assert store.cached("schema", "anna", "lasting") == 2
    assert change("DELETE FROM cache_entries") == 1


def test_an_erased_run_leaves_nothing_but_a_signed_head(store: Store, run: str, change: Callable[..., int]) -> None:
    store.erase(run)

    with pytest.raises(UnknownRun):
        store.run(run)
    assert [head.event for head in store.audit_heads(run)] == ["run_closed", "run_erased"]
    assert store.verify(run) == []
    assert store.missing_runs() == []
    assert change("DELETE FROM session_turns WHERE question IS NULL AND answer IS NULL") == 1
    for table in ("evidence_payloads", "evidence", "flow_states", "model_calls", "steps", "audit", "runs"):
        assert change(f"DELETE FROM {table}") == 0


def test_a_run_made_to_look_erased_shows(store: Store, run: str, change: Callable[..., int]) -> None:
    for table in ("evidence_payloads", "evidence", "flow_states", "steps", "audit", "runs"):
        change(f"DELETE FROM {table}")
    change("UPDATE audit_heads SET event = 'run_erased'")

    assert {p.kind for p in store.verify(run)} >= {"signature"}
