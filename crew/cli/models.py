"""`crosscheck models`: which models are asked, and whether they answer."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from crew.cli.options import ConfigOption, DomainOption, Output, OutputOption

if TYPE_CHECKING:
    from crew.models.trying import Trial

NOT_ALL_ANSWER = 1
"""The exit code of `test` when a deployment does not answer."""

app = typer.Typer(no_args_is_help=True, help="The models of `routes.yaml`: what is configured, and what answers.")


@app.command("list")
def list_models(domain: DomainOption = None, config: ConfigOption = None, output: OutputOption = Output.TEXT) -> None:
    """List every route's deployments in the order they are asked, without asking them."""
    _print(_trials(domain, config, is_asking=False), output)


@app.command("test")
def test_models(domain: DomainOption = None, config: ConfigOption = None, output: OutputOption = Output.TEXT) -> None:
    """Ask every deployment for one word; exit code 1 when one does not answer. Costs a few tokens at each provider."""
    trials = _trials(domain, config, is_asking=True)
    _print(trials, output)
    if any(trial.outcome != "answers" for trial in trials):
        raise typer.Exit(NOT_ALL_ANSWER)


def _trials(domain: str | None, config: Path | None, *, is_asking: bool) -> "list[Trial]":
    from concurrent.futures import ThreadPoolExecutor

    from crew.load import load_configuration
    from crew.models.offline.provider import install
    from crew.models.trying import listed, places, tried
    from crew.quiet import import_libraries
    from crew.settings import Settings

    settings = Settings.read()
    routes = load_configuration(domain, settings=settings, folder=config).routes
    import_libraries()
    install()
    environment = dict(settings.environment)
    found = list(places(routes))
    if not is_asking:
        return [listed(place, environment) for place in found]
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(lambda place: tried(place, environment, settings.secret), found))


def _print(trials: "list[Trial]", output: Output) -> None:
    from crew.cli.runs_print import table

    rows = [
        (
            trial.route,
            trial.position,
            trial.model,
            trial.reach,
            trial.outcome,
            "yes" if trial.is_priced else "unknown",
            trial.reason or ("" if trial.seconds is None else f"{trial.seconds:g} s"),
        )
        for trial in trials
    ]
    values = [trial.model_dump(mode="json") for trial in trials]
    typer.echo(table(("route", "order", "model", "reach", "state", "price", ""), rows, values, output))
