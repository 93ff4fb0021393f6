"""`crosscheck documents`."""

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.desk import DeskChoice
from crew.cli.options import AskerOption, ConfigOption, DomainOption, Output, OutputOption, TodayOption, screen
from crew.cli.options import asker as as_asker
from crew.cli.sources import opened_index
from crew.errors import WrongInput

if TYPE_CHECKING:
    from crew.sources import OpenIndex
    from crew.specs import Configuration

app = typer.Typer(no_args_is_help=True, help="A domain's documents: add, list, search, show.")

IndexOption = Annotated[
    str | None, typer.Option("--index", "-i", help="The document index. By default the domain's only one.")
]


@app.command("add")
def add(
    folder: Annotated[
        Path | None, typer.Argument(help="The folder to read. By default the index's own.", show_default=False)
    ] = None,
    index: IndexOption = None,
    sync: Annotated[bool, typer.Option("--sync", help="Remove documents that are no longer in the folder.")] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Empty the index first, and read everything anew.")
    ] = False,
    domain: DomainOption = None,
    config: ConfigOption = None,
) -> None:
    """Read new and changed documents of a folder into the index."""
    from crew.domains.adding import add_folder, outcome_line, trouble_lines

    choice = DeskChoice(domain=domain, config=config)
    with opened_index(choice, index, rebuild=rebuild) as (opened, configuration):
        place = folder or _own_folder(opened, configuration)
        report = add_folder(opened, place, sync=sync, progress=_print_progress)
    typer.echo(outcome_line(report))
    for line in trouble_lines(report):
        typer.echo(line, err=True)
    if report.failed:
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

    with opened_index(DeskChoice(domain=domain, config=config), index) as (opened, _):
        cards = readable_documents(opened.index, as_asker(asker))
    if output is Output.JSON:
        typer.echo(json.dumps([card.model_dump(mode="json") for card in cards], ensure_ascii=False, indent=2))
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
    with opened_index(DeskChoice(domain=domain, config=config), index) as (opened, _):
        found = search_passages(opened, words, asker=as_asker(asker), today=today or date.today(), limit=limit)
    if output is Output.JSON:
        typer.echo(json.dumps(found.model_dump(mode="json"), ensure_ascii=False, indent=2))
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

    with opened_index(DeskChoice(domain=domain, config=config), index) as (opened, _):
        passages = readable_passages(opened.index, document, as_asker(asker))
    if output is Output.JSON:
        typer.echo(json.dumps([each.model_dump(mode="json") for each in passages], ensure_ascii=False, indent=2))
        return
    from crew.render.documents import passages_as_text

    typer.echo(passages_as_text(passages, *screen()))


def _own_folder(opened: "OpenIndex", configuration: "Configuration") -> Path:
    if not opened.spec.folder:
        raise WrongInput(f"Name a folder to read, or set `indexes.{opened.name}.folder` in the domain's file.")
    return Path(configuration.folder) / opened.spec.folder


def _print_progress(done: int, total: int, name: str) -> None:
    if name:
        typer.echo(f"{done + 1}/{total} {name}", err=True)
