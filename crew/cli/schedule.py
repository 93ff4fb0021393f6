"""`crosscheck schedule`: runs reports when they are due, and tells how that goes."""

import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.options import AskerOption, ConfigOption, Output, OutputOption, asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongInput
from crew.settings import Settings

if TYPE_CHECKING:
    from crew.schedule.reporting import ReportRulesFile
    from crew.schedule.scheduler import Scheduler
    from crew.store.store import Store

FAILED = 20
UNWELL = 1
"""Exit codes: a run failed for good; the scheduler is not well."""

_STATUS_RUNS = 15

HealthOption = Annotated[
    Path | None,
    typer.Option("--health-file", help="The file that tells a watcher how it goes. By default among our own state."),
]
AbreastOption = Annotated[int, typer.Option("--parallel", min=1, max=64, help="Reports that run at the same time.")]
SubmitOption = Annotated[
    bool, typer.Option("--submit", help="Hand reports to the workers instead of running them here.")
]
ReportArgument = Annotated[str, typer.Argument(metavar="REPORT", help="A report that has a schedule.")]

app = typer.Typer(no_args_is_help=True, help="Reports by schedule: run them, watch them, pause them.")


@app.command("run")
def run(
    parallel: AbreastOption = 2,
    grace: Annotated[
        float, typer.Option("--grace", min=0, help="Seconds that running reports get after SIGTERM.")
    ] = 25,
    submit: SubmitOption = False,
    health_file: HealthOption = None,
    config: ConfigOption = None,
) -> None:
    """Run reports and deliver them as they are due, until SIGTERM or Ctrl-C; several may run on one store.

    It ends with 0. What could not end within the grace is handed back, and run anew by the next process.
    """
    from crew.schedule.health import HealthFile

    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    with opened_store() as store:
        health = HealthFile(_health_path(health_file))
        scheduler = _scheduler(store, config, parallel=parallel, grace=grace, submit=submit)
        typer.echo(f"Running schedules of {store.address}; health in {health.path}.", err=True)
        has_ended = scheduler.run_until(stop, health)
    typer.echo("Ended." if has_ended else "Ended; what was running is handed back.", err=True)
    if not has_ended:
        os._exit(0)  # what still runs cannot be interrupted, and belongs to nobody now


@app.command("due")
def due(parallel: AbreastOption = 2, submit: SubmitOption = False, config: ConfigOption = None) -> None:
    """Run once what is due now, and deliver it: for cron, systemd or Kubernetes. 20 when a run failed for good."""
    with opened_store() as store:
        failures = _scheduler(store, config, parallel=parallel, grace=0, submit=submit).run_due()
    if failures:
        typer.echo("A run failed for good; `crosscheck schedule status` tells which.", err=True)
        raise typer.Exit(FAILED)


@app.command("list")
def list_schedules(config: ConfigOption = None, output: OutputOption = Output.TEXT) -> None:
    """List the schedules with their rules and when each is due next."""
    from datetime import UTC, datetime
    from zoneinfo import ZoneInfo

    from crew.cli.runs_print import table
    from crew.schedule.due import due_after

    rules_file = _rules(config)
    rules = rules_file()
    with opened_store() as store:
        known = {each.report: each for each in store.schedules()}
    rows = []
    for report, spec in rules.items():
        record = known.get(report)
        next_due = (record and record.next_due) or due_after(spec, datetime.now(UTC))
        is_paused = record is not None and record.paused_at is not None
        local = "paused" if is_paused else f"{next_due.astimezone(ZoneInfo(spec.time_zone)):%Y-%m-%d %H:%M %Z}"
        rows.append([report, local, spec.cron, spec.time_zone, spec.missed])
    _tell_problems(rules_file)
    if not rows and output is not Output.JSON:
        typer.echo("No report has a schedule. Add `schedule: {cron: …}` to config/reports/NAME.yaml.")
        return
    headers = ["report", "next due", "cron", "time_zone", "missed"]
    values = [dict(zip(headers, row, strict=True)) for row in rows]
    typer.echo(table(headers, rows, values, output))


