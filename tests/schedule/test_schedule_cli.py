"""What an operator sees of schedules, and a report that runs by schedule from its file to its receiver."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from crew.cli.main import app
from crew.schedule.book import rules_digest
from crew.schedule.health import HealthFile
from crew.schedule.specs import ScheduleSpec
from crew.store.store import Store
from tests.delivery.parcels import SECRET
from tests.delivery.receivers import WebServer
from tests.workers.conftest import domain, hook, shop  # noqa: F401

ROOT = Path(__file__).parents[2]
RULES = {"cron": "0 7 * * *", "time_zone": "Europe/Berlin", "retries": 0, "missed": "all"}

Run = Callable[..., Result]


@pytest.fixture
def scheduled(shop: Path) -> Path:  # noqa: F811
    """The shop, whose report has a schedule."""
    path = shop / "config/reports/weekly.yaml"
    path.write_text(path.read_text() + f"schedule: {json.dumps(RULES)}\n")
    return shop


@pytest.fixture
def cli(scheduled: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line in the shop's folder."""
    monkeypatch.chdir(scheduled)
    for name in ("CROSSCHECK_CONFIG", "CROSSCHECK_DOMAIN", "CROSSCHECK_TODAY", "CROSSCHECK_STORE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CROSSCHECK_HOME", str(scheduled / "home"))
    monkeypatch.setenv("HOOK_SECRET", SECRET)
    return lambda *arguments: CliRunner().invoke(app, ["schedule", *arguments])


@pytest.fixture
def home_store(scheduled: Path) -> Store:
    """The store that the command line uses."""
    return Store.open(f"sqlite:///{scheduled}/home/state.sqlite")


def make_due(store: Store) -> datetime:
    """Let the report have been due yesterday; returns when."""
    due = datetime.now(UTC).replace(hour=6, minute=0, second=0, microsecond=0) - timedelta(days=1)
    store.note_schedules({"weekly": (rules_digest(ScheduleSpec.model_validate(RULES)), due)})
    return due


def test_schedules_are_listed_by_their_own_clock(cli: Run) -> None:
    listed = cli("list")

    assert listed.exit_code == 0
    assert "weekly" in listed.stdout and "07:00 CE" in listed.stdout


def test_a_file_that_cannot_be_read_is_told_and_holds_no_other_up(cli: Run, scheduled: Path) -> None:
    (scheduled / "config/reports/broken.yaml").write_text("version: 1\nschedule: {cron: often}\n")
    (scheduled / "config/reports/nowhere.yaml").symlink_to("gone.yaml")
    listed = cli("list")

    assert "weekly" in listed.stdout
    assert "broken.yaml" in listed.stderr and "nowhere.yaml" in listed.stderr


def test_a_report_is_paused_and_resumed(cli: Run) -> None:
    assert cli("pause", "weekly", "--as", "anna").exit_code == 0
    assert "paused" in cli("list").stdout
    assert cli("resume", "weekly").exit_code == 0
    assert "paused" not in cli("list").stdout
    assert cli("pause", "no-such").exit_code == 2


def test_a_watcher_learns_whether_the_scheduler_is_well(cli: Run, scheduled: Path, home_store: Store) -> None:
    health = HealthFile(scheduled / "home/schedule-health.json")
    assert cli("status", "--max-age", "60").exit_code == 1
    health.write(home_store, [], None)
    assert cli("status", "--max-age", "60").exit_code == 0
    health.write(home_store, [], "The store is away.")
    unwell = cli("status", "--max-age", "60")
    assert (unwell.exit_code, "The store is away." in unwell.stdout) == (1, True)
    health.write_stopped()
    assert cli("status", "--max-age", "60").exit_code == 1


def test_a_due_report_runs_once_and_reaches_its_receiver(
    cli: Run,
    scheduled: Path,
    home_store: Store,
    hook: WebServer,  # noqa: F811
) -> None:
    due = make_due(home_store)
    command = [sys.executable, "-m", "crew.cli.main", "schedule", "due"]
    environment = {"PYTHONPATH": str(ROOT), "CROSSCHECK_HOME": str(scheduled / "home"), "HOOK_SECRET": SECRET}
    for _ in range(2):
        done = subprocess.run(command, cwd=scheduled, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    runs = {run.due_at: run.state for run in home_store.due_runs("weekly")}
    assert runs[due] == "done"
    assert len(hook.requests) == len(runs)
    assert hook.requests[0].json["facts"]["status"] == "verified"
    assert "weekly" in cli("status").stdout


def test_a_report_that_fails_for_good_tells_its_owner(
    cli: Run,
    scheduled: Path,
    home_store: Store,
    hook: WebServer,  # noqa: F811
) -> None:
    make_due(home_store)
    (scheduled / "shop.sqlite").unlink()
    failed = cli("due")

    assert failed.exit_code == 20
    assert {request.json["facts"]["status"] for request in hook.requests} == {"failed"}
    assert "could not be made" in hook.requests[0].json["subject"]
    assert {run.state for run in home_store.due_runs("weekly")} == {"failed"}


def test_a_report_whose_file_fails_its_checks_tells_its_owner_too(
    cli: Run,
    scheduled: Path,
    home_store: Store,
    hook: WebServer,  # noqa: F811
) -> None:
    make_due(home_store)
    path = scheduled / "config/reports/weekly.yaml"
    text = path.read_text().replace("metric: revenue", "metric: no_such_metric")
    path.write_text(text.replace("title: Revenue by region", "title: 'Revenue, {period}'"))
    failed, told = cli("due"), cli("status")

    assert failed.exit_code == 20
    assert {request.json["facts"]["status"] for request in hook.requests} == {"failed"}
    assert "no_such_metric" in hook.requests[0].json["facts"]["reason"]
    assert hook.requests[0].json["subject"] == "Report “weekly” could not be made"
    assert "no_such_metric" in told.stdout
