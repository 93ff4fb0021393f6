"""A long-lived process sends what is queued as it comes."""

import time
from collections.abc import Callable

from crew.delivery.delivering import Deliverer, post_parcel
from crew.delivery.outbox import Outbox
from crew.store.store import Store
from tests.delivery.parcels import webhook, weekly
from tests.delivery.receivers import WebServer, web_server


def test_a_receiver_with_many_slow_deliveries_holds_no_other_up(
    local_state: Store, deliverer: Callable[[Store], Deliverer], hook: WebServer
) -> None:
    outbox = Outbox(local_state, deliverer(local_state))
    with web_server(delay=1) as slow:
        for number in range(40):
            post_parcel(local_state, weekly(f"slow {number}"), [webhook(slow.url)])
        outbox.look()
        prompt = [post_parcel(local_state, weekly(f"prompt {number}"), [webhook(hook.url)]) for number in range(4)]
        _look_until(outbox, lambda: len(hook.requests) == len(prompt))
        waiting = local_state.deliveries(state="queued")
        assert outbox.close(30)

    assert waiting, "the slow receiver's deliveries still wait"
    assert len(hook.requests) == len(prompt)
    assert {each.state for parcel in prompt for each in local_state.deliveries(parcel=parcel)} == {"delivered"}


def test_one_look_is_enough_for_all_that_waits(
    local_state: Store, deliverer: Callable[[Store], Deliverer], hook: WebServer
) -> None:
    outbox = Outbox(local_state, deliverer(local_state))
    for number in range(12):
        post_parcel(local_state, weekly(f"weekly {number}"), [webhook(hook.url)])
    outbox.look()
    _wait_until(lambda: len(hook.requests) == 12)
    assert outbox.close(30)

    assert {each.state for each in local_state.deliveries()} == {"delivered"}
    assert len(hook.requests) == 12


def test_a_long_queue_for_one_receiver_hides_no_other(state: Store) -> None:
    for number in range(5):
        post_parcel(state, weekly(f"slow {number}"), [webhook("https://slow.example.org/hook")])
    post_parcel(state, weekly("prompt"), [webhook("https://prompt.example.org/hook")])
    seen = [each.destination for each in state.ready_deliveries(per_receiver=2)]

    assert seen == ["https://slow.example.org/hook"] * 2 + ["https://prompt.example.org/hook"]


def test_a_receiver_that_comes_back_gets_what_waited(
    local_state: Store, deliverer: Callable[[Store], Deliverer]
) -> None:
    outbox = Outbox(local_state, deliverer(local_state))
    with web_server(statuses=[503, 503, 200]) as busy:
        posted = post_parcel(local_state, weekly(), [webhook(busy.url)])
        _look_until(outbox, lambda: len(busy.requests) == 3)
        assert outbox.close(30)

    (delivery,) = local_state.deliveries(parcel=posted)
    assert (delivery.state, delivery.attempts) == ("delivered", 3)


def _look_until(outbox: Outbox, holds: Callable[[], bool]) -> None:
    _wait_until(holds, outbox.look)


def _wait_until(holds: Callable[[], bool], meanwhile: Callable[[], object] = lambda: None) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "it took too long"
        meanwhile()
        time.sleep(0.02)