@app.command("status")
def status(
    report: Annotated[str | None, typer.Option("--report", help="Only runs of one report.")] = None,
    max_age: Annotated[
        float | None, typer.Option("--max-age", help="End with 1 unless a scheduler was well so many seconds ago.")
    ] = None,
    health_file: HealthOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Tell what ran, what waits and what failed; with --max-age also whether the scheduler lives."""
    from crew.cli.runs_print import table
    from crew.schedule.health import HealthFile

    health = HealthFile(_health_path(health_file))
    with opened_store() as store:
        runs = store.due_runs(report, limit=_STATUS_RUNS)
    rows = [
        [f"{each.due_at:%Y-%m-%d %H:%M}", each.report, each.state, each.attempts, each.holder or ""] for each in runs
    ]
    told, age = health.read(), health.age()
    if output is Output.JSON:
        values = {"health": told, "runs": [each.model_dump(mode="json") for each in runs]}
        typer.echo(table([], [], values, output))
    else:
        typer.echo(_health_words(told, age))
        if rows:
            typer.echo(table(["due (UTC)", "report", "state", "attempts", "by"], rows, [], output))
        for each in runs:
            if each.detail:
                typer.echo(f"\n{each.report}, due {each.due_at:%Y-%m-%d %H:%M}, {each.state}: {each.detail}")
    if max_age is not None and (age is None or age > max_age or (told or {}).get("status") != "well"):
        raise typer.Exit(UNWELL)


@app.command("pause")
def pause(report: ReportArgument, config: ConfigOption = None, by: AskerOption = None) -> None:
    """Let a report not run by schedule until it is resumed."""
    with opened_store() as store:
        _note(store, config)
        if not store.pause_schedule(report, by=asker(by).id):
            raise _no_schedule(report)
    typer.echo(f"{report} is paused; `crosscheck schedule resume {report}` lets it run again.")


@app.command("resume")
def resume(report: ReportArgument, config: ConfigOption = None) -> None:
    """Let a paused report run again, from its next due time on."""
    from datetime import UTC, datetime

    from crew.schedule.due import due_after

    spec = _rules(config)().get(report)
    if spec is None:
        raise _no_schedule(report)
    next_due = due_after(spec, datetime.now(UTC))
    with opened_store() as store:
        _note(store, config)
        store.resume_schedule(report, next_due=next_due)
    typer.echo(f"{report} runs again; next due {next_due:%Y-%m-%d %H:%M} UTC.")


def _scheduler(store: "Store", config: Path | None, *, parallel: int, grace: float, submit: bool) -> "Scheduler":
    from crew.delivery.delivering import Deliverer
    from crew.delivery.outbox import Outbox
    from crew.schedule.reporting import ReportPerformer
    from crew.schedule.scheduler import Pace, Performer, Scheduler

    settings = Settings.read()
    performer: Performer = ReportPerformer(store, settings, config)
    if submit:
        from crew.workers.submitting import SubmittingPerformer

        performer = SubmittingPerformer(store, settings, config)
    rules = _rules(config)
    _tell_problems(rules)
    deliverer = Deliverer(store, settings)
    return Scheduler(
        store,
        rules,
        performer,
        deliverer=deliverer,
        outbox=Outbox(store, deliverer),
        pace=Pace(abreast=parallel, grace=grace),
    )


def _rules(config: Path | None) -> "ReportRulesFile":
    from crew.schedule.reporting import ReportRulesFile

    return ReportRulesFile(Settings.read(), config)


def _tell_problems(rules: "ReportRulesFile") -> None:
    rules()
    for problem in rules.problems.values():
        typer.echo(f"Left out: {problem}", err=True)


def _note(store: "Store", config: Path | None) -> None:
    from crew.schedule.book import Book
    from crew.store.store import now_utc

    Book(store, _rules(config), now_utc).note()


def _no_schedule(report: str) -> WrongInput:
    return WrongInput(f"No schedule of `{report}` is known. `crosscheck schedule list` shows those there are.")


def _health_path(given: Path | None) -> Path:
    return given or Settings.read().home / "schedule-health.json"


def _health_words(told: dict[str, object] | None, age: float | None) -> str:
    if told is None or age is None:
        return "No scheduler has run here yet: `crosscheck schedule run`, or `schedule due` from cron."
    problem = f" {told['problem']}" if told.get("problem") else ""
    return f"Scheduler {told['process']}: {told['status']}, {age:.0f} s ago.{problem}"
