"""Webhooks: signed, tried again where that helps, bounded in time, and only to addresses that are meant."""

import hmac
import time
from base64 import b64decode, b64encode
from collections.abc import Callable

import pytest

from crew.delivery.addresses import checked_address, is_public
from crew.delivery.delivering import Deliverer, post_parcel
from crew.delivery.errors import NotDelivered
from crew.delivery.parcel import Parcel
from crew.delivery.specs import Target, target_of
from crew.settings import Settings
from crew.store.delivery_records import DeliveryRecord
from crew.store.store import Store
from tests.delivery.parcels import SECRET, webhook, weekly
from tests.delivery.receivers import WebServer, web_server

Delivering = Callable[[Target], DeliveryRecord]


@pytest.fixture
def deliver(local_state: Store, deliverer: Callable[[Store], Deliverer], parcel: Parcel) -> Delivering:
    """Delivers the parcel to one target."""

    def delivered(target: Target) -> DeliveryRecord:
        posted = post_parcel(local_state, parcel, [target])
        return deliverer(local_state).deliver_parcel(posted)[0]

    return delivered


def test_a_receiver_can_prove_who_sent_a_webhook_and_when(deliver: Delivering, hook: WebServer) -> None:
    delivery = deliver(webhook(hook.url))

    (request,) = hook.requests
    stamp, key = request.headers["webhook-timestamp"], request.headers["webhook-id"]
    signed = f"{key}.{stamp}.".encode() + request.body
    made = hmac.digest(b64decode(SECRET.removeprefix("whsec_")), signed, "sha256")
    assert request.headers["webhook-signature"] == f"v1,{b64encode(made).decode()}"
    assert abs(int(stamp) - time.time()) < 60
    assert key == delivery.key == request.headers["Idempotency-Key"]
    assert (delivery.state, request.json["files"][0]["content"]) == ("delivered", {"status": "verified"})


def test_while_one_secret_replaces_another_both_sign(
    local_state: Store, parcel: Parcel, hook: WebServer, settings: Settings
) -> None:
    both = Settings.read({**settings.environment, "HOOK_SECRET": f"{SECRET} plain"})
    posted = post_parcel(local_state, parcel, [webhook(hook.url)])
    Deliverer(local_state, both).deliver_parcel(posted)

    (request,) = hook.requests
    signed = f"{request.headers['webhook-id']}.{request.headers['webhook-timestamp']}.".encode() + request.body
    keys = (b64decode(SECRET.removeprefix("whsec_")), b"plain")
    made = [f"v1,{b64encode(hmac.digest(key, signed, 'sha256')).decode()}" for key in keys]
    assert request.headers["webhook-signature"].split() == made


def test_a_receiver_that_asks_for_time_gets_it(deliver: Delivering) -> None:
    with web_server(statuses=[429], headers={"Retry-After": "600"}) as busy:
        delivery = deliver(webhook(busy.url, time_out=5))

    assert delivery.retry_at is not None
    assert (delivery.state, len(busy.requests)) == ("queued", 1)
    assert 500 < (delivery.retry_at - delivery.created_at).total_seconds() < 700


def test_a_busy_receiver_is_tried_again_under_the_same_key(deliver: Delivering) -> None:
    with web_server(statuses=[503, 429, 200]) as busy:
        delivery = deliver(webhook(busy.url))

    assert (delivery.state, delivery.attempts) == ("delivered", 3)
    assert len({request.headers["webhook-id"] for request in busy.requests}) == 1


def test_a_receiver_that_stays_away_is_left_for_later(deliver: Delivering, local_state: Store) -> None:
    with web_server(statuses=[503]) as busy:
        delivery = deliver(webhook(busy.url))

    assert (delivery.state, delivery.attempts) == ("queued", 4)
    assert delivery.retry_at is not None
    assert [attempt.outcome for attempt in local_state.attempts(delivery.id)] == ["failed"] * 4


def test_a_refusal_is_not_tried_again(deliver: Delivering) -> None:
    with web_server(statuses=[400]) as refusing:
        delivery = deliver(webhook(refusing.url))

    assert (delivery.state, len(refusing.requests)) == ("failed", 1)
    assert "answered 400: as told" in (delivery.detail or "")


def test_a_redirect_is_not_followed(deliver: Delivering, hook: WebServer) -> None:
    with web_server(statuses=[302], headers={"Location": hook.url}) as moved:
        delivery = deliver(webhook(moved.url))

    assert delivery.state == "failed"
    assert "redirects are not followed" in (delivery.detail or "")
    assert hook.requests == []


