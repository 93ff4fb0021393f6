"""Marks: what people say of an answer is kept, vouched for by the log, and settles what needs review."""

from datetime import UTC, datetime, timedelta

from crew.store.store import Store
from tools.asker import Asker

ANA, BEN, AUDITOR = Asker(id="ana"), Asker(id="ben"), Asker(id="eve", is_auditor=True)


def ended(store: Store, asker: Asker, status: str = "needs_review") -> str:
    run = store.start_run(domain="sales", asker=asker, question="How many?")
    store.finish_run(run, status=status, terminal_reason="answered_partly", answer={"answer": "3"})
    return run


def test_a_mark_is_kept_with_who_when_and_why(store: Store) -> None:
    run = ended(store, ANA, "verified")

    store.mark_run(run, BEN, "wrong", "counts cancelled orders")
    store.mark_run(run, ANA, "right", "")

    first, second = store.marks(run)
    assert (first.marked_by, first.verdict, first.why) == ("ben", "wrong", "counts cancelled orders")
    assert (second.sequence, second.verdict) == (2, "right")
    assert store.verify(run) == []


def test_what_needs_review_is_listed_until_it_is_settled(store: Store) -> None:
    mine, other = ended(store, ANA), ended(store, BEN)
    ended(store, ANA, "verified")
    store.mark_run(mine, ANA, "wrong", "no")

    assert [r.id for r in store.runs_to_review(ANA)] == [mine]
    assert [r.id for r in store.runs_to_review(AUDITOR)] == [mine, other]
    store.mark_run(mine, AUDITOR, "approved", "checked by hand")

    assert store.runs_to_review(ANA) == []
    assert store.runs_to_review(AUDITOR, domain="other") == []


def test_retention_removes_the_reason_and_the_log_still_holds(store: Store) -> None:
    run = ended(store, ANA)
    store.mark_run(run, ANA, "rejected", "names a customer")

    store.purge(datetime.now(UTC) + timedelta(days=36500))

    assert [m.why for m in store.marks(run)] == [None]
    assert store.verify(run) == []
    store.erase(run)
    assert store.marks(run) == []
