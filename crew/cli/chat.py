"""`crosscheck chat`: a conversation, in which follow-ups are understood from earlier turns."""

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crew.cli.desk import DeskChoice, at_desk
from crew.cli.options import AskerOption, ConfigOption, DomainOption, Output, TodayOption, screen
from crew.errors import CrewError
from crew.render.plain import plain

if TYPE_CHECKING:
    from crew.answer import Answer
    from crew.conversation import Conversation
    from crew.desk import Desk

_HELP = """Ask a question, or:
  /why      how the last answer came about
  /sql      its statements, with their values
  /sources  its evidence
  /plan     its plan, step by step
  /quit     end (Ctrl-D does the same)"""


def chat(
    domain: DomainOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    today: TodayOption = None,
    session: Annotated[str | None, typer.Option("--session", help="Go on with an earlier conversation.")] = None,
) -> None:
    """Ask one question after another; a follow-up such as “And in France?” is shown in full before it is answered."""
    choice = DeskChoice(domain=domain, config=config, asker=asker, today=today)
    at_desk(choice, lambda desk: _talk(desk, session))


def _talk(desk: "Desk", session: str | None) -> None:
    from crew.conversation import Conversation

    conversation = Conversation.begin(desk, session)
    typer.echo(f"Conversation {conversation.session} about {desk.configuration.name}. /help tells what you can type.")
    for line in _typed():
        if line in ("/quit", "/exit"):
            return
        try:
            typer.echo(_reply(line, conversation))
        except CrewError as error:
            typer.echo(f"Error: {error}", err=True)


def _typed() -> Iterator[str]:
    """What is typed, line by line, until the end of input; empty lines are passed over."""
    while True:
        if sys.stdin.isatty():
            typer.echo("\n› ", nl=False)
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.strip()


def _reply(line: str, conversation: "Conversation") -> str:
    if not line.startswith("/"):
        return _answer(line, conversation)
    tell = _COMMANDS.get(line)
    if tell is None:
        return _HELP if line == "/help" else f"There is no {line}.\n{_HELP}"
    if conversation.last is None:
        return "Nothing has been asked yet."
    told = tell(conversation.last, conversation)
    return "\n".join(plain(each) for each in told.splitlines())


def _answer(question: str, conversation: "Conversation") -> str:
    from crew.cli.progress import progress_shown
    from crew.render.answer import render

    with progress_shown() as listener:
        answer = conversation.ask(question, on_progress=listener)
    width, is_coloured = screen()
    understood = f"Understood as: {answer.standalone}\n\n" if answer.standalone else ""
    return understood + render(answer, Output.TEXT, width=width, is_coloured=is_coloured)


def _why(answer: "Answer", conversation: "Conversation") -> str:
    from crew.cli.runs_print import story
    from crew.cli.runs_story import story_of
    from crew.store.dossier import dossier_of

    store = conversation.desk.store
    return story(story_of(dossier_of(store, store.run(answer.run_id))), Output.TEXT)


def _sql(answer: "Answer", _conversation: "Conversation") -> str:
    statements = [_statement(piece) for piece in answer.evidence if piece["kind"] == "rows"]
    return "\n".join(statements) or "The last answer ran no statement."


def _statement(piece: dict[str, Any]) -> str:
    values = f"\n    with {piece['parameters']}" if piece.get("parameters") else ""
    return f"{piece['id']}  {piece['statement']}{values}"


def _sources(answer: "Answer", _conversation: "Conversation") -> str:
    lines = [
        f"{piece['id']}  {piece['source']}: {piece.get('title') or piece.get('computed') or piece.get('tried') or ''}"
        for piece in answer.evidence
    ]
    return "\n".join(lines) or "The last answer has no evidence."


def _plan(answer: "Answer", conversation: "Conversation") -> str:
    from crew.answering.state import FlowState
    from crew.render.plan import plan_text

    stored = conversation.desk.store.load_state(answer.run_id)
    plan = FlowState.model_validate(stored).plan if stored else None
    return plan_text(plan) if plan and plan.steps else "The last question had no plan to carry out."


_COMMANDS: dict[str, Callable[["Answer", "Conversation"], str]] = {
    "/why": _why,
    "/sql": _sql,
    "/sources": _sources,
    "/plan": _plan,
}
