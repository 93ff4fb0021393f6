"""`crosscheck runs export`: all that is stored of a run, or the rows behind one piece of its evidence."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.cli.options import AskerOption, ConfigOption
from crew.cli.options import asker as as_asker
from crew.cli.runs_store import opened_store
from crew.errors import WrongInput
from crew.render.json_text import json_text

if TYPE_CHECKING:
    from crew.store.records import RunRecord
    from tools.evidence import RowsEvidence


class TableFormat(StrEnum):
    """What rows are written as."""

    CSV = "csv"
    XLSX = "xlsx"


def export(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run's id, or the beginning of one.")],
    evidence: Annotated[
        str | None, typer.Argument(metavar="EVIDENCE", help="Rows of the run, such as E1; by default all of the run.")
    ] = None,
    table_format: Annotated[
        TableFormat | None, typer.Option("--format", help="Run the evidence's statement again, and write all its rows.")
    ] = None,
    is_sql: Annotated[
        bool, typer.Option("--sql", help="Print the evidence's statement with its values, to be run elsewhere.")
    ] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file instead of stdout.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="How long the statement may take.")] = 600,
    config: ConfigOption = None,
    asker: AskerOption = None,
) -> None:
    """Export all that is stored of a run as JSON: steps, calls, evidence, the audit log and its verification.

    With EVIDENCE and --format its statement is run again with your rights, as the policy is now, and every row is
    written; with --sql it is printed.
    """
    if evidence is None:
        if table_format or is_sql:
            raise WrongInput("Which evidence? Name it after the run, such as `crosscheck runs export RUN E1 --sql`.")
        _export_run(run, out, asker)
        return
    record, rows = _evidence(run, evidence, asker)
    if is_sql:
        _write_text(_sql(record, rows, config, asker), out)
    elif table_format:
        _export_rows(record, rows, table_format, out, seconds=seconds, config=config, asker=asker)
    else:
        raise WrongInput(f"Export {evidence} as what? Add --format csv, --format xlsx or --sql.")


def _export_run(run: str, out: Path | None, asker: str | None) -> None:
    from crew.store.dossier import dossier_of

    with opened_store() as store:
        dossier = dossier_of(store, store.run(run, as_asker(asker)))
    _write_text(json_text(dossier), out)


def _evidence(run: str, name: str, asker: str | None) -> "tuple[RunRecord, RowsEvidence]":
    """A run and its rows of that number; raises WrongInput for what has no statement."""
    with opened_store() as store:
        record = store.run(run, as_asker(asker))
        filed = {piece.id.lower(): piece for piece in store.evidence(record.id)}
    found = filed.get(name.lower())
    if found is None:
        listed = ", ".join(piece.id for piece in filed.values()) or "none that is still stored"
        raise WrongInput(f"Run {record.id} has no evidence `{name}`; it has {listed}.")
    if found.kind != "rows":
        raise WrongInput(f"{found.id} is no result of a statement, so it cannot be run again.")
    return record, found


def _sql(record: "RunRecord", rows: "RowsEvidence", config: Path | None, asker: str | None) -> str:
    from crew.cli.databases import opened_database
    from crew.cli.desk import DeskChoice
    from tools.sql.literals import with_literals

    with opened_database(DeskChoice(domain=record.domain, config=config, asker=asker), rows.source) as opened:
        return with_literals(rows.statement, rows.parameters, opened.database.dialect)


def _export_rows(
    record: "RunRecord",
    rows: "RowsEvidence",
    table_format: TableFormat,
    out: Path | None,
    *,
    seconds: float,
    config: Path | None,
    asker: str | None,
) -> None:
    from crew.cli.background import until_done
    from crew.cli.databases import opened_database
    from crew.cli.desk import DeskChoice
    from crew.export import export_rows
    from crew.render.csv_text import marked_words
    from tools.deadline import Deadline

    if out is None and table_format is TableFormat.XLSX:
        raise WrongInput("A workbook needs a file: add --out, such as --out rows.xlsx.")
    choice, deadline = DeskChoice(domain=record.domain, config=config, asker=asker), Deadline(seconds)
    with opened_database(choice, rows.source) as opened:
        count = until_done(
            lambda: export_rows(opened, rows, table_format.value, out, deadline=deadline, seconds=seconds),
            deadline.cancel,
        )
    typer.echo(f"{count.rows} rows{f' written to {out}' if out else ''}.", err=True)
    if count.marked:
        typer.echo(f"{marked_words(count)} --format xlsx keeps the text as it is.", err=True)


def _write_text(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text)
        return
    try:
        out.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise WrongInput(f"{out} cannot be written ({error.strerror}). Choose another file with --out.") from error
    typer.echo(f"Written to {out}.", err=True)
