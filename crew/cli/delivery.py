"""`crosscheck delivery`: what was delivered to whom, what is uncertain, and delivering again."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.options import AskerOption, ConfigOption, Output, OutputOption, asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongInput

if TYPE_CHECKING:
    from crew.delivery.rehearsal import Rehearsed
    from crew.store.delivery_records import DeliveryRecord
    from crew.store.store import Store

FAILED = 20
UNSURE = 11
"""Exit codes: something was not delivered; somebody has to look."""


class Known(StrEnum):
    """What a person found out."""

    DELIVERED = "delivered"
    FAILED = "failed"


DeliveryArgument = Annotated[str, typer.Argument(metavar="DELIVERY", help="A delivery's id, or the beginning of one.")]

app = typer.Typer(no_args_is_help=True, help="Deliveries of reports: the log, what is uncertain, and sending again.")


@app.command("list")
def list_deliveries(
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many, the newest first.")] = 20,
    state: Annotated[
        str | None, typer.Option("--state", help="Only these: queued, sending, delivered, failed or unknown.")
    ] = None,
    report: Annotated[str | None, typer.Option("--report", help="Only deliveries of one report.")] = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """List the latest deliveries."""
    from crew.cli.runs_print import table

    with opened_store() as store:
        found = store.deliveries(state=state, report=report, limit=limit)
        reports = {each.parcel: store.parcel(each.parcel).report for each in found}
    if not found and output is not Output.JSON:
        typer.echo("No deliveries.")
        return
    headers = ["delivery", "queued (UTC)", "state", "report", "to", "destination"]
    rows = [
        [each.id, f"{each.created_at:%Y-%m-%d %H:%M}", each.state, reports[each.parcel], each.channel, each.destination]
        for each in found
    ]
    values = [{**each.model_dump(mode="json"), "report": reports[each.parcel]} for each in found]
    typer.echo(table(headers, rows, values, output))


@app.command("show")
def show(delivery: DeliveryArgument, output: OutputOption = Output.TEXT) -> None:
    """Tell how one delivery went, attempt by attempt."""
    from crew.cli.runs_print import story
    from crew.cli.runs_story import Section

    with opened_store() as store:
        record = store.delivery(delivery)
        attempts = store.attempts(record.id)
        files = store.parcel_files(record.parcel)
        parcel = store.parcel(record.parcel)
    about = [
        f"{parcel.report}: {parcel.subject or '(removed by retention)'}",
        f"{record.channel} to {record.destination}, under the key {record.key}",
        f"{record.state}: {record.detail or 'nothing has been sent yet'}",
    ]
    if record.state == "queued" and record.retry_at:
        about.append(f"tried again from {record.retry_at:%Y-%m-%d %H:%M:%S} UTC on")
    tried = [
        f"{each.number}. {each.begun_at:%Y-%m-%d %H:%M:%S} by {each.holder}: "
        f"{each.outcome or 'in flight'}{': ' + each.detail if each.detail else ''}"
        for each in attempts
    ]
    held = [f"{file.name}, {file.size} bytes, sha256 {file.sha256[:16]}…" for file in files]
    told = {"Delivery": about, "Attempts": tried or ["none"], "Files": held or ["none"]}
    sections = [Section(title, tuple(lines)) for title, lines in told.items()]
    typer.echo(story(sections, output))


@app.command("post")
def post(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="A report that has been run.")],
    run: Annotated[str | None, typer.Option("--run", help="Which run of it; by default the latest.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be sent to whom.")] = False,
    config: ConfigOption = None,
    by: AskerOption = None,
) -> None:
    """Deliver a kept run of a report to its targets; a run that was delivered already is not sent again."""
    from crew.delivery.delivering import Deliverer, post_parcel
    from crew.delivery.rehearsal import rehearse
    from crew.reports.keeping import kept_run
    from crew.reports.loading import load_report
    from crew.schedule.packing import packed
    from crew.schedule.reporting import targets_of
    from crew.settings import Settings

    settings = Settings.read()
    loaded = load_report(report, settings=settings, folder=config)
    targets = targets_of(loaded)
    if not targets:
        raise WrongInput(
            f"{loaded.path} names no receivers. Add `delivery: {{targets: […]}}`; docs/delivery.md shows how."
        )
    with opened_store() as store:
        document = kept_run(store, report, run, asker(by))
        parcel = packed(document, loaded, targets, key=f"{report} run {document.report_run}")
        if dry_run:
            _tell_rehearsal(rehearse(parcel, targets, settings))
            return
        sent = Deliverer(store, settings).deliver_parcel(post_parcel(store, parcel, targets))
    for each in sent:
        typer.echo(f"{each.state}: {each.channel} to {each.destination}. {each.detail or ''}")
    for state in ("failed", "unknown", "queued"):
        if any(each.state == state for each in sent):
            _exit_as(state)


@app.command("redeliver")
def redeliver(
    delivery: DeliveryArgument,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be sent.")] = False,
) -> None:
    """Deliver again, under the same key, what failed, is unknown, or was delivered."""
    with opened_store() as store:
        record = store.delivery(delivery)
        if dry_run:
            _rehearse(store, record)
            return
        if record.state == "sending":
            raise WrongInput(f"Delivery {record.id} is being sent at this moment. Wait for it to end.")
        store.requeue_delivery(record.id, states=("queued", "failed", "unknown", "delivered"))
        record = _sent(store, record.id)
    typer.echo(f"{record.state}: {record.detail or ''}")
    _exit_as(record.state)


@app.command("settle")
def settle(
    delivery: DeliveryArgument,
    known: Annotated[Known, typer.Argument(metavar="delivered|failed", help="What you found out about it.")],
    by: AskerOption = None,
) -> None:
    """Note what you found out about a delivery that is unknown; nothing is sent."""
    with opened_store() as store:
        record = store.delivery(delivery)
        if not store.decide_delivery(record.id, known.value, by=asker(by).id):
            raise WrongInput(f"Delivery {record.id} is {record.state}; only one that is unknown can be settled.")
    typer.echo(f"Delivery {record.id} is settled as {known.value}.")


@app.command("send")
def send() -> None:
    """Send what is queued and due, and look after what a lost process left; `schedule run` does so by itself."""
    from crew.delivery.delivering import Deliverer
    from crew.settings import Settings

    with opened_store() as store:
        count = Deliverer(store, Settings.read()).deliver_waiting()
        unsure = store.deliveries(state="unknown")
    typer.echo(f"{count} deliveries looked after; {len(unsure)} unknown.")
    if unsure:
        typer.echo("`crosscheck delivery list --state unknown` shows them; settle or redeliver each.", err=True)
        raise typer.Exit(UNSURE)


def _sent(store: "Store", delivery: str) -> "DeliveryRecord":
    from crew.delivery.delivering import Deliverer
    from crew.settings import Settings

    Deliverer(store, Settings.read()).deliver(delivery)
    return store.delivery(delivery)


def _rehearse(store: "Store", record: "DeliveryRecord") -> None:
    from crew.delivery.parcel import parcel_of
    from crew.delivery.rehearsal import rehearse
    from crew.delivery.specs import target_of
    from crew.settings import Settings

    parcel = parcel_of(store.parcel(record.parcel), store.parcel_files(record.parcel))
    if parcel is None:
        raise WrongInput(f"Retention has removed what delivery {record.id} would send.")
    planned = [
        each
        for each in rehearse(parcel, [target_of(record.target)], Settings.read())
        if each.destination == record.destination
    ]
    _tell_rehearsal(planned)


def _tell_rehearsal(planned: "list[Rehearsed]") -> None:
    for each in planned:
        files = ", ".join(each.files) or "no files"
        typer.echo(f"Would send by {each.channel} to {each.destination}: {files}, {each.size} bytes. Nothing was sent.")
    if problems := dict.fromkeys(each.problem for each in planned if each.problem):
        raise WrongInput("\n".join(problems))


def _exit_as(state: str) -> None:
    if state == "failed":
        raise typer.Exit(FAILED)
    if state != "delivered":
        raise typer.Exit(UNSURE)
