"""`crosscheck documents reindex`."""

from pathlib import Path
from typing import Annotated

import typer

from crew.cli.desk import DeskChoice
from crew.cli.loading import Ticker
from crew.cli.options import ConfigOption, DomainOption, IndexOption
from crew.cli.sources import opened_index
from crew.errors import WrongInput


def reindex(
    index: IndexOption = None,
    read: Annotated[
        bool,
        typer.Option("--read", help="Read the index's folder again; documents from elsewhere are left behind."),
    ] = False,
    domain: DomainOption = None,
    config: ConfigOption = None,
) -> None:
    """Make the index anew beside the old one, as after a change of the embedding model; searches go on meanwhile."""
    from crew.domains.reindexing import carried_line, carried_trouble, carry_over

    choice = DeskChoice(domain=domain, config=config)
    if read:
        _read_anew(choice, index)
        return
    with opened_index(choice, index, for_loading=True, however_made=True) as (opened, _), Ticker() as ticker:
        copied = carry_over(opened, ticker)
    typer.echo(carried_line(copied, opened.embedder.name))
    for line in carried_trouble(copied):
        typer.echo(line, err=True)
    if copied.refused:
        raise typer.Exit(2)


def _read_anew(choice: DeskChoice, index: str | None) -> None:
    from crew.domains.adding import outcome_line, trouble_lines
    from crew.domains.reindexing import read_anew

    with opened_index(choice, index, for_loading=True, however_made=True) as (opened, configuration):
        if not opened.spec.folder:
            raise WrongInput(f"There is no folder to read: set `indexes.{opened.name}.folder` in the domain's file.")
        with Ticker() as ticker:
            report = read_anew(opened, Path(configuration.folder) / opened.spec.folder, ticker)
    typer.echo(outcome_line(report))
    for line in trouble_lines(report):
        typer.echo(line, err=True)
    if report.failed or report.damaged:
        raise typer.Exit(2)
