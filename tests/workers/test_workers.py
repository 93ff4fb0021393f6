"""Workers on real brokers: what is killed is taken up, what is delivered is delivered once, what fails is told."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crew.settings import Settings
from crew.store.store import Store
from crew.workers.broker import SETTING, BrokerUnavailable, celery_app, queue_of
from crew.workers.submitting import Submitter, SubmittingPerformer
from tests.delivery.receivers import WebServer

ROOT = Path(__file__).parents[2]
DUE = datetime(2025, 10, 20, 7, tzinfo=UTC)

Start = Callable[..., subprocess.Popen[str]]


def elsewhere(domain: str) -> str:
    """A domain that no worker of the test works for."""
    return f"{domain}-else"


@pytest.fixture
def with_broker(settings: Settings, environment: dict[str, str], broker: str, domain: str) -> Iterator[Settings]:
    """Settings with a broker whose queue is removed afterwards."""
    environment[SETTING] = broker
    yield Settings.read(environment)
    app = celery_app(Settings.read(environment))
    with app.connection_for_write() as connection:
        for each in (domain, elsewhere(domain)):
            connection.default_channel.queue_delete(queue_of(each))


@pytest.fixture
def start(with_broker: Settings, environment: dict[str, str], domain: str, shop: Path) -> Iterator[Start]:
    """Starts workers, and ends them."""
    running: list[subprocess.Popen[str]] = []

    def started(parallel: int = 1) -> subprocess.Popen[str]:
        options = ["--domain", domain, "--parallel", str(parallel), "--lease", "3"]
        command = [sys.executable, "-m", "crew.cli.main", "worker", "run", *options]
        with (shop / f"worker{len(running)}.log").open("w") as log:
            environment_of_worker = {**environment, "PYTHONPATH": str(ROOT)}
            process = subprocess.Popen(command, cwd=shop, env=environment_of_worker, stdout=log, stderr=log, text=True)
        running.append(process)
        return process

    yield started
    for process in running:
        process.terminate()
    for process in running:
        process.wait(60)


def submit_weeks(store: Store, settings: Settings, domain: str, count: int) -> list[str]:
    """One job for each of some weeks."""
    performer = SubmittingPerformer(store, settings)
    return [performer.perform("weekly", DUE + timedelta(weeks=week)).removeprefix("job ") for week in range(count)]


def wait_until(holds: Callable[[], bool], seconds: float = 200) -> None:
    """Wait, but not for ever."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.2)


@pytest.mark.parametrize("store_url", ["postgres"], indirect=True)
def test_a_killed_worker_s_job_is_taken_up_and_nothing_is_delivered_twice(
    with_broker: Settings, start: Start, store_url: str, domain: str, hook: WebServer
) -> None:
    with Store.open(store_url) as store:
        jobs = submit_weeks(store, with_broker, domain, 3)
        first = start()
        wait_until(lambda: any(store.job(job).state == "running" for job in jobs))
        first.kill()
        first.wait()
        others = [start(), start()]
        wait_until(lambda: all(store.job(job).state in ("done", "failed") for job in jobs))

        assert [worker.poll() for worker in others] == [None, None], "both work side by side"
        assert [store.job(job).state for job in jobs] == ["done"] * 3, [store.job(job).detail for job in jobs]
        assert max(store.job(job).attempts for job in jobs) >= 2
        wait_until(lambda: all(each.state not in ("queued", "sending") for each in store.deliveries()))
        deliveries = store.deliveries()
        unknown = [tried for each in deliveries for tried in store.attempts(each.id) if tried.outcome == "unknown"]
        assert {delivery.state for delivery in deliveries} == {"delivered"}
    keys = [request.headers["webhook-id"] for request in hook.requests]
    assert len(set(keys)) == 3
    assert len(keys) <= 3 + len(unknown)


@pytest.mark.parametrize("store_url", ["mariadb"], indirect=True)
def test_a_question_is_answered_and_a_failing_report_tells_its_owner(
    with_broker: Settings, start: Start, store_url: str, domain: str, hook: WebServer, shop: Path
) -> None:
    with Store.open(store_url) as store:
        submitter = Submitter(store, with_broker)
        request = {"question": "What was revenue by region last quarter?"}
        question = submitter.submit("ask", domain=domain, asker="anna", request=request)
        due = {"report": "weekly", "due_at": DUE.isoformat()}
        (report,) = submit_weeks(store, with_broker, domain, 1)
        wrong = submitter.submit("report", domain=domain, asker="finance", request={**due, "report": "no-such"})
        other = submitter.submit("ask", domain=elsewhere(domain), asker="anna", request=request)
        start()
        wait_until(lambda: all(store.job(job).state in ("done", "failed") for job in (question, report, wrong)))
        assert (store.job(other).state, store.job(other).attempts) == ("queued", 0), "it lies in a queue of its own"
        answered, failed = store.job(question), store.job(wrong)

        assert answered.result is not None and answered.run is not None
        assert store.run(answered.run).answer is not None
        assert (answered.result["status"], failed.state) == ("verified", "failed")
        assert "no report `no-such`" in (failed.detail or "")
        wait_until(lambda: bool(hook.requests))
    assert len(hook.requests) == 1


@pytest.mark.parametrize("store_url", ["postgres"], indirect=True)
def test_a_worker_told_to_end_ends_its_job_and_its_delivery_first(
    with_broker: Settings, start: Start, store_url: str, domain: str, hook: WebServer
) -> None:
    with Store.open(store_url) as store:
        jobs = submit_weeks(store, with_broker, domain, 2)
        worker = start()
        wait_until(lambda: any(store.job(job).state == "running" for job in jobs))
        worker.terminate()

        assert worker.wait(60) == 0
        ended = [store.job(job) for job in jobs]
        assert {(job.state, job.attempts) for job in ended} <= {("done", 1), ("queued", 0)}, ended
        assert any(job.state == "done" for job in ended)
        assert {each.state for each in store.deliveries()} <= {"queued", "delivered"}


def test_a_broker_that_is_away_loses_no_job(settings: Settings, environment: dict[str, str], domain: str) -> None:
    environment[SETTING] = "redis://127.0.0.1:1/0"
    with Store.open(settings.store_url) as store:
        submitter = Submitter(store, Settings.read(environment))
        with pytest.raises(BrokerUnavailable, match=SETTING):
            submitter.submit("ask", domain=domain, asker="anna", request={"question": "?"})
        (job,) = store.jobs(None)

    assert (job.state, job.published_at) == ("queued", None)
