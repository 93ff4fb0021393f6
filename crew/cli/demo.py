"""`crosscheck demo`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from crew.demo.create import DemoReport

_OUT = Path("demo")

app = typer.Typer(help="An invented retailer to try things with.", no_args_is_help=True)


@app.callback()
def demo() -> None:
    """An invented retailer to try things with: a database and documents."""


@app.command()
def create(
    url: Annotated[
        str | None, typer.Option("--url", help="Write the tables to this SQLAlchemy URL. By default a SQLite file.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="The folder to write to.")] = _OUT,
    seed: Annotated[int, typer.Option("--seed", help="Another seed, another country and another cause.")] = 1,
) -> None:
    """Write the retailer's database and documents; what is already there is left as it is."""
    from crew.demo.create import create_demo

    report = create_demo(out, seed, url, on_progress=lambda step: typer.echo(step, err=True))
    typer.echo(_told(report, is_elsewhere=url is not None or out != _OUT))


def _told(report: "DemoReport", *, is_elsewhere: bool) -> str:
    """The report; a database that the domain file does not expect there has to be named in the environment."""
    address = [f"  export CROSSCHECK_RETAIL_URL='{report.database}'"] if is_elsewhere else []
    return "\n".join(
        (
            f"Database:  {report.database}, {report.rows:,} rows{_unless(report.wrote_database)}",
            f"Documents: {report.documents}, {report.document_count} files{_unless(report.wrote_documents)}",
            "",
            "Next:",
            *address,
            f"  crosscheck documents add {report.documents} --domain retail --sync",
            '  crosscheck ask --domain retail "Why are European operations underperforming?"',
        )
    )


def _unless(wrote: bool) -> str:
    return "" if wrote else " (already there)"