def test_a_lost_reply_is_sent_again_a_few_times_and_then_stays_unknown(deliver: Delivering) -> None:
    with web_server(statuses=[0]) as silent:
        delivery = deliver(webhook(silent.url))

    assert (delivery.state, len(silent.requests)) == ("unknown", 3)


def test_a_lost_reply_waits_for_a_person_where_the_target_says_so(deliver: Delivering) -> None:
    with web_server(statuses=[0]) as silent:
        delivery = deliver(webhook(silent.url, when_unknown="wait"))

    assert (delivery.state, len(silent.requests)) == ("unknown", 1)


@pytest.mark.parametrize("slowness", [{"delay": 5}, {"drip": 0.3}])
def test_a_slow_receiver_gets_no_more_than_its_time(deliver: Delivering, slowness: dict[str, float]) -> None:
    with web_server(**slowness) as slow:
        delivery = deliver(webhook(slow.url, time_out=0.4, when_unknown="wait"))

    assert delivery.state == "unknown"
    assert "had not answered after 0.4 s" in (delivery.detail or "")


def test_a_slow_receiver_holds_no_other_up(
    local_state: Store, deliverer: Callable[[Store], Deliverer], hook: WebServer
) -> None:
    with web_server(delay=5) as slow:
        target = webhook(slow.url, time_out=1, when_unknown="wait")
        posted = post_parcel(local_state, weekly(), [target, webhook(hook.url)])
        states = {one.destination: one for one in deliverer(local_state).deliver_parcel(posted)}

    late, prompt = states[slow.url], states[hook.url]
    assert (late.state, prompt.state) == ("unknown", "delivered")
    assert late.settled_at is not None and prompt.settled_at is not None
    assert prompt.settled_at < late.settled_at


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/hook",
        "http://localhost:{port}/hook",
        "http://[::1]:{port}/hook",
        "http://[::ffff:127.0.0.1]:{port}/hook",
        "http://0.0.0.0:{port}/hook",
        "http://2130706433:{port}/hook",
    ],
)
def test_a_private_address_is_refused_unless_it_is_allowed(deliver: Delivering, hook: WebServer, url: str) -> None:
    delivery = deliver(webhook(url.format(port=hook.port), allow_private=False))

    assert delivery.state == "failed"
    assert "allow_private" in (delivery.detail or "")
    assert hook.requests == []


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("8.8.8.8", True),
        ("2606:4700:4700::1111", True),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("192.168.0.1", False),
        ("fd00::1", False),
        ("fe80::1%eth0", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
        ("224.0.0.1", False),
    ],
)
def test_only_addresses_of_the_open_network_are_public(address: str, expected: bool) -> None:
    assert is_public(address) is expected


def test_a_name_is_looked_up_once_and_its_address_is_used(
    deliver: Delivering, hook: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def changing(host: str, port: int, *_args: object, **_options: object) -> list[tuple[object, ...]]:
        asked.append(host)
        address = "127.0.0.1" if len(asked) == 1 else "192.0.2.1"
        return [(2, 1, 6, "", (address, port))]

    real = __import__("socket").getaddrinfo
    monkeypatch.setattr(
        "socket.getaddrinfo",
        lambda host, *a, **k: changing(host, *a, **k) if "rebind" in str(host) else real(host, *a, **k),
    )
    delivery = deliver(webhook(f"http://rebind.example.org:{hook.port}/hook"))

    assert (delivery.state, asked) == ("delivered", ["rebind.example.org"])
    assert hook.requests[0].headers["Host"] == f"rebind.example.org:{hook.port}"


def test_an_unknown_host_may_be_known_later() -> None:
    with pytest.raises(NotDelivered) as raised:
        checked_address("no-such-host.invalid", 80, allow_private=False)

    assert raised.value.can_help_to_wait


def test_a_slack_message_shows_text_as_text(deliver: Delivering, hook: WebServer) -> None:
    target = target_of({"to": "slack", "url": hook.url, "allow_private": True, "link": "https://example.org/weekly"})
    delivery = deliver(target)

    body = hook.requests[0].json
    assert delivery.state == "delivered"
    assert "&lt;!channel&gt;" in body["text"]
    assert [block["type"] for block in body["blocks"]] == ["header", "section", "context"]
    assert body["blocks"][1]["text"]["type"] == "plain_text"


def test_a_missing_secret_is_told_by_its_variable(deliver: Delivering, hook: WebServer) -> None:
    delivery = deliver(webhook(hook.url, secret_env="NO_SUCH_SECRET"))

    assert delivery.state == "failed"
    assert "NO_SUCH_SECRET, which is not set" in (delivery.detail or "")
    assert hook.requests == []
