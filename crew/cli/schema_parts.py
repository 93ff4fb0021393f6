"""`crosscheck schema slice` and `crosscheck schema drift`."""

from typing import Annotated

import typer

from crew.cli.desk import DeskChoice
from crew.cli.options import AskerOption, ConfigOption, DomainOption, Output, OutputOption
from crew.cli.sources import configuration_of, opened_databases
from crew.errors import SourceUnavailable
from crew.render.json_text import json_text

DRIFTED = 1
"""Exit code: the database is not as the kept schema says."""

DatabaseOption = Annotated[str | None, typer.Option("--database", help="One database; by default all.")]


def slice_(
    question: Annotated[str, typer.Argument(help="A question, as you would ask it.")],
    database: DatabaseOption = None,
    domain: DomainOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    tokens: Annotated[int | None, typer.Option(help="The budget; by default that of the domain.")] = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Show the part of the schema that a question brings into prompts, its tokens, and why each table is in."""
    from crew.render.schema_parts import slice_as_text
    from tools.deadline import Deadline

    choice = DeskChoice(domain=domain, config=config, asker=asker)
    budget = tokens or configuration_of(choice).budgets.schema_tokens
    with opened_databases(choice, database) as (_domain, databases):
        parts = {name: o.slice(question, tokens=budget, deadline=Deadline(None)) for name, o in databases.items()}
    if output is Output.JSON:
        told = {
            name: {"tokens": part.tokens, "schema": part.block, "why": {k.table: k.reasons for k in part.links}}
            for name, part in parts.items()
        }
        typer.echo(json_text(told))
    else:
        typer.echo("\n\n".join(slice_as_text(name, part) for name, part in parts.items()))


def drift(
    database: DatabaseOption = None,
    domain: DomainOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Show what changed since the schema was kept, and what of the domain file breaks; exit code 1 when anything did.

    `crosscheck schema show --refresh` keeps the schema as it is now.
    """
    from crew.render.schema_parts import changes_as_text
    from crew.schema_changes import schema_changes
    from tools.errors import ToolError
    from tools.sql.errors import SourceError

    choice = DeskChoice(domain=domain, config=config, asker=asker)
    with opened_databases(choice, database, is_read=False) as (_domain, databases):
        try:
            found = [schema_changes(opened) for opened in databases.values()]
        except (SourceError, ToolError) as error:
            raise SourceUnavailable(f"The schema cannot be read: {error}") from error
    if output is Output.JSON:
        typer.echo(json_text([each.model_dump(mode="json") for each in found]))
    else:
        typer.echo("\n\n".join(changes_as_text(each) for each in found))
    if any(each.is_any for each in found):
        raise typer.Exit(DRIFTED)
