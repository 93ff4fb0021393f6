"""`crosscheck runs learn`: what past runs suggest for the next plans."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.options import AskerOption, ConfigOption, DomainOption, Output, OutputOption
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongInput
from crew.render.json_text import json_text

if TYPE_CHECKING:
    from crew.learning import Learned, Outcomes


def learn(
    domain: DomainOption = None,
    is_on: Annotated[bool, typer.Option("--on", help="Tell plans of it from now on.")] = False,
    is_off: Annotated[bool, typer.Option("--off", help="Tell plans no longer.")] = False,
    is_compared: Annotated[bool, typer.Option("--compare", help="How runs went before and since it was on.")] = False,
    config: ConfigOption = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Mine past runs, people's marks first, for what the next plans should know; nothing is told before --on."""
    from crew.learning import keep_learned, load_learned, mine, outcomes, past_runs
    from crew.load import load_configuration
    from crew.settings import Settings

    if is_on and is_off:
        raise WrongInput("Give either --on or --off, not both.")
    name = load_configuration(domain, settings=Settings.read(), folder=config).name
    with opened_store() as store:
        runs = past_runs(store, name, as_asker(asker))
        before = load_learned(store, name)
        switched = is_on or (before.is_on and not is_off)
        since = datetime.now(UTC) if is_on and not before.is_on else before.since
        change = {"is_on": switched, "since": since, "mined_from": len(runs), "suggestions": mine(runs)}
        learned = before.model_copy(update=change)
        keep_learned(store, name, learned)
    compared = None
    if is_compared and since is not None:
        old = outcomes(run for run in runs if run.record.started_at < since)
        compared = (old, outcomes(run for run in runs if run.record.started_at >= since))
    _print(name, learned, compared, output)
    if is_compared and since is None:
        typer.echo("There is nothing to compare: it was never switched on (--on).", err=True)


def _print(domain: str, learned: "Learned", compared: "tuple[Outcomes, Outcomes] | None", output: Output) -> None:
    if output is Output.JSON:
        value = learned.model_dump(mode="json")
        if compared is not None:
            value["before"], value["after"] = (part.model_dump(mode="json") for part in compared)
        typer.echo(json_text(value))
        return
    from crew.render.plain import counted

    state = "plans are told" if learned.is_on else "off; --on tells plans"
    suggestions, runs = counted(len(learned.suggestions), "suggestion"), counted(learned.mined_from, "run")
    typer.echo(f"{domain}: {suggestions} from {runs} ({state}).")
    for suggestion in learned.suggestions:
        typer.echo(f"  - {suggestion.text}")
    if compared is not None:
        from crew.cli.runs_print import table

        rows = [(key, getattr(compared[0], key), getattr(compared[1], key)) for key in type(compared[0]).model_fields]
        typer.echo(table(("", "before", "since"), rows, [], output))
