"""`crosscheck jobs`: hands questions and reports to the workers, and shows what became of them."""

from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.options import AskerOption, ConfigOption, Output, OutputOption, TodayOption
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.render.json_text import json_text
from crew.settings import Settings

if TYPE_CHECKING:
    from crew.store.schedule_records import JobRecord

_LONGEST = 80

app = typer.Typer(no_args_is_help=True, help="Jobs: questions and reports for the workers.")
submit = typer.Typer(no_args_is_help=True, help="Hand a question or a report to the workers.")
app.add_typer(submit, name="submit")

KeyOption = Annotated[
    str | None, typer.Option("--key", help="The same for the same thing: a second job with it is the first.")
]


@submit.command("ask")
def submit_question(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    domain: Annotated[str | None, typer.Option("--domain", "-d", help="The domain to ask.")] = None,
    key: KeyOption = None,
    today: TodayOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
) -> None:
    """Submit a question; prints the job's id."""
    from crew.load import domain_file
    from crew.workers.submitting import Submitter

    settings = Settings.read()
    name = domain_file(domain, settings=settings, folder=config).stem
    request = {"question": question, "today": today.isoformat() if today else None}
    who = as_asker(asker)
    with opened_store() as store:
        typer.echo(Submitter(store, settings).submit("ask", domain=name, asker=who.id, request=request, key=key))


@submit.command("report")
def submit_report(
    report: Annotated[str, typer.Argument(help="The report: config/reports/NAME.yaml.")],
    key: KeyOption = None,
    config: ConfigOption = None,
) -> None:
    """Submit a run of a report, to be delivered as it says; prints the job's id."""
    from datetime import UTC, datetime

    from crew.reports.loading import load_report
    from crew.workers.submitting import Submitter

    settings = Settings.read()
    spec = load_report(report, settings=settings, folder=config).spec
    request = {"report": report, "due_at": datetime.now(UTC).isoformat()}
    with opened_store() as store:
        job = Submitter(store, settings).submit(
            "report", domain=spec.domain, asker=spec.run_as.id, request=request, key=key
        )
    typer.echo(job)


@app.command("list")
def list_jobs(
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many, the newest first.")] = 20,
    state: Annotated[str | None, typer.Option("--state", help="Only these: queued, running, done or failed.")] = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """List your latest jobs; an auditor sees everyone's."""
    from crew.cli.runs_print import table

    with opened_store() as store:
        found = store.jobs(as_asker(asker), state=state, limit=limit)
    if not found and output is not Output.JSON:
        typer.echo("No jobs.")
        return
    rows = [
        [each.id, f"{each.submitted_at:%Y-%m-%d %H:%M}", each.state, each.attempts, each.domain, _about(each)]
        for each in found
    ]
    headers = ["job", "submitted (UTC)", "state", "attempts", "domain", "about"]
    typer.echo(table(headers, rows, [each.model_dump(mode="json") for each in found], output))


@app.command("show")
def show(
    job: Annotated[str, typer.Argument(metavar="JOB", help="A job's id, or the beginning of one.")],
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Tell how a job stands."""
    with opened_store() as store:
        record = store.job(job, as_asker(asker))
    if output is Output.JSON:
        typer.echo(json_text(record))
        return
    typer.echo(f"{record.id}: {record.state}, {record.kind} {_about(record)}")
    if record.holder:
        typer.echo(f"  attempt {record.attempts}, by {record.holder}")
    if record.detail:
        typer.echo(f"  {record.detail}")
    if record.result:
        typer.echo(f"  {record.result['status']}" + (f": {told}" if (told := record.result.get("answer")) else ""))
    if record.run:
        typer.echo(f"  `crosscheck runs show {record.run}` prints the whole answer.")


def _about(record: "JobRecord") -> str:
    from crew.render.plain import shortened

    told = record.request.get("question") or record.request.get("report") or ""
    return shortened(str(told), _LONGEST)
