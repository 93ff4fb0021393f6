"""`crosscheck schema`."""

from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.desk import DeskChoice
from crew.cli.options import AskerOption, ConfigOption, DomainOption, Output, OutputOption, screen
from crew.cli.schema_joins import app as joins
from crew.cli.schema_parts import drift, slice_
from crew.cli.sources import schemas_of
from crew.render.json_text import json_text

if TYPE_CHECKING:
    from tools.sql.schema import Schema

app = typer.Typer(no_args_is_help=True, help="What a domain's databases hold.")
app.add_typer(joins, name="joins")


@app.callback()
def _schema() -> None:
    """What a domain's databases hold."""


@app.command("show")
def show(
    database: Annotated[str | None, typer.Argument(help="One database; by default all.", show_default=False)] = None,
    domain: DomainOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
    refresh: Annotated[bool, typer.Option("--refresh", help="Read it anew, however old the kept one is.")] = False,
) -> None:
    """Show tables, columns and joins as you may see them, inferred joins with their confidence."""
    schemas = schemas_of(DeskChoice(domain=domain, config=config, asker=asker), database, is_read_anew=refresh)
    typer.echo(_shown(schemas, output))


app.command("slice")(slice_)
app.command("drift")(drift)


def _shown(schemas: "list[Schema]", output: Output) -> str:
    if output is Output.JSON:
        return json_text([schema.model_dump(mode="json") for schema in schemas])
    from crew.render.schema import schema_as_markdown, schema_as_text

    if output is Output.MARKDOWN:
        return "\n\n".join(schema_as_markdown(schema) for schema in schemas)
    width, is_coloured = screen()
    return "\n\n".join(schema_as_text(schema, width=width, is_coloured=is_coloured) for schema in schemas)
