"""`crosscheck sql`: statements of one's own, put to the guard or run under it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crew.cli.desk import DeskChoice
from crew.cli.lines import opened_lines
from crew.cli.options import AskerOption, ConfigOption, DomainOption, screen
from crew.errors import WrongInput
from crew.render.json_text import json_text

if TYPE_CHECKING:
    from tools.sql.checking import GroundsFor
    from tools.terms import JsonScalar

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
    with opened_lines(file) as lines, _grounds(tables, choice, source) as grounds:
        from tools.sql.checking import check_lines

        for verdict in check_lines(lines, grounds):
            typer.echo(verdict.as_json())


class RowsOutput(StrEnum):
    """How rows are printed."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


@app.command("run")
def run(
    statement: Annotated[str, typer.Argument(metavar="STATEMENT|FILE|-", help="One SELECT, or where it is written.")],
    domain: DomainOption = None,
    source: SourceOption = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", metavar="NAME=VALUE", help="The value of a `:name` placeholder; repeat it."),
    ] = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: Annotated[RowsOutput, typer.Option("--output", "-o", help="How rows are printed.")] = RowsOutput.TEXT,
) -> None:
    """Run one SELECT under guard, policy and limits, and print its rows with what was computed.

    With csv the rows alone go to stdout, and what was computed to stderr.
    """
    from crew.cli.background import until_done
    from crew.cli.databases import opened_database
    from crew.statements import evidence_values, run_written
    from tools.deadline import Deadline

    text, values, deadline = _statement(statement), _parameters(parameters or []), Deadline()
    with opened_database(DeskChoice(domain=domain, config=config, asker=asker), source) as opened:
        evidence = until_done(lambda: run_written(opened, text, values, deadline), deadline.cancel)
    _print(evidence_values(evidence), output)


def _statement(given: str) -> str:
    """The statement itself, or what a file, or stdin for `-`, holds."""
    if given == "-":
        return typer.get_text_stream("stdin").read()
    try:
        path = Path(given)
        return path.read_text(encoding="utf-8") if path.is_file() else given
    except (OSError, ValueError):  # too long for a file's name
        return given


def _parameters(given: list[str]) -> "dict[str, JsonScalar]":
    values: dict[str, JsonScalar] = {}
    for pair in given:
        name, separator, value = pair.partition("=")
        if not separator or not name.isidentifier():
            raise WrongInput(f"--param {pair}: write it as name=value, such as --param region=Europe.")
        values[name] = _value(value)
    return values


def _value(text: str) -> "JsonScalar":
    """A number where the text is one as numbers are written, or null; other text as it is."""
    import json

    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if value is None or (isinstance(value, int | float) and str(value) == text) else text


def _print(evidence: "dict[str, Any]", output: RowsOutput) -> None:
    if output is RowsOutput.JSON:
        typer.echo(json_text(evidence))
        return
    from crew.render.statement_text import receipt_lines, statement_as_text

    if output is RowsOutput.TEXT:
        width, is_coloured = screen()
        typer.echo(statement_as_text(evidence, width=width, is_coloured=is_coloured))
        return
    from crew.render.csv_text import marked_words, write_csv

    count = write_csv([column["name"] for column in evidence.get("columns", ())], evidence.get("rows", ()), sys.stdout)
    if count.marked:
        typer.echo(f"{marked_words(count)} --output json keeps the text as it is.", err=True)
    for line in receipt_lines(evidence):
        typer.echo(line, err=True)


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
