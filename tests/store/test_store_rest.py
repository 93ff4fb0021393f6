"""Sessions, join approvals, the cache and report runs."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from crew.store.records import JoinApproval, TurnRecord
from crew.store.sessions import UnknownSession
from crew.store.store import Store
from tests.store.builders import ANNA, Clock
from tools.asker import Asker

MOMENT = datetime(2025, 10, 20, 9, tzinfo=UTC)
BEN = Asker(id="ben", is_auditor=True)


def test_a_session_gives_its_last_turns_back_in_order(store: Store) -> None:
    session = store.start_session(asker=ANNA, domain="sales")
    for number in range(5):
        store.append_turn(session, ANNA, TurnRecord(at=MOMENT, question=f"q{number}", context={"n": number}))

    assert [turn.question for turn in store.turns(session, ANNA, limit=2)] == ["q3", "q4"]
    assert store.sessions(ANNA)[0].id == session


def test_a_session_is_seen_by_no_one_but_its_asker(store: Store) -> None:
    session = store.start_session(asker=ANNA, domain="sales")

    assert store.sessions(BEN) == []
    with pytest.raises(UnknownSession):
        store.turns(session, BEN)
    with pytest.raises(UnknownSession):
        store.append_turn(session, BEN, TurnRecord(at=MOMENT, question="?"))


def test_a_later_decision_on_a_join_replaces_the_earlier_in_either_direction(store: Store) -> None:
    join = _approval()
    turned = {"left_columns": join.right_columns, "right_columns": join.left_columns, "is_approved": False}
    store.decide_join(join)
    store.decide_join(join.model_copy(update=turned))

    assert [decision.is_approved for decision in store.join_decisions("sales")] == [False]
    assert store.join_decisions("elsewhere") == []


def test_a_decision_keeps_who_decided_in_which_role_and_when_the_join_was_tried(store: Store) -> None:
    store.decide_join(_approval())
    store.join_was_tried("sales", "shop", ["customers.id"], ["orders.customer"])

    kept = store.join_decisions("sales")[0]
    assert (kept.decided_by, kept.role, kept.run, kept.confidence) == ("anna", "supervisor", "r1", 0.9)
    assert kept.tried_at is not None


def _approval() -> JoinApproval:
    return JoinApproval(
        domain="sales",
        source="shop",
        left_columns=("orders.customer",),
        right_columns=("customers.id",),
        is_approved=True,
        decided_by="anna",
        role="supervisor",
        decided_at=MOMENT,
        run="r1",
        confidence=0.9,
    )


def test_the_cache_keeps_askers_apart_and_forgets_in_time(store: Store, clock: Clock) -> None:
    store.keep_cached("schema", "anna", "shop", {"tables": ["orders"]}, lasts=timedelta(hours=24))
    store.keep_cached("schema", "anna", "shop", {"tables": ["orders", "returns"]}, lasts=timedelta(hours=24))

    assert store.cached("schema", "anna", "shop") == {"tables": ["orders", "returns"]}
    assert store.cached("schema", "ben", "shop") is None
    clock.now += timedelta(hours=25)
    assert store.cached("schema", "anna", "shop") is None
    assert store.forget_cached("schema", "anna") == 1


def test_several_threads_may_keep_the_same_entry_at_once(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: store.keep_cached("schema", "anna", "shop", number), range(40)))

    assert store.cached("schema", "anna", "shop") in range(40)


def test_a_report_is_claimed_once_for_each_due_time(store: Store) -> None:
    first = store.claim_report("weekly", due_at=MOMENT, run_as="anna")

    assert first is not None
    assert store.claim_report("weekly", due_at=MOMENT, run_as="anna") is None
    assert store.claim_report("weekly", due_at=MOMENT + timedelta(days=7), run_as="anna") is not None
    store.finish_report(first, status="done", outcome={"questions": 3})
    assert [run.status for run in store.report_runs("weekly")] == [None, "done"]
