"""The rows behind a piece of evidence, run again and written whole."""

import sys
from pathlib import Path

from crew.errors import WrongInput
from crew.opening import read_schema
from crew.render.csv_text import CsvCount, write_csv
from crew.sources import OpenDatabase
from crew.workbook import write_workbook
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.evidence import RowsEvidence
from tools.sql.streaming import RowStream, stream_statement


def export_rows(
    opened: OpenDatabase,
    evidence: RowsEvidence,
    table_format: str,
    out: Path | None,
    *,
    deadline: Deadline,
    seconds: float,
) -> CsvCount:
    """Run the evidence's statement with the asker's rights, and write all its rows as csv or xlsx; returns how many.

    A file that is cut short is removed. Raises WrongInput.
    """
    policy = opened.policy.model_copy(update={"statement_seconds": seconds})
    schema = read_schema(opened)
    try:
        with stream_statement(
            opened.database,
            schema,
            evidence.statement,
            evidence.parameters,
            policy=policy,
            asker=opened.asker,
            deadline=deadline,
        ) as stream:
            return (
                write_csv(stream.columns, stream.rows, sys.stdout) if out is None else _write(stream, table_format, out)
            )
    except ToolError as error:
        raise WrongInput(f"{evidence.id} cannot be run again: {error}") from error


def _write(stream: RowStream, table_format: str, out: Path) -> CsvCount:
    beside = out.with_name(f".{out.name}.part")
    try:
        if table_format == "xlsx":
            count = CsvCount(write_workbook(stream, beside), marked=0)
        else:
            with beside.open("w", encoding="utf-8", newline="") as file:
                count = write_csv(stream.columns, stream.rows, file)
        beside.replace(out)
    except OSError as error:
        raise WrongInput(f"{out} cannot be written ({error.strerror}). Choose another file with --out.") from error
    finally:
        beside.unlink(missing_ok=True)
    return count
