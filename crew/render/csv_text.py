"""Rows as CSV that a spreadsheet takes for values, never for formulas."""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TextIO

from tools.evidence import json_value
from tools.terms import JsonScalar, Scalar

_SIGNS = frozenset("=+-@＝＋－＠")
"""Full-width forms too, which some spreadsheets take."""
_CONTROLS = frozenset("\t\r\n\0")
"""With the signs, what OWASP's page on CSV injection names as the beginning of a formula."""
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*([eE][+-]?\d+)?")


@dataclass(frozen=True)
class CsvCount:
    """How many rows were written, and how many texts in them got an apostrophe."""

    rows: int
    marked: int


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[Scalar]], file: TextIO) -> CsvCount:
    """Write a header and all rows. A text that begins like a formula gets an apostrophe before it; numbers stay."""
    writer = csv.writer(_Lines(file), lineterminator="\r\n")
    writer.writerow([_cell(column) for column in columns])
    count = marked = 0
    for row in rows:
        values = [json_value(value) for value in row]
        writer.writerow([_cell(value) for value in values])
        count += 1
        marked += sum(map(_is_formula, values))
    return CsvCount(count, marked)


def marked_words(count: CsvCount) -> str:
    """What a person is told of marked texts."""
    cells = "1 cell" if count.marked == 1 else f"{count.marked} cells"
    return f"An apostrophe stands before what a spreadsheet would take for a formula, in {cells}."


@dataclass(frozen=True)
class _Lines:
    """Ends each line by `\\n`, while the writer, which quotes only its own ends of line, quotes `\\r` as well."""

    file: TextIO

    def write(self, line: str) -> None:
        self.file.write(line.removesuffix("\r\n") + "\n")


def _cell(value: JsonScalar) -> JsonScalar:
    return f"'{value}" if _is_formula(value) else value


def _is_formula(value: JsonScalar) -> bool:
    """Whether a spreadsheet would compute a text. A number as text, such as `-12.50`, or a lone `-` is harmless."""
    if not isinstance(value, str) or _NUMBER.fullmatch(value) or not any(map(str.isalnum, value)):
        return False
    return value[0] in _CONTROLS or value.lstrip()[0] in _SIGNS
