"""`crosscheck runs promote`: drafts a verified query of the domain from what a run computed."""

from pathlib import Path
from typing import Annotated

import typer

from crew.cli.options import AskerOption
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongInput


def promote(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run's id, or the beginning of one.")],
    evidence: Annotated[str | None, typer.Option("--evidence", help="Which of its statements, such as E1.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="The query's name; by default from the question.")] = None,
    config: Annotated[Path | None, typer.Option("--config", help="The folder that holds the configuration.")] = None,
    apply: Annotated[bool, typer.Option("--apply", help="Write the domain's file instead of only showing.")] = False,
    asker: AskerOption = None,
) -> None:
    """Draft a verified query from a run, as a difference to the domain's file; check it before you apply it."""
    from crew.domains.promoting import chosen_evidence, drafted_query, name_for, promoted, write_checked
    from crew.load import domain_file
    from crew.settings import Settings

    with opened_store() as store:
        record = store.run(run, as_asker(asker))
    if record.answer is None or record.question is None:
        raise WrongInput(f"Run {record.id} has no answer that is still kept, so there is no query to draft.")
    piece = chosen_evidence(record.answer, evidence, record.id)
    file = domain_file(record.domain, settings=Settings.read(), folder=config)
    text, difference = promoted(
        file, piece["source"], name or name_for(record.question), drafted_query(record.question, piece)
    )
    if apply:
        write_checked(file, text)
        typer.echo(
            f"Written to {file}. `crosscheck domain check {record.domain}` compares it with the database.", err=True
        )
    typer.echo(difference, nl=False)
