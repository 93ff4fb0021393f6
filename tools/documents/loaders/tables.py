"""Tables: CSV, read in parts, and spreadsheets (.xlsx)."""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from pathlib import Path
from zipfile import BadZipFile

from tools.documents.document import Block, Content, Facts, UnreadableContent
from tools.documents.loaders.office import check_office_file
from tools.documents.loaders.parts import Parts, open_text

_ROWS_A_BLOCK = 20
_WORDS_A_BLOCK = 200
_SNIFFED = 4000
_FIELD_CHARACTERS = 1_000_000


def stream_csv(path: Path) -> Iterator[Content]:
    """Read a CSV file part by part; every block repeats the header above its rows."""
    parts = Parts()
    csv.field_size_limit(_FIELD_CHARACTERS)
    with open_text(path) as file:
        dialect = _dialect(file.read(_SNIFFED))
        file.seek(0)
        rows = csv.reader(file, dialect)
        try:
            for block in table_blocks(rows, ()):
                parts.add(block)
                if parts.are_full:
                    yield parts.take()
        except csv.Error as error:
            parts.leave_out(f"what follows line {rows.line_num} ({error})")
    yield parts.take()


def load_workbook(raw: bytes) -> Content:
    """Read a spreadsheet's stored values, each sheet as a section; raises UnreadableContent when locked or damaged."""
    import openpyxl

    check_office_file(raw, ".xlsx")
    try:
        book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        blocks = [
            block
            for sheet in book.worksheets
            for block in table_blocks(map(_texts, sheet.iter_rows(values_only=True)), (sheet.title,))
        ]
        properties = book.properties
    except (BadZipFile, KeyError, ValueError, TypeError, AttributeError, SyntaxError, EOFError) as error:
        raise UnreadableContent(f"it is damaged or not a .xlsx file ({type(error).__name__})") from error
    moment = properties.modified or properties.created
    return Content(
        blocks=tuple(blocks),
        facts=Facts(
            title=properties.title,
            author=properties.creator if properties.creator != "openpyxl" else None,
            date=moment.date().isoformat() if moment else None,
            date_source="properties" if moment else "",
        ),
    )


def table_blocks(rows: Iterable[list[str]], section: tuple[str, ...]) -> Iterator[Block]:
    """Rows as blocks of up to 20 rows or 200 words, each below the header, which is the first row with content."""
    lines = (" | ".join(row).rstrip(" |") for row in rows if any(cell.strip() for cell in row))
    header = next(lines, "")
    waiting: list[str] = []
    words = 0
    for line in lines:
        size = len(line.split())
        if waiting and (len(waiting) == _ROWS_A_BLOCK or words + size > _WORDS_A_BLOCK):
            yield _table(header, waiting, section)
            waiting, words = [], 0
        waiting.append(line)
        words += size
    if header:
        yield _table(header, waiting, section)


def _table(header: str, lines: list[str], section: tuple[str, ...]) -> Block:
    return Block(text="\n".join([header, *lines]), section=section, kind="table")


def _dialect(sample: str) -> type[csv.Dialect]:
    try:
        return csv.Sniffer().sniff(sample, delimiters=",;\t|")
    except csv.Error:
        return csv.excel


def _texts(row: tuple[object, ...]) -> list[str]:
    return [_text(value) for value in row]


def _text(value: object) -> str:
    if isinstance(value, datetime) and value.time() == datetime.min.time():
        return value.date().isoformat()
    if isinstance(value, datetime | date):
        return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    return "" if value is None else " ".join(str(value).split())
