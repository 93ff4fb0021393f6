"""A job is done by one worker at a time, taken up when that is gone, and uses no more of a source than its limit."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from crew.store.jobs import UnknownJob
from crew.store.store import Store
from tests.store.builders import Clock
from tools.asker import Asker

MINUTE = timedelta(minutes=1)


def submit(store: Store, key: str | None = None, asker: str = "anna") -> str:
    """A question."""
    return store.submit_job("ask", domain="shop", asker=asker, request={"question": "How much?"}, key=key)


def test_a_job_is_claimed_once(state: Store) -> None:
    job = submit(state)
    with ThreadPoolExecutor(4) as pool:
        claims = list(pool.map(lambda n: state.claim_job(job, holder=f"w{n}", lease=MINUTE), range(8)))

    assert len([claim for claim in claims if claim is not None]) == 1


def test_a_job_with_a_known_key_is_the_one_there_is(state: Store) -> None:
    assert submit(state, "weekly 1") == submit(state, "weekly 1") != submit(state, "weekly 2")


def test_a_lost_worker_s_job_is_published_again_and_taken_up_with_its_run(state: Store, clock: Clock) -> None:
    job = submit(state)
    state.note_published(job)
    state.claim_job(job, holder="gone", lease=MINUTE)
    state.note_job_run(job, holder="gone", run="r1")
    assert state.jobs_to_publish(["shop"]) == []
    clock.now += 2 * MINUTE
    assert [lost.id for lost in state.jobs_to_publish(["shop"])] == [job]
    state.note_published(job)
    assert state.jobs_to_publish(["shop"]) == [], "told once of each loss"
    taken = state.claim_job(job, holder="next", lease=MINUTE)

    assert taken is not None
    assert (taken.attempts, taken.run) == (2, "r1")
    assert not state.end_job(job, holder="gone", state="done")
    assert state.end_job(job, holder="next", state="done", result={"status": "verified"})
    assert state.job(job).result == {"status": "verified"}


def test_a_job_the_broker_was_never_told_of_is_published(state: Store, clock: Clock) -> None:
    job = submit(state)
    assert state.jobs_to_publish(["shop"]) == []
    clock.now += MINUTE

    assert [each.id for each in state.jobs_to_publish(["shop"])] == [job]
    assert state.jobs_to_publish(["elsewhere"]) == []


def test_a_source_is_used_by_no_more_jobs_than_it_may(state: Store) -> None:
    jobs = [submit(state) for _ in range(4)]
    for job in jobs:
        state.claim_job(job, holder="w", lease=MINUTE)
    with ThreadPoolExecutor(4) as pool:
        full = list(pool.map(lambda j: state.take_slots(j, holder="w", limits={"shop": 2}, lease=MINUTE), jobs))

    assert 2 <= full.count("shop") < 4
    taken = next(job for job, missing in zip(jobs, full, strict=True) if missing is None)
    state.end_job(taken, holder="w", state="done")
    late = next(job for job, missing in zip(jobs, full, strict=True) if missing is not None)
    assert state.take_slots(late, holder="w", limits={"shop": 2}, lease=MINUTE) is None


def test_a_job_that_lacks_one_source_holds_no_other(state: Store) -> None:
    first, second, third = submit(state), submit(state), submit(state)
    assert state.take_slots(first, holder="w", limits={"b": 1}, lease=MINUTE) is None
    assert state.take_slots(second, holder="w", limits={"a": 1, "b": 1}, lease=MINUTE) == "b"

    assert state.take_slots(third, holder="w", limits={"a": 1}, lease=MINUTE) is None


def test_a_lost_worker_s_slot_is_free_after_its_lease(state: Store, clock: Clock) -> None:
    first, second = submit(state), submit(state)
    state.take_slots(first, holder="gone", limits={"shop": 1}, lease=MINUTE)
    assert state.take_slots(second, holder="w", limits={"shop": 1}, lease=MINUTE) == "shop"
    clock.now += 2 * MINUTE

    assert state.take_slots(second, holder="w", limits={"shop": 1}, lease=MINUTE) is None


def test_jobs_are_seen_by_their_asker_and_by_auditors(state: Store) -> None:
    mine = submit(state, asker="anna")

    assert [job.id for job in state.jobs(Asker(id="anna"))] == [mine]
    assert [job.id for job in state.jobs(Asker(id="ben", is_auditor=True))] == [mine]
    assert state.jobs(Asker(id="ben")) == []
    with pytest.raises(UnknownJob):
        state.job(mine, Asker(id="ben"))
