"""`crosscheck`: the command line's entry, where every error that a person can mend is reported."""

import errno
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from crew.cli import (
    ask,
    chat,
    delivery,
    demo,
    doctor,
    documents,
    domain,
    jobs,
    models,
    receipts,
    report,
    runs,
    schedule,
    schema,
    sql,
    worker,
)
from crew.cli.environment import prepare_environment, silence_libraries
from crew.cli.streams import drop_output, flush_streams, prepare_streams
from crew.errors import CrewError
from crew.settings import Settings

WRONG_USAGE = 2
INTERRUPTED = 130


class _ReportingGroup(TyperGroup):
    """Turns every CrewError of any command into its message on stderr, and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except CrewError as error:
            typer.echo(f"Error: {error}", err=True)
            raise typer.Exit(WRONG_USAGE) from error
        except KeyboardInterrupt as error:
            raise typer.Exit(INTERRUPTED) from error


app = typer.Typer(
    cls=_ReportingGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Answers business questions from a database and documents, with a receipt for every figure and quotation.",
)
app.command("ask")(ask.ask)
app.command("chat")(chat.chat)
app.add_typer(domain.app, name="domain")
app.add_typer(schema.app, name="schema")
app.add_typer(sql.app, name="sql")
app.add_typer(receipts.app, name="receipts")
app.add_typer(documents.app, name="documents")
app.add_typer(models.app, name="models")
app.add_typer(report.app, name="report")
app.add_typer(runs.app, name="runs")
app.add_typer(schedule.app, name="schedule")
app.add_typer(delivery.app, name="delivery")
app.add_typer(jobs.app, name="jobs")
app.add_typer(worker.app, name="worker")
app.add_typer(demo.app, name="demo")
app.command("doctor")(doctor.doctor)


def main() -> None:
    """Run the program with the arguments of the process, and end the process."""
    prepare_streams()
    silence_libraries()
    code = _run()
    try:
        flush_streams()
    except OSError as error:
        code = _disk_full(error)
    if code == INTERRUPTED:
        os._exit(code)  # a provider that hangs keeps threads alive, and would keep the process waiting for them
    sys.exit(code)


def _run() -> int:
    try:
        prepare_environment(Settings.read().home)
        app()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except CrewError as error:
        typer.echo(f"Error: {error}", err=True)
        return WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _disk_full(error)
    return 0


def _disk_full(error: OSError) -> int:
    """Tell of a disk without space, wherever it was met; any other error is raised again."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT):
        raise error
    if not error.filename:
        drop_output()
    place = f"{error.filename} cannot be written" if error.filename else "What is printed cannot be written"
    typer.echo(f"Error: {place}: {error.strerror}. Free disk space, or name another place.", err=True)
    return WRONG_USAGE


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            typer.echo(f"crosscheck {version('crosscheck-desk')}")
        except PackageNotFoundError:
            typer.echo("crosscheck (not installed; running from its source)")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Answers business questions from a database and documents, with a receipt for every figure and quotation."""


if __name__ == "__main__":
    main()
