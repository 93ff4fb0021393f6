"""`crosscheck runs`: what was asked, how each answer came about, and whether its log still proves it."""

from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli import runs_export, runs_keeping, runs_learn, runs_marks, runs_promote, runs_replay, runs_resume
from crew.cli.options import AskerOption, Output, OutputOption
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongInput
from crew.render.json_text import json_text
from crew.render.plain import plain, shortened

if TYPE_CHECKING:
    from crew.store.dossier import Dossier
    from crew.store.records import RunRecord

_LONGEST_QUESTION = 200
"""Characters of a question in a list."""

_SHOWN = ("The rest is shown; --output json prints it as it is stored.", "It is printed as it is stored.")

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="A run's id, or the beginning of one.")]

app = typer.Typer(
    no_args_is_help=True, help="Past questions: how their answers came about, and whether they are proved."
)


@app.command("list")
def list_runs(
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many, the newest first.")] = 20,
    domain: Annotated[str | None, typer.Option("--domain", "-d", help="Only runs of one domain.")] = None,
    status: Annotated[str | None, typer.Option("--status", help="Only runs with this status.")] = None,
    asker: AskerOption = None,
    output: OutputOption = Output.TEXT,
) -> None:
    """List your latest runs; an auditor sees everyone's."""
    from crew.cli.runs_print import table

    looking = as_asker(asker)
    with opened_store() as store:
        found = store.runs(looking, limit=limit, domain=domain, status=status)
    if not found and output is not Output.JSON:
        typer.echo('No runs yet. Ask something: crosscheck ask "How many orders came in last week?"')
        return
    headers = ["run", "started (UTC)", "status", "domain", *(["asker"] if looking.is_auditor else []), "question"]
    rows = [_listed(run, is_asker_shown=looking.is_auditor) for run in found]
    values = [run.model_dump(mode="json", exclude={"answer", "explanation"}) for run in found]
    typer.echo(table(headers, rows, values, output))


@app.command("show")
def show(run: RunArgument, asker: AskerOption = None, output: OutputOption = Output.TEXT) -> None:
    """Print a run's answer again, as it was given; exit code 1 when another version stored what no longer fits."""
    from crew.cli.options import screen
    from crew.render.answer import render
    from crew.stored_answers import misfit_words, what_fits

    with opened_store() as store:
        record = store.run(run, as_asker(asker))
    if record.answer is None:
        gone = "retention has removed it" if record.emptied_at else "it has not ended, or it failed"
        raise WrongInput(f"Run {record.id} has no answer: {gone}. `crosscheck runs explain {record.id}` tells more.")
    width, is_coloured = screen()
    answer, left_out = what_fits(record)
    if answer is not None and not left_out:
        typer.echo(render(answer, output, width=width, is_coloured=is_coloured))
        return
    if output is Output.JSON:
        typer.echo(json_text(record.answer))
    elif answer is not None:
        answer = answer.model_copy(update={"warnings": [*answer.warnings, misfit_words(record, left_out)]})
        typer.echo(render(answer, output, width=width, is_coloured=is_coloured))
    else:
        kept = (record.question, record.status, record.answer.get("answer"), record.explanation)
        typer.echo("\n\n".join(plain(text) for text in kept if text))
    typer.echo(f"Error: {misfit_words(record, left_out)} {_SHOWN[output is Output.JSON]}", err=True)
    raise typer.Exit(1)


@app.command("explain")
def explain(run: RunArgument, asker: AskerOption = None, output: OutputOption = Output.TEXT) -> None:
    """Tell in plain words how a run's answer came about."""
    from crew.cli.runs_print import story
    from crew.cli.runs_story import story_of

    typer.echo(story(story_of(_dossier(run, asker)), output))


app.command("export")(runs_export.export)
app.command("learn")(runs_learn.learn)
app.command("mark")(runs_marks.mark)
app.command("review")(runs_marks.review)
app.command("resume")(runs_resume.resume)
app.command("replay")(runs_replay.replay)
app.command("promote")(runs_promote.promote)
app.command("verify")(runs_keeping.verify)
app.command("cost")(runs_keeping.cost)
app.command("purge")(runs_keeping.purge)
app.command("erase")(runs_keeping.erase)


def _listed(run: "RunRecord", *, is_asker_shown: bool) -> list[str]:
    question = "(removed by retention)" if run.question is None else shortened(run.question, _LONGEST_QUESTION)
    asker = [run.asker] if is_asker_shown else []
    return [run.id, f"{run.started_at:%Y-%m-%d %H:%M}", run.status or "unfinished", run.domain, *asker, question]


def _dossier(run: str, asker: str | None) -> "Dossier":
    from crew.store.dossier import dossier_of

    with opened_store() as store:
        return dossier_of(store, store.run(run, as_asker(asker)))
