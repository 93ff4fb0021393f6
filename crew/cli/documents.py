"""`crosscheck documents`."""

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.desk import DeskChoice
from crew.cli.documents_reindex import reindex
from crew.cli.loading import Ticker
from crew.cli.options import (
    AskerOption,
    ConfigOption,
    DomainOption,
    IndexOption,
    Output,
    OutputOption,
    TodayOption,
    screen,
)
from crew.cli.options import asker as as_asker
from crew.cli.sources import opened_index
from crew.errors import WrongInput
from crew.render.json_text import json_text

if TYPE_CHECKING:
    from crew.sources import OpenIndex
    from crew.specs import Configuration
    from tools.documents.loading import IngestReport

app = typer.Typer(no_args_is_help=True, help="A domain's documents: add, list, search, show, reindex.")

app.command("reindex")(reindex)

_STANDARD_INPUT = "-"


@app.command("add")
def add(
    places: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FOLDER | FILE... | -",
            help="A folder, single files, or - for standard input. By default the index's own folder.",
            show_default=False,
        ),
    ] = None,
    index: IndexOption = None,
    name: Annotated[
        str | None, typer.Option("--name", help="What to call standard input, such as tickets.jsonl.")
    ] = None,
    sync: Annotated[bool, typer.Option("--sync", help="Remove documents that are no longer in the folder.")] = False,
    domain: DomainOption = None,
    config: ConfigOption = None,
) -> None:
    """Read new and changed documents into the index."""
    from crew.domains.adding import outcome_line, trouble_lines

    _check_places(places or [], name, sync)
    choice = DeskChoice(domain=domain, config=config)
    with opened_index(choice, index, for_loading=True) as (opened, configuration), Ticker() as ticker:
        report = _read(opened, configuration, places or [], name, sync, ticker)
    typer.echo(outcome_line(report))
    for line in trouble_lines(report):
        typer.echo(line, err=True)
    if report.failed or report.damaged:
        raise typer.Exit(2)


@app.command("list")
def list_documents(
    index: IndexOption = None,
    domain: DomainOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """List the documents you may read."""
    from crew.domains.reading import readable_documents

    with opened_index(DeskChoice(domain=domain, config=config, asker=asker), index) as (opened, _):
        cards = readable_documents(opened.index, as_asker(asker))
    if output is Output.JSON:
        typer.echo(json_text([card.model_dump(mode="json") for card in cards]))
        return
    from crew.render.documents import cards_as_text

    typer.echo(cards_as_text(cards, *screen()))


@app.command("search")
def search_documents(
    words: Annotated[str, typer.Argument(help="What the passages should speak of.")],
    index: IndexOption = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=50, help="The most passages to show.")] = 6,
    domain: DomainOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    today: TodayOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Search as the document researcher does, and show the passages with their scores."""
    from crew.domains.reading import search_passages

    if not words.strip():
        raise WrongInput("There is nothing to search for. Write a few words.")
    with opened_index(DeskChoice(domain=domain, config=config, asker=asker), index) as (opened, _):
        found = search_passages(opened, words, asker=as_asker(asker), today=today or date.today(), limit=limit)
    if output is Output.JSON:
        typer.echo(json_text(found.model_dump(mode="json")))
        return
    from crew.render.documents import found_as_text

    typer.echo(found_as_text(found, *screen()))


@app.command("show")
def show(
    document: Annotated[str, typer.Argument(help="The document's path, as `documents list` prints it.")],
    index: IndexOption = None,
    domain: DomainOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Show a document's passages in reading order."""
    from crew.domains.reading import readable_passages

    with opened_index(DeskChoice(domain=domain, config=config, asker=asker), index) as (opened, _):
        passages = readable_passages(opened.index, document, as_asker(asker))
    if output is Output.JSON:
        typer.echo(json_text([each.model_dump(mode="json") for each in passages]))
        return
    from crew.render.documents import passages_as_text

    typer.echo(passages_as_text(passages, *screen()))


def _check_places(places: list[str], name: str | None, sync: bool) -> None:
    if _STANDARD_INPUT in places and (len(places) > 1 or not name):
        raise WrongInput("Standard input is read alone and needs a name: `documents add - --name notes.md`.")
    if name and _STANDARD_INPUT not in places:
        raise WrongInput("--name is for standard input; files keep their own names.")
    if sync and (len(places) > 1 or (places and not Path(places[0]).is_dir())):
        raise WrongInput("--sync compares the index with one folder. Name that folder alone, or leave --sync out.")


def _read(
    opened: "OpenIndex",
    configuration: "Configuration",
    places: list[str],
    name: str | None,
    sync: bool,
    ticker: "Ticker",
) -> "IngestReport":
    from crew.domains.adding import add_folder, add_places, kept_as_file

    home = Path(configuration.folder) / opened.spec.folder if opened.spec.folder else None
    if places == [_STANDARD_INPUT]:
        with kept_as_file(sys.stdin.buffer, name or "") as path:
            return add_places(opened, [path], None, progress=ticker)
    if not places and home is None:
        raise WrongInput(f"Name a folder to read, or set `indexes.{opened.name}.folder` in the domain's file.")
    paths = [Path(place) for place in places]
    if len(paths) > 1 or (paths and paths[0].is_file()):
        return add_places(opened, paths, home, progress=ticker)
    return add_folder(opened, paths[0] if paths else home or Path(), sync=sync, progress=ticker)
