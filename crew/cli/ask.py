"""`crosscheck ask`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.consent import PlanOption, YesOption, consent_from
from crew.cli.desk import DeskChoice, at_desk
from crew.cli.options import AskerOption, ConfigOption, DomainOption, Output, OutputOption, TodayOption, screen
from crew.cli.recordings import RecordOption, ReplayOption, prepared_from
from crew.cli.saving import check_place, save
from crew.errors import WrongInput

if TYPE_CHECKING:
    from crew.answer import Answer
    from crew.answering.prepared import Prepared

DeadlineOption = Annotated[
    float | None, typer.Option("--deadline", min=0.1, metavar="SECONDS", help="The most time one question may take.")
]


def ask(
    question: Annotated[str | None, typer.Argument(help="The question, in quotes.", show_default=False)] = None,
    domain: DomainOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
    save_to: Annotated[
        Path | None,
        typer.Option("--save", help="Write the answer to a file too: .json, .md or .txt (.jsonl with --batch)."),
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch", metavar="FILE|-", help="Ask the questions of a JSON Lines file; answers in JSON Lines."
        ),
    ] = None,
    deadline: DeadlineOption = None,
    today: TodayOption = None,
    record: RecordOption = None,
    replay: ReplayOption = None,
    is_plan_shown: PlanOption = False,
    is_agreed: YesOption = False,
    is_assuming: Annotated[
        bool,
        typer.Option(
            "--assume", help="Where it would ask back, take the most probable reading and state it in the answer."
        ),
    ] = False,
    is_fresh: Annotated[
        bool, typer.Option("--no-cache", help="Answer anew: take no answer or completion that was kept.")
    ] = False,
) -> None:
    """Answer a question from a domain's database and documents, with a receipt."""
    choice = DeskChoice(domain=domain, config=config, asker=asker, today=today)
    if batch is not None:
        from crew.cli.batch import ask_batch

        if question is not None:
            raise WrongInput("Give either a question or --batch, not both.")
        if record is not None or replay is not None or is_plan_shown:
            raise WrongInput("--record, --replay and --plan go with one question, not with --batch.")
        raise typer.Exit(ask_batch(batch, choice, save_to=save_to, deadline=deadline))
    text = checked_question(question)
    if save_to is not None:
        check_place(save_to)
    answer = _answer(
        text,
        choice,
        deadline,
        prepared_from(
            record,
            replay,
            consent_from(is_plan_shown, is_agreed),
            may_reuse=not is_fresh,
            assumes=is_assuming,
        ),
    )
    raise typer.Exit(_told(answer, output, save_to))


def _told(answer: "Answer", output: Output, save_to: Path | None) -> int:
    """Print and save an answer; returns its exit code."""
    from crew.answer import EXIT_CODES

    _print(answer, output)
    if save_to is not None:
        save(answer, save_to)
    return EXIT_CODES[answer.status]


def checked_question(question: str | None) -> str:
    """The question without surrounding space; raises WrongInput when nothing is left."""
    text = (question or "").strip()
    if not text:
        raise WrongInput(
            'The question is empty. Write it in quotes: crosscheck ask "How many orders came in last week?"'
        )
    return text


def _answer(question: str, choice: DeskChoice, deadline: float | None, prepared: "Prepared") -> "Answer":
    from crew.cli.progress import progress_shown

    with progress_shown() as listener:
        return at_desk(
            choice,
            lambda desk: desk.ask(question, on_progress=listener, deadline_seconds=deadline, prepared=prepared),
        )


def _print(answer: "Answer", output: Output) -> None:
    from crew.render.answer import render

    width, is_coloured = screen()
    typer.echo(render(answer, output, width=width, is_coloured=is_coloured))
