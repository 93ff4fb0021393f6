"""`crosscheck doctor`."""

from typing import TYPE_CHECKING

import typer

from crew.cli.options import AskerOption, ConfigOption, DomainOption, Output, OutputOption
from crew.cli.options import asker as as_asker
from crew.render.json_text import json_text
from crew.render.plain import plain
from crew.settings import Settings

if TYPE_CHECKING:
    from crew.doctor import Check

_MARKS = {"ok": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "red")}


def doctor(
    domain: DomainOption = None,
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Examine the installation, the configuration and every source; exit code 2 when something fails."""
    from crew.doctor import examine

    checks = []
    for check in examine(Settings.read(), config, as_asker(asker), domain):
        checks.append(check)
        if output is not Output.JSON:
            _print(check)
    if output is Output.JSON:
        typer.echo(json_text([check.model_dump() for check in checks]))
    if any(check.status == "fail" for check in checks):
        raise typer.Exit(2)


def _print(check: "Check") -> None:
    mark, colour = _MARKS[check.status]
    typer.echo(f"{typer.style(mark, fg=colour)} {plain(check.subject):<24} {plain(check.text)}")
    if check.remedy:
        typer.echo(f"  {'':<24} → {plain(check.remedy)}")
