"""`crosscheck runs replay`."""

from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.desk import DeskChoice, at_desk
from crew.cli.options import AskerOption, ConfigOption, Output, OutputOption
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongInput
from crew.render.json_text import json_text

if TYPE_CHECKING:
    from crew.answer import Answer
    from crew.desk import Desk

ANOTHER_ANSWER = 1
"""The exit code when the replayed answer differs from the first."""


def replay(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run's id, or the beginning of one.")],
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Answer a run's question again from its stored rows, passages and completions; exit code 1 when it differs.

    No model and no source is asked. The answer is stored as a run of its own.
    """
    from crew.answering.replaying import differences, prepared_from_run
    from crew.stored_answers import stored_answer

    with opened_store() as store:
        record = store.run(run, as_asker(asker))
        prepared = prepared_from_run(store, record)
    if record.answer is None or record.question is None:
        raise WrongInput(f"Run {record.id} has no answer to compare with; `crosscheck runs resume` goes on with it.")
    question, before = record.question, stored_answer(record)
    choice = DeskChoice(domain=record.domain, config=config, asker=record.asker, today=record.today)

    def ask(desk: "Desk") -> "Answer":
        return desk.ask(question, prepared=prepared)

    again = at_desk(choice, ask)
    found = differences(before, again)
    _print(record.id, again.run_id, found, output)
    if found:
        raise typer.Exit(ANOTHER_ANSWER)


def _print(first: str, again: str, found: list[str], output: Output) -> None:
    if output is Output.JSON:
        value = {"run": first, "replayed_as": again, "is_same": not found, "differences": found}
        typer.echo(json_text(value))
        return
    typer.echo(f"Run {first}, replayed as {again}: {'the same answer' if not found else 'another answer'}.")
    for difference in found:
        typer.echo(f"  - {difference}")
