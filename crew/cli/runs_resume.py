"""`crosscheck runs resume`."""

from typing import Annotated

import typer

from crew.cli.desk import DeskChoice, at_desk
from crew.cli.options import AskerOption, ConfigOption, Output, OutputOption, screen
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongInput


def resume(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run's id, or the beginning of one.")],
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Go on with a run that was cut off: only the steps that are missing are done, with the rights of its asker."""
    from crew.answer import EXIT_CODES
    from crew.cli.progress import progress_shown
    from crew.render.answer import render

    looking = as_asker(asker)
    with opened_store() as store:
        record = store.run(run, looking)
    if record.status is not None:
        raise WrongInput(
            f"Run {record.id} has ended ({record.status}). `crosscheck runs show {record.id}` prints its answer."
        )
    if record.asker != looking.id:
        raise WrongInput(f"Run {record.id} belongs to {record.asker}; go on with it as `--as {record.asker}`.")
    choice = DeskChoice(domain=record.domain, config=config, asker=asker, today=record.today)
    with progress_shown() as listener:
        answer = at_desk(choice, lambda desk: desk.resume(record, on_progress=listener))
    width, is_coloured = screen()
    typer.echo(render(answer, output, width=width, is_coloured=is_coloured))
    raise typer.Exit(EXIT_CODES[answer.status])
