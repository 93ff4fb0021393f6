"""`crosscheck sql`: statements of one's own, put to the guard or run under it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.desk import DeskChoice
from crew.cli.options import AskerOption, ConfigOption, DomainOption
from crew.errors import WrongInput

if TYPE_CHECKING:
    from tools.sql.checking import GroundsFor

SourceOption = Annotated[
    str | None, typer.Option("--source", "-s", help="The domain's database. By default its only one.")
]

app = typer.Typer(no_args_is_help=True, help="Statements of your own: checked by the guard, or run under it.")


@app.command("check")
def check(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="JSON Lines: id, dialect, statement.")],
    tables: Annotated[
        str | None,
        typer.Option("--tables", help="The known tables, with commas: any column of them may be read."),
    ] = None,
    domain: DomainOption = None,
    source: SourceOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
) -> None:
    """Say of each statement whether it may run, and what would run, or why not; nothing is run.

    Names are checked against --tables, or against a domain's database, with its policy, as you may see it.
    """
    if tables is not None and (domain or source or config):
        raise WrongInput("Give --tables or --domain, not both: a domain knows its tables.")
    choice = DeskChoice(domain=domain, config=config, asker=asker)
    with _opened(file) as lines, _grounds(tables, choice, source) as grounds:
        from tools.sql.checking import check_lines

        for verdict in check_lines(lines, grounds):
            typer.echo(verdict.as_json())


@contextmanager
def _grounds(tables: str | None, choice: DeskChoice, source: str | None) -> "Iterator[GroundsFor]":
    """What statements are checked against: the tables named, or those of a domain's database if one is asked for."""
    from tools.sql.checking import Grounds, grounds_of, grounds_of_tables

    if tables is not None or not (choice.domain or choice.config or source):
        yield grounds_of_tables(tables.split(",") if tables else ())
        return
    from crew.cli.databases import opened_database
    from crew.opening import read_schema

    with opened_database(choice, source) as opened:
        yield grounds_of(Grounds(read_schema(opened), opened.policy, opened.asker))


@contextmanager
def _opened(file: str) -> Iterator[Iterator[str]]:
    """The lines of a file, or of stdin for `-`, as they come."""
    if file == "-":
        yield (line.decode(errors="replace") for line in typer.get_binary_stream("stdin"))
        return
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as lines:
            yield lines
    except OSError as error:
        raise WrongInput(f"{file} cannot be read: {error.strerror}.") from error
