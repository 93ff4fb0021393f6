"""Rows as CSV."""

import csv
import io
from decimal import Decimal

from crew.render.csv_text import write_csv


def written(*row: object) -> tuple[list[str], int]:
    """One row as a reader of the file gets it, and how many cells were marked."""
    file = io.StringIO(newline="")
    count = write_csv([f"c{i}" for i in range(len(row))], [row], file)
    return list(csv.reader(io.StringIO(file.getvalue(), newline="")))[1], count.marked


def test_a_text_that_begins_like_a_formula_gets_an_apostrophe() -> None:
    texts = (
        "=cmd|' /C calc'!A0",
        "+SUM(A1)",
        "-2+3",
        "@SUM(A1)",
        "\t=1+1",
        "\r=1",
        "\n=1",
        " =1+1",
        "＝1+1",
        "+49 170 1",
    )

    cells, marked = written(*texts)

    assert cells == [f"'{text}" for text in texts]
    assert marked == len(texts)


def test_numbers_stay_numbers_and_other_text_stays_as_it_is() -> None:
    row = (-5, -1.25, Decimal("-12.50"), "-12.50", "+3", "-1,234.56", "-", "--", "", None, "a=b", "5-3", "o'clock")

    cells, marked = written(*row)

    assert cells == ["-5", "-1.25", *("-12.50",) * 2, "+3", "-1,234.56", "-", "--", "", "", "a=b", "5-3", "o'clock"]
    assert marked == 0


def test_a_column_named_like_a_formula_gets_an_apostrophe() -> None:
    file = io.StringIO()
    write_csv(["=1+1"], [], file)
    assert file.getvalue() == "'=1+1\n"
