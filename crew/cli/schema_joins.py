"""`crosscheck schema joins`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.desk import DeskChoice
from crew.cli.options import AskerOption, ConfigOption, DomainOption, Output, OutputOption, asker, screen
from crew.cli.runs_store import opened_store
from crew.cli.sources import opened_databases
from crew.errors import WrongInput

if TYPE_CHECKING:
    from crew.join_decisions import JoinDecisions

app = typer.Typer(no_args_is_help=True, help="How tables are joined, and which inferred joins may be used.")

JoinArgument = Annotated[str, typer.Argument(help='The join, such as "orders.customer_id = customers.id".')]
DatabaseOption = Annotated[
    str | None, typer.Option("--database", help="The database, where the domain has several.", show_default=False)
]


@app.command("list")
def list_joins(
    database: DatabaseOption = None,
    domain: DomainOption = None,
    config: ConfigOption = None,
    as_asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """List declared, suggested, approved, confirmed and rejected joins, with their confidence and why."""
    with _decisions(DeskChoice(domain=domain, config=config, asker=as_asker), database) as decisions:
        joins = decisions.listed()
    if output is Output.JSON:
        from crew.render.joins import joins_as_json

        typer.echo(joins_as_json(joins))
        return
    from crew.render.joins import joins_as_markdown, joins_as_text

    if output is Output.MARKDOWN:
        typer.echo(joins_as_markdown(joins))
        return
    width, is_coloured = screen()
    typer.echo(joins_as_text(joins, width=width, is_coloured=is_coloured))


@app.command("confirm")
def confirm(
    join: JoinArgument,
    database: DatabaseOption = None,
    domain: DomainOption = None,
    config: ConfigOption = None,
    as_asker: AskerOption = None,
) -> None:
    """Let a join be used, because you know that it holds; needed below 80 % confidence."""
    with _decisions(DeskChoice(domain=domain, config=config, asker=as_asker), database) as decisions:
        source = _only(decisions)
        decisions.confirm(source, join, asker=asker(as_asker).id)
    typer.echo(f"Confirmed for `{source}`: {join}. Statements may use it now.")


@app.command("reject")
def reject(
    join: JoinArgument,
    database: DatabaseOption = None,
    domain: DomainOption = None,
    config: ConfigOption = None,
    as_asker: AskerOption = None,
) -> None:
    """Let an inferred join never be suggested or used; `confirm` takes that back."""
    with _decisions(DeskChoice(domain=domain, config=config, asker=as_asker), database) as decisions:
        source = _only(decisions)
        decisions.reject(source, join, asker=asker(as_asker).id)
    typer.echo(f"Rejected for `{source}`: {join}. It is neither suggested nor used any more.")


@contextmanager
def _decisions(choice: DeskChoice, database: str | None) -> "Iterator[JoinDecisions]":
    with opened_databases(choice, database) as (domain, databases), opened_store() as store:
        from crew.join_decisions import JoinDecisions  # slow import: keeps --help instant

        decisions = JoinDecisions(store, domain, databases)
        decisions.load()
        yield decisions


def _only(decisions: "JoinDecisions") -> str:
    names = list(decisions.databases)
    if len(names) != 1:
        raise WrongInput(f"The domain has several databases: {', '.join(names)}. Name one with `--database`.")
    return names[0]
