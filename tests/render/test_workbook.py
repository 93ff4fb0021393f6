"""Rows in a workbook."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import openpyxl

from crew.workbook import write_workbook
from tools.sql.streaming import Row, RowStream


def written(path: Path, *rows: Row, sheet_rows: int = 10) -> list[list[tuple]]:
    stream = RowStream(tuple(f"c{i}" for i in range(len(rows[0]))) if rows else ("c0",), iter(rows))
    assert write_workbook(stream, path, sheet_rows) == len(rows)
    return [list(sheet.iter_rows(values_only=True, min_row=2)) for sheet in openpyxl.load_workbook(path)]


def test_text_that_looks_like_a_formula_stays_text(tmp_path: Path) -> None:
    file = tmp_path / "b.xlsx"
    [[row]] = written(file, ("=1+1", "a\x00b"))

    assert row == ("=1+1", "a�b")
    assert openpyxl.load_workbook(file).worksheets[0]["A2"].data_type == "s"


def test_values_that_a_spreadsheet_would_round_are_text(tmp_path: Path) -> None:
    [[row]] = written(
        tmp_path / "b.xlsx", (Decimal("1.50"), 2**60, 7, True, None, date(2025, 1, 2), datetime(2025, 1, 2, tzinfo=UTC))
    )

    assert row[:5] == (1.5, str(2**60), 7, True, None)
    assert row[5] == datetime(2025, 1, 2)
    assert row[6] == "2025-01-02T00:00:00+00:00"


def test_rows_go_on_in_the_next_sheet(tmp_path: Path) -> None:
    sheets = written(tmp_path / "b.xlsx", *[(n,) for n in range(7)], sheet_rows=3)

    assert sheets == [[(0,), (1,), (2,)], [(3,), (4,), (5,)], [(6,)]]
    assert written(tmp_path / "empty.xlsx") == [[]]
