"""The rows behind a piece of evidence, run again and written whole."""

import csv
import sys
from pathlib import Path
from typing import TextIO

from crew.errors import WrongInput
from crew.opening import read_schema
from crew.sources import OpenDatabase
from crew.workbook import write_workbook
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.evidence import RowsEvidence, json_value
from tools.sql.streaming import RowStream, stream_statement


def export_rows(
    opened: OpenDatabase,
    evidence: RowsEvidence,
    table_format: str,
    out: Path | None,
    *,
    deadline: Deadline,
    seconds: float,
) -> int:
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
            return _write_csv(stream, sys.stdout) if out is None else _write(stream, table_format, out)
    except ToolError as error:
        raise WrongInput(f"{evidence.id} cannot be run again: {error}") from error


def _write(stream: RowStream, table_format: str, out: Path) -> int:
    beside = out.with_name(f".{out.name}.part")
    try:
        if table_format == "xlsx":
            count = write_workbook(stream, beside)
        else:
            with beside.open("w", encoding="utf-8", newline="") as file:
                count = _write_csv(stream, file)
        beside.replace(out)
    except OSError as error:
        raise WrongInput(f"{out} cannot be written ({error.strerror}). Choose another file with --out.") from error
    finally:
        beside.unlink(missing_ok=True)
    return count


def _write_csv(stream: RowStream, file: TextIO) -> int:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(stream.columns)
    count = 0
    for row in stream.rows:
        writer.writerow([json_value(value) for value in row])
        count += 1
    return count
