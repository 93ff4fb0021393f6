"""`crosscheck domain`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.desk import DeskChoice
from crew.cli.options import AskerOption, ConfigOption, Output, OutputOption, screen
from crew.cli.options import asker as as_asker
from crew.cli.sources import configuration_of, description_of
from crew.errors import WrongConfiguration
from crew.render.json_text import json_text
from crew.settings import Settings

if TYPE_CHECKING:
    from crew.specs import DomainSpec

app = typer.Typer(no_args_is_help=True, help="Business areas: list, check, describe, and draft new ones.")

NameArgument = Annotated[
    str | None, typer.Argument(help="The domain. By default the only one, or CROSSCHECK_DOMAIN.", show_default=False)
]


@app.command("list")
def list_domains(config: ConfigOption = None, output: OutputOption = Output.TEXT) -> None:
    """List the domains that can be asked, with the file of each."""
    from crew.load import list_domains as find_domains
    from crew.load import read_spec
    from crew.specs import DomainSpec

    entries = []
    for name, path in find_domains(Settings.read(), config).items():
        try:
            entries.append(_entry(name, path, read_spec(path, DomainSpec)))
        except WrongConfiguration as error:
            entries.append({"name": name, "file": str(path), "problem": str(error)})
    if output is Output.JSON:
        typer.echo(json_text(entries))
        return
    for entry in entries:
        typer.echo(f"{entry['name']}  {entry.get('about') or entry['problem']}  ({entry['file']})")


def _entry(name: str, path: Path, spec: "DomainSpec") -> dict[str, object]:
    sources = {"databases": list(spec.databases), "indexes": list(spec.indexes)}
    return {"name": name, "about": spec.about, "file": str(path), **sources}


@app.command("check")
def check(name: NameArgument = None, config: ConfigOption = None, asker: AskerOption = None) -> None:
    """Check a domain's file, also against its databases as they are now; exit code 2 when something is wrong."""
    from crew.domains.check import check_domain, two_addresses

    configuration, settings = configuration_of(DeskChoice(domain=name, config=config)), Settings.read()
    problems = check_domain(configuration, settings, as_asker(asker))
    for line in (*problems, *two_addresses(configuration, settings)):
        typer.echo(line, err=True)
    if problems:
        raise typer.Exit(2)
    typer.echo(f"Domain `{configuration.name}` is in order.")


@app.command("describe")
def describe(
    name: NameArgument = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Show what can be asked: measures, dimensions, periods, documents, and questions to begin with."""
    description = description_of(DeskChoice(domain=name, config=config, asker=asker))
    if output is Output.JSON:
        typer.echo(json_text(description))
        return
    from crew.render.description import description_as_text

    width, is_coloured = screen()
    typer.echo(description_as_text(description, width=width, is_coloured=is_coloured))


@app.command("init")
def init(
    name: Annotated[str, typer.Argument(help="The new domain's name: letters, digits, - and _.")],
    database: Annotated[str, typer.Option("--database", help="SQLAlchemy URL of the database to read.")],
    documents: Annotated[Path | None, typer.Option("--documents", help="A folder of documents.")] = None,
    config: Annotated[Path, typer.Option("--config", help="The folder to write to.")] = Path("config"),
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Draft a domain's file from a database: tables, measures, dimensions, for you to correct."""
    from crew.domains.draft import draft_domain

    draft = draft_domain(name, database=database, documents=documents, config=config, is_forced=force)
    typer.echo("\n".join(draft.next_steps))
