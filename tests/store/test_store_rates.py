"""Turns: a minute's worth of questions at once, the rest evenly, shared by every process on one store."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from crew.store.rates import TooManyQuestions
from crew.store.store import Store


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The moment it stands at."""
        return self.now


def test_a_minutes_worth_goes_at_once_and_the_rest_waits(store_url: str) -> None:
    clock = Clock()
    with Store.open(store_url, clock=clock) as store:
        waits = [store.take_turn("ana", "sales", a_minute=3, longest_wait=100) for _ in range(5)]

        assert waits == [0, 0, 0, 20, 40]
        assert store.take_turn("ben", "sales", a_minute=3, longest_wait=0) == 0
        assert store.take_turn("ana", "finance", a_minute=3, longest_wait=0) == 0


def test_a_question_that_cannot_wait_takes_no_turn(store_url: str) -> None:
    clock = Clock()
    with Store.open(store_url, clock=clock) as store:
        store.take_turn("ana", "sales", a_minute=1, longest_wait=0)
        for _ in range(3):
            with pytest.raises(TooManyQuestions, match=r"1 questions a minute.*in 60 s"):
                store.take_turn("ana", "sales", a_minute=1, longest_wait=10)
        clock.now += timedelta(seconds=60)

        assert store.take_turn("ana", "sales", a_minute=1, longest_wait=0) == 0


def test_two_processes_share_the_turns(store_url: str) -> None:
    clock = Clock()
    with (
        Store.open(store_url, clock=clock) as one,
        Store.open(store_url, clock=clock) as other,
        ThreadPoolExecutor(8) as pool,
    ):
        stores = [one, other] * 10
        waits = list(pool.map(lambda s: s.take_turn("ana", "sales", a_minute=4, longest_wait=1000), stores))

    assert sorted(waits) == [0, 0, 0] + [15.0 * n for n in range(17)]
