"""`crosscheck report`: runs reports, shows them again, and tells what changed."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.desk import DeskChoice, at_desk
from crew.cli.options import AskerOption, ConfigOption, Output, OutputOption, TodayOption, screen
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongConfiguration, WrongInput
from crew.render.json_text import json_text
from crew.settings import Settings

if TYPE_CHECKING:
    from crew.desk import Desk
    from crew.reports.document import DriftOut, ReportDocument, SectionOut
    from crew.reports.loading import LoadedReport

MATERIAL = 1
"""The exit code of `report diff` when something changed beyond the thresholds."""

app = typer.Typer(no_args_is_help=True, help="Reports: questions, metrics and text, with receipts, charts and changes.")

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The report: config/reports/NAME.yaml.")]
RunArgument = Annotated[
    str | None, typer.Argument(metavar="RUN", help="A run of it; by default the latest.", show_default=False)
]


@app.command("list")
def list_reports(config: ConfigOption = None, output: OutputOption = Output.TEXT) -> None:
    """List the reports with their domain, whose rights they show, and their latest run."""
    from crew.cli.runs_print import table
    from crew.load import read_spec
    from crew.reports.loading import list_reports as find_reports
    from crew.reports.specs import ReportSpec

    entries: list[dict[str, str]] = []
    with opened_store() as store:
        for name, path in find_reports(Settings.read(), config).items():
            entry = {"report": name, "domain": "", "run_as": "", "latest run (UTC)": "", "status": "", "title": ""}
            try:
                spec = read_spec(path, ReportSpec)
            except WrongConfiguration as error:
                entries.append({**entry, "status": "wrong", "title": str(error)})
                continue
            latest = next(iter(store.report_runs(name, limit=1)), None)
            entry |= {"domain": spec.domain, "run_as": spec.run_as.id, "title": spec.title}
            if latest is not None:
                entry |= {
                    "latest run (UTC)": f"{latest.started_at:%Y-%m-%d %H:%M}",
                    "status": latest.status or "unfinished",
                }
            entries.append(entry)
    if not entries and output is not Output.JSON:
        typer.echo("No reports yet. Write one as config/reports/NAME.yaml; docs/reports.md shows how.")
        return
    shown = [{key: value for key, value in entry.items() if key != "title"} for entry in entries]
    typer.echo(table(list(shown[0]) if shown else [], [list(entry.values()) for entry in shown], entries, output))
    for entry in entries:
        if entry["status"] == "wrong":
            typer.echo(entry["title"], err=True)


@app.command("check")
def check(
    name: Annotated[str | None, typer.Argument(help="The report; by default every report.", show_default=False)] = None,
    config: ConfigOption = None,
) -> None:
    """Check reports without running them; exit code 2 when something is wrong."""
    from crew.reports.loading import list_reports as find_reports
    from crew.reports.loading import load_report

    settings = Settings.read()
    problems = []
    for each in [name] if name else list(find_reports(settings, config)):
        try:
            report = load_report(each, settings=settings, folder=config)
        except (WrongConfiguration, WrongInput) as error:
            problems.append(str(error))
            continue
        spec = report.spec
        typer.echo(
            f"{each}: {len(spec.sections)} sections over `{spec.domain}`, with the rights of `{spec.run_as.id}`."
        )
    if problems:
        raise WrongConfiguration("\n".join(problems))


@app.command("run")
def run(
    name: NameArgument,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write it as Markdown, HTML, PDF and JSON into this folder.")
    ] = None,
    config: ConfigOption = None,
    today: TodayOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Run a report with the rights of its `run_as`, and keep the run.

    Exit codes: 0 every section is verified, 10 with reservations, 11 something to review, 14 a section without an
    answer, 20 a section failed (the others are delivered), 2 wrong configuration.
    """
    from crew.reports.summary import exit_code

    report = _loaded(name, config)
    document = at_desk(_choice(report, config, today), lambda desk: _run(report, desk))
    if out is not None:
        _write(document, out, report.templates)
    _print(document, output, report.templates)
    raise typer.Exit(exit_code(document.sections))


@app.command("show")
def show(
    name: NameArgument, run: RunArgument = None, asker: AskerOption = None, output: OutputOption = Output.TEXT
) -> None:
    """Print a kept run of a report again, for a reader in its audience."""
    _print(_kept(name, run, asker), output, None)


@app.command("diff")
def diff(
    name: NameArgument, config: ConfigOption = None, today: TodayOption = None, output: OutputOption = Output.TEXT
) -> None:
    """Make the statements and searches of the latest run again, and tell what changed since and why.

    No model is asked. Exit codes: 0 nothing changed beyond the report's thresholds, 1 something did.
    """
    from crew.reports.drift import drift_since
    from crew.reports.keeping import last_run
    from crew.reports.render.text import drift_text

    report = _loaded(name, config)

    def compare(desk: "Desk") -> "tuple[ReportDocument, DriftOut]":
        kept = last_run(desk.store, report)
        if kept is None:
            raise WrongInput(f"Report `{name}` has no run to compare with. Run it first: crosscheck report run {name}")
        return kept.document, drift_since(kept, report, desk)

    document, drift = at_desk(_choice(report, config, today), compare)
    if output is Output.JSON:
        typer.echo(json_text(drift))
    else:
        width, is_coloured = screen()
        typer.echo(drift_text(drift, document, width=width, is_coloured=is_coloured))
    raise typer.Exit(MATERIAL if drift.material else 0)


@app.command("open")
def open_report(name: NameArgument, run: RunArgument = None, asker: AskerOption = None) -> None:
    """Write a kept run as HTML among our own state, and open it in the browser."""
    from crew.reports.render.formats import rendered

    document = _kept(name, run, asker)
    path = Settings.read().home / "reports" / f"{name}-{document.report_run}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(rendered(document, "html"))
    typer.echo(str(path))
    typer.launch(path.as_uri())


def _loaded(name: str, config: Path | None) -> "LoadedReport":
    from crew.reports.loading import load_report

    return load_report(name, settings=Settings.read(), folder=config)


def _choice(report: "LoadedReport", config: Path | None, today: object) -> DeskChoice:
    reader = report.spec.run_as
    return DeskChoice(
        domain=report.spec.domain,
        config=config,
        asker=reader.id,
        groups=reader.groups,
        today=today,  # type: ignore[arg-type]
    )


def _run(report: "LoadedReport", desk: "Desk") -> "ReportDocument":
    from crew.reports.running import run_report

    return run_report(report, desk, due_at=datetime.now(UTC), on_section=_tell)


def _tell(section: "SectionOut", seconds: float) -> None:
    from crew.render.plain import plain

    typer.echo(
        f"{section.number} {plain(section.title)}: {section.status.replace('_', ' ')} ({seconds:.1f} s)", err=True
    )


def _write(document: "ReportDocument", out: Path, templates: Path | None) -> None:
    from crew.reports.render.formats import write_report

    for path in write_report(document, out, templates):
        typer.echo(f"Written: {path}", err=True)


def _print(document: "ReportDocument", output: Output, templates: Path | None) -> None:
    from crew.reports.render.formats import rendered
    from crew.reports.render.text import as_text

    if output is Output.TEXT:
        width, is_coloured = screen()
        typer.echo(as_text(document, width=width, is_coloured=is_coloured))
    else:
        typer.echo(rendered(document, "json" if output is Output.JSON else "markdown", templates).decode(), nl=False)


def _kept(name: str, run: str | None, asker: str | None) -> "ReportDocument":
    from crew.reports.keeping import kept_run

    with opened_store() as store:
        return kept_run(store, name, run, as_asker(asker))
