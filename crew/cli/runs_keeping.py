"""The commands of `crosscheck runs` that look at many runs, or remove them."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.options import AskerOption, ConfigOption, Output, OutputOption
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.cli.runs_story import counted
from crew.errors import WrongInput
from crew.render.json_text import json_text

if TYPE_CHECKING:
    from crew.store.audit_records import Problem
    from crew.store.dossier import Verification

PROBLEMS_FOUND = 1
"""The exit code of `verify` when a log does not prove its run."""


class CostBy(StrEnum):
    """What costs are summed up by."""

    MODEL = "model"
    ROLE = "role"
    STEP = "step"
    RUN = "run"
    ASKER = "asker"
    DOMAIN = "domain"
    DAY = "day"


def verify(
    run: Annotated[str | None, typer.Argument(metavar="RUN", help="One run; by default all you may see.")] = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Check that audit logs and records are as they were written; exit code 1 when they are not."""
    from crew.store.dossier import verification_of

    looking = as_asker(asker)
    with opened_store() as store:
        runs = [store.run(run, looking).id] if run else store.run_ids(looking)
        checked = [verification_of(store, each) for each in runs]
        missing = [] if run else store.missing_runs()
    _print_verification(checked, missing, output)
    if missing or any(each.problems for each in checked):
        raise typer.Exit(PROBLEMS_FOUND)


def cost(
    days: Annotated[int, typer.Option("--days", min=1, help="How far to look back.")] = 30,
    by: Annotated[CostBy, typer.Option("--by", help="What the costs are summed up by.")] = CostBy.MODEL,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """Sum up what model calls cost, by the model that answered or what else --by names; an auditor sees everyone's."""
    from crew.cli.runs_print import table

    with opened_store() as store:
        totals = store.costs(as_asker(asker), datetime.now(UTC) - timedelta(days=days), by=by.value)
    rows = [
        (group, total.calls, total.prompt_tokens, total.completion_tokens, f"{total.cost:f}", total.unpriced)
        for group, total in totals.items()
    ]
    values = {group: total.model_dump(mode="json") for group, total in totals.items()}
    typer.echo(table((by.value, "calls", "tokens in", "tokens out", "US dollars", "unpriced"), rows, values, output))


def purge(
    days: Annotated[
        int | None,
        typer.Option("--older-than-days", min=0, help="Empty runs that began longer ago, whatever their domain says."),
    ] = None,
    domain: Annotated[str | None, typer.Option("--domain", "-d", help="Only runs of one domain.")] = None,
    is_confirmed: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
    config: ConfigOption = None,
) -> None:
    """Remove the content of old runs; their costs, digests and audit logs stay and can still be verified.

    Without --older-than-days each domain's `retention.days` decides; a domain that has none keeps its runs.
    """
    kept = {domain: days} if days is not None else _kept_days(domain, config)
    if not kept:
        raise WrongInput(
            "No domain says how long its runs are kept: give --older-than-days, or `retention: {days: 90}`."
        )
    told = ", ".join(f"{name or 'every domain'}: {count} days" for name, count in kept.items())
    _confirm(is_confirmed, f"Remove questions, answers and evidence of runs that are older ({told})?")
    with opened_store() as store:
        now = datetime.now(UTC)
        emptied = [run for name, age in kept.items() for run in store.purge(now - timedelta(days=age), domain=name)]
    typer.echo(f"Emptied {counted(len(emptied), 'run')}.")


def erase(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run's id, or the beginning of one.")],
    asker: AskerOption = None,
    is_confirmed: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
) -> None:
    """Remove a run with everything about it; only a note that it was erased stays in the audit log's heads."""
    with opened_store() as store:
        record = store.run(run, as_asker(asker))
        _confirm(is_confirmed, f"Erase run {record.id} for good?")
        store.erase(record.id)
    typer.echo(f"Erased {record.id}.")


def _kept_days(domain: str | None, config: Path | None) -> dict[str | None, int]:
    """How many days each domain keeps its runs, of those that say so."""
    from crew.load import list_domains, load_configuration
    from crew.settings import Settings

    settings = Settings.read()
    names = [domain] if domain is not None else list(list_domains(settings, config))
    found = {name: load_configuration(name, settings=settings, folder=config).domain.retention.days for name in names}
    return {name: days for name, days in found.items() if days is not None}


def _print_verification(checked: "list[Verification]", missing: "list[Problem]", output: Output) -> None:
    if output is Output.JSON:
        values = {
            "runs": [each.model_dump(mode="json") for each in checked],
            "missing": [problem.model_dump(mode="json") for problem in missing],
        }
        typer.echo(json_text(values))
        return
    for each in checked:
        state = counted(len(each.problems), "problem") if each.problems else "holds"
        typer.echo(f"{each.run}  {counted(each.rows, 'row')}, {'signed' if each.is_signed else 'not signed'}: {state}")
        for problem in each.problems:
            typer.echo(f"  - {problem.message}")
    for problem in missing:
        typer.echo(f"{problem.run}  {problem.message}")
    failed = sum(bool(each.problems) for each in checked) + len(missing)
    typer.echo(f"{counted(len(checked), 'run')} checked, {failed} with problems.")


def _confirm(is_confirmed: bool, question: str) -> None:
    from sys import stdin

    if is_confirmed:
        return
    if not stdin.isatty():
        raise WrongInput("Nothing was removed: add --yes to confirm where no one can be asked.")
    typer.confirm(question, abort=True, err=True)
