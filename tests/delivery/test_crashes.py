"""A process that dies at any point leaves nothing lost, and nothing sent twice but what `unknown` allows."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crew.delivery.delivering import Deliverer, post_parcel
from crew.delivery.specs import Target
from crew.settings import Settings
from crew.store.delivery_records import DeliveryRecord
from crew.store.store import Store
from tests.delivery.crashing import POINTS
from tests.delivery.object_stores import bucket, object_client
from tests.delivery.parcels import SECRET, folder, mail, webhook, weekly
from tests.delivery.receivers import WebServer, mail_server, web_server

ROOT = Path(__file__).parents[2]
IS_UNCERTAIN = {"after claiming", "after sending"}


def in_an_hour() -> datetime:
    """When every lease of a dead process has ended."""
    return datetime.now(UTC) + timedelta(hours=1)


def crash(url: str, target: Target, point: str) -> None:
    """Deliver in a process that dies at the point."""
    command = [sys.executable, "-m", "tests.delivery.crashing", url, target.model_dump_json(), point]
    secrets = {"HOOK_SECRET": SECRET, "S3_KEY": "key", "S3_SECRET": "secret"}
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **secrets}, capture_output=True, text=True)
    assert done.returncode == -9, done.stderr


def recover(url: str, settings: Settings, target: Target) -> DeliveryRecord:
    """What the next process does: post the same again, and look after what is left."""
    with Store.open(url, clock=in_an_hour) as store:
        posted = post_parcel(store, weekly(), [target])
        Deliverer(store, settings, first_wait=0.01).deliver_waiting()
        (delivery,) = store.deliveries(parcel=posted)
    return delivery


@pytest.mark.parametrize("point", POINTS)
def test_a_webhook_arrives_once_or_is_sent_again_under_its_key(
    tmp_path: Path, settings: Settings, hook: WebServer, point: str
) -> None:
    url = f"sqlite:///{tmp_path / 'state.sqlite'}"
    crash(url, webhook(hook.url), point)
    delivery = recover(url, settings, webhook(hook.url))

    assert delivery.state == "delivered"
    assert len(hook.requests) == (2 if point == "after sending" else 1)
    assert len({request.headers["webhook-id"] for request in hook.requests}) == 1


@pytest.mark.parametrize("point", POINTS)
def test_a_mail_arrives_once_or_waits_for_a_person(tmp_path: Path, settings: Settings, point: str) -> None:
    url = f"sqlite:///{tmp_path / 'state.sqlite'}"
    with mail_server() as mailbox:
        crash(url, mail(mailbox.port), point)
        delivery = recover(url, settings, mail(mailbox.port))

    assert delivery.state == ("unknown" if point in IS_UNCERTAIN else "delivered")
    assert len(mailbox.messages) == (0 if point == "after claiming" else 1)


@pytest.mark.parametrize("point", POINTS)
def test_a_folder_has_whole_files_after_any_crash(tmp_path: Path, settings: Settings, point: str) -> None:
    url = f"sqlite:///{tmp_path / 'state.sqlite'}"
    crash(url, folder(tmp_path / "out"), point)
    delivery = recover(url, settings, folder(tmp_path / "out"))

    assert delivery.state == "delivered"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {file.name for file in weekly().files}


@pytest.mark.parametrize("point", POINTS)
def test_an_object_store_has_each_file_once_after_any_crash(
    tmp_path: Path, settings: Settings, store_address: str, point: str
) -> None:
    url, place = f"sqlite:///{tmp_path / 'state.sqlite'}", point.replace(" ", "-")
    target = bucket(store_address, f"s3://reports/{place}")
    crash(url, target, point)
    delivery = recover(url, settings, target)

    assert delivery.state == "delivered", delivery.detail
    listed = object_client(store_address).list_objects_v2(Bucket="reports", Prefix=f"{place}/")["Contents"]
    assert {each["Key"] for each in listed} == {f"{place}/{file.name}" for file in weekly().files}


def test_a_process_killed_in_the_middle_of_sending_leaves_it_unknown(tmp_path: Path, settings: Settings) -> None:
    url = f"sqlite:///{tmp_path / 'state.sqlite'}"
    with web_server(delay=30) as slow:
        target = webhook(slow.url, when_unknown="wait")
        command = [sys.executable, "-m", "tests.delivery.crashing", url, target.model_dump_json(), "nowhere"]
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "HOOK_SECRET": SECRET})
        while not slow.requests and process.poll() is None:
            pass
        process.kill()
        process.wait()
        delivery = recover(url, settings, target)

    assert (delivery.state, len(slow.requests)) == ("unknown", 1)


def test_what_a_living_process_is_sending_is_left_to_it(local_state: Store, settings: Settings) -> None:
    posted = post_parcel(local_state, weekly(), [webhook("http://127.0.0.1:1/hook")])
    (delivery,) = local_state.deliveries(parcel=posted)
    number = local_state.begin_attempt(delivery.id, holder="elsewhere", lease=timedelta(minutes=1))

    Deliverer(local_state, settings).deliver_waiting()

    assert number == 1
    assert local_state.delivery(delivery.id).state == "sending"


def test_many_deliverers_at_once_send_each_parcel_once(state: Store, settings: Settings, hook: WebServer) -> None:
    parcels = [post_parcel(state, weekly(f"weekly {number}"), [webhook(hook.url)]) for number in range(6)]
    with ThreadPoolExecutor(4) as pool:
        deliverers = [pool.submit(Deliverer(state, settings).deliver_waiting) for _ in range(4)]
    for each in deliverers:
        each.result()

    assert {delivery.state for delivery in state.deliveries()} == {"delivered"}
    assert len(hook.requests) == len(parcels)


def test_posting_the_same_parcel_again_adds_nothing(state: Store) -> None:
    target = webhook("https://example.org/hook")
    with ThreadPoolExecutor(4) as pool:
        posted = set(pool.map(lambda _number: post_parcel(state, weekly(), [target]), range(8)))

    assert len(posted) == 1
    assert len(state.deliveries()) == 1


def test_a_late_outcome_does_not_undo_what_came_after(
    state: Store, deliverer: Callable[[Store], Deliverer], hook: WebServer
) -> None:
    posted = post_parcel(state, weekly(), [webhook(hook.url)])
    (delivery,) = state.deliveries(parcel=posted)
    late = state.begin_attempt(delivery.id, holder="elsewhere", lease=timedelta(seconds=-1)) or 0
    deliverer(state).recover()
    state.requeue_delivery(delivery.id, states=("queued",))
    deliverer(state).deliver_parcel(posted)
    state.settle_attempt(delivery.id, late, outcome="failed", detail="too late")

    assert state.delivery(delivery.id).state == "delivered"
    assert [attempt.outcome for attempt in state.attempts(delivery.id)] == ["failed", "delivered"]


def test_a_stored_target_holds_no_secret(state: Store) -> None:
    posted = post_parcel(state, weekly(), [webhook("https://example.org/hook")])

    assert SECRET not in json.dumps([delivery.model_dump(mode="json") for delivery in state.deliveries(parcel=posted)])


def test_emptied_parcels_tell_that_they_cannot_be_delivered_again(
    state: Store, deliverer: Callable[[Store], Deliverer], hook: WebServer
) -> None:
    posted = post_parcel(state, weekly(), [webhook(hook.url)])
    assert state.empty_parcels(in_an_hour()) == 1

    (delivery,) = deliverer(state).deliver_parcel(posted)

    assert (delivery.state, hook.requests) == ("failed", [])
    assert "Retention has removed" in (delivery.detail or "")


def test_a_report_s_limit_of_runs_leaves_what_is_still_to_be_delivered(state: Store) -> None:
    oldest, older, newest = (_reported(state, day) for day in (1, 2, 3))
    (delivery,) = state.deliveries(parcel=older)
    state.settle_attempt(
        delivery.id,
        state.begin_attempt(delivery.id, holder="here", lease=timedelta(minutes=1)) or 0,
        outcome="delivered",
        detail="",
    )
    long_ago = datetime(2000, 1, 1, tzinfo=UTC)
    assert state.drop_report_outcomes("weekly", before=long_ago, most=1) == 1
    assert [state.parcel(each).subject is None for each in (oldest, older, newest)] == [False, True, False]

    state.drop_report_outcomes("weekly", before=in_an_hour(), most=1)
    assert state.parcel(oldest).subject is None, "age counts all the same"


def _reported(state: Store, day: int) -> str:
    """A run of the weekly report, kept and posted; returns its parcel."""
    run = state.claim_report("weekly", due_at=datetime(2025, 10, day, tzinfo=UTC), run_as="anna")
    state.finish_report(str(run), status="verified", outcome={"document": {}})
    parcel = weekly(f"weekly {day}", facts={"report_run": run})
    return post_parcel(state, parcel, [webhook("https://example.org/hook")])


def test_a_receiver_named_later_gets_formats_that_no_other_took(
    state: Store, deliverer: Callable[[Store], Deliverer], tmp_path: Path
) -> None:
    page, _, data = weekly().files
    first = post_parcel(state, weekly(files=(data,)), [folder(tmp_path / "a", formats=["json"])])
    second = post_parcel(state, weekly(files=(page, data)), [folder(tmp_path / "b", formats=["html"])])

    assert second == first
    deliverer(state).deliver_parcel(first)
    assert [path.name for path in sorted(tmp_path.rglob("weekly.*"))] == ["weekly.json", "weekly.html"]


def test_purging_empties_what_was_delivered_long_ago_of_one_domain_or_all(state: Store) -> None:
    sales, people = (
        post_parcel(state, weekly(key, facts={"domain": key}), [webhook("https://example.org/hook")])
        for key in ("sales", "people")
    )

    state.purge(in_an_hour(), domain="sales")
    assert [state.parcel(parcel).subject is None for parcel in (sales, people)] == [True, False]

    state.purge(in_an_hour())
    assert state.parcel(people).subject is None
    assert all(file.content is None for file in state.parcel_files(people))
    assert len(state.deliveries()) == 2, "what was delivered when stays"
