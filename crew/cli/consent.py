"""Shows a plan and its estimate, and asks whether it may be carried out."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from crew.answering.estimates import PlanEstimate
    from tasks.plan import Plan

PlanOption = Annotated[
    bool, typer.Option("--plan", help="Show the plan and what it may cost before it is carried out, and ask.")
]
YesOption = Annotated[bool, typer.Option("--yes", help="With --plan: go on without asking.")]


def consent_from(is_shown: bool, is_agreed: bool) -> "Callable[[Plan, PlanEstimate], bool] | None":
    """What decides on a plan; None where it is not to be shown. Where no one can be asked it is only shown."""
    if not is_shown:
        return None

    def decide(plan: "Plan", estimate: "PlanEstimate") -> bool:
        from rich.console import Console

        from crew.cli.progress import progress_paused
        from crew.render.plan import plan_text

        with progress_paused():
            typer.echo(plan_text(plan, estimate, width=Console(stderr=True).width), err=True)
            if is_agreed or not sys.stdin.isatty():
                return is_agreed
            return typer.confirm("Carry it out?", err=True)

    return decide
