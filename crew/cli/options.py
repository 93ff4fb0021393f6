"""Options that several commands share."""

import getpass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.errors import WrongInput

if TYPE_CHECKING:
    from tools.asker import Asker


class Output(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise typer.BadParameter(f"`{text}` is no date; write one such as 2025-10-20.") from error


IndexOption = Annotated[
    str | None, typer.Option("--index", "-i", help="The document index. By default the domain's only one.")
]
DomainOption = Annotated[
    str | None,
    typer.Option("--domain", "-d", help="The domain to ask. By default the only one, or CROSSCHECK_DOMAIN."),
]
ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", help="The folder with the YAML. By default CROSSCHECK_CONFIG, then ./config."),
]
AskerOption = Annotated[
    str | None,
    typer.Option("--as", help="Whose rights the question runs with. By default your user name."),
]
OutputOption = Annotated[Output, typer.Option("--output", "-o", help="How the result is printed.")]
TodayOption = Annotated[
    date | None,
    typer.Option("--today", parser=_day, metavar="DATE", help="What relative dates count from, such as 2025-10-20."),
]


def asker(name: str | None) -> "Asker":
    """The asker a command runs for: the one named, or the user of the operating system.

    An auditor when `CROSSCHECK_AUDITORS`, a list with commas, names them. Raises WrongInput for an empty name, as a
    script gives it whose variable is not set: nobody is meant to get the rights of whoever runs it.
    """
    from crew.settings import Settings
    from tools.asker import Asker

    if name is not None and not name.strip():
        raise WrongInput("--as is empty. Name whose rights it runs with, or leave it out for your own.")
    known = name or _user()
    return Asker(id=known, is_auditor=known in Settings.read().auditors)


def screen() -> tuple[int, bool]:
    """The width of stdout in columns, and whether it takes colour."""
    from rich.console import Console

    console = Console()
    return console.width, console.is_terminal and not console.no_color


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a container's user may have no name
        return "unknown"
