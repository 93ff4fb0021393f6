"""`crosscheck runs mark` and `runs review`: what people say of answers."""

from enum import StrEnum
from typing import Annotated

import typer

from crew.cli.options import AskerOption, Output, OutputOption
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongInput
from crew.render.plain import shortened

_LONGEST_QUESTION = 120
_LONGEST_REASON = 160

WhyOption = Annotated[str, typer.Option("--why", help="The reason, for whoever reads the run later.")]


class Mark(StrEnum):
    """A person's judgement of an answer."""

    RIGHT = "right"
    WRONG = "wrong"


def mark(
    verdict: Annotated[Mark, typer.Argument(help="Whether the answer was right.")],
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run's id, or the beginning of one.")],
    why: WhyOption = "",
    asker: AskerOption = None,
) -> None:
    """Record whether an answer was right or wrong; a wrong one needs its reason."""
    if verdict is Mark.WRONG and not why.strip():
        raise WrongInput('Say what is wrong with the answer: --why "counts cancelled orders too".')
    _keep(run, verdict.value, why, asker)


def review(
    run: Annotated[str | None, typer.Argument(metavar="RUN", help="The run to settle; else all are listed.")] = None,
    is_approved: Annotated[bool, typer.Option("--approve", help="What the answer says may be used.")] = False,
    is_rejected: Annotated[bool, typer.Option("--reject", help="The answer may not be used.")] = False,
    why: WhyOption = "",
    domain: Annotated[str | None, typer.Option("--domain", "-d", help="Only runs of one domain.")] = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """List the answers that need review, or settle one; the answer itself stays as it is."""
    if run is None:
        if is_approved or is_rejected:
            raise WrongInput("Name the run to settle: crosscheck runs review RUN --approve.")
        _list(domain, asker, output)
        return
    if is_approved == is_rejected:
        raise WrongInput(f"Say what becomes of {run}: --approve, or --reject with --why.")
    if is_rejected and not why.strip():
        raise WrongInput('Say why the answer may not be used: --reject --why "the fall is of another year".')
    _keep(run, "approved" if is_approved else "rejected", why, asker, needs="needs_review")


def _keep(run: str, verdict: str, why: str, asker: str | None, *, needs: str | None = None) -> None:
    looking = as_asker(asker)
    with opened_store() as store:
        record = store.run(run, looking)
        if record.status is None:
            raise WrongInput(f"Run {record.id} has not ended yet.")
        if needs is not None and record.status != needs:
            raise WrongInput(f"Run {record.id} needs no review: it is {record.status}.")
        store.mark_run(record.id, looking, verdict, why.strip())
    typer.echo(f"{record.id} is marked {verdict} by {looking.id}.")


def _list(domain: str | None, asker: str | None, output: Output) -> None:
    from crew.cli.runs_print import table

    with opened_store() as store:
        found = store.runs_to_review(as_asker(asker), domain=domain)
    if not found and output is not Output.JSON:
        typer.echo("No answer needs review.")
        return
    rows = []
    for record in found:
        removed = (record.answer or {}).get("removed") or [{}]
        question = shortened(record.question or "(removed by retention)", _LONGEST_QUESTION)
        rows.append([record.id, record.asker, question, shortened(removed[0].get("reason") or "", _LONGEST_REASON)])
    values = [record.model_dump(mode="json", exclude={"answer", "explanation"}) for record in found]
    typer.echo(table(["run", "asker", "question", "why"], rows, values, output))
