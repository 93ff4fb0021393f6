"""The door to openpyxl: rows written to a workbook as they come, in bounded memory."""

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from itertools import chain, islice
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from tools.evidence import json_value
from tools.sql.streaming import Row, RowStream
from tools.terms import Scalar

SHEET_ROWS = 1_048_575
"""How many rows a sheet takes below its header; what is more goes to the next sheet."""
_DIGITS = 15
"""How many digits of a number a spreadsheet keeps; longer ones are written as text."""
_MOST_CHARACTERS = 32_767


def write_workbook(stream: RowStream, path: Path, sheet_rows: int = SHEET_ROWS) -> int:
    """Write a header and all rows; text stays text, whatever it begins with. Returns the number of rows."""
    book = Workbook(write_only=True)
    count = 0
    for number, rows in enumerate(_sheets(stream.rows, sheet_rows), start=1):
        sheet = book.create_sheet(f"rows {number}")
        sheet.append([_cell(sheet, name) for name in stream.columns])
        for row in rows:
            sheet.append([_cell(sheet, value) for value in row])
            count += 1
    book.save(path)
    return count


def _sheets(rows: Iterator[Row], size: int) -> Iterator[Iterator[Row]]:
    """The rows sheet by sheet; the first is there even when there is no row."""
    yield islice(rows, size)
    for first in rows:
        yield chain([first], islice(rows, size - 1))


def _cell(sheet: Any, value: Scalar) -> Any:
    if value is None or isinstance(value, bool) or _is_exact(value):
        return value
    text = str(json_value(value))
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("�", text)[:_MOST_CHARACTERS])
    cell.data_type = "s"
    return cell


def _is_exact(value: Scalar) -> bool:
    """Whether a spreadsheet holds the value as it is."""
    if isinstance(value, int | Decimal):
        return len(Decimal(value).normalize().as_tuple().digits) <= _DIGITS
    if isinstance(value, datetime):
        return value.tzinfo is None and value.year >= 1900
    return isinstance(value, float) or (isinstance(value, date) and value.year >= 1900)
