"""`crosscheck runs export`: the rows behind a piece of evidence, run again or written as a statement."""

import csv
import io
from pathlib import Path

import openpyxl
import pytest

from tests.cli.conftest import Run
from tests.cli.test_wrong_input import Change, assert_refused


@pytest.fixture
def asked(shop: Path, run: Run) -> str:
    """The id of a run whose E1 is the revenue by region."""
    import json

    run("ask", "What was the revenue by region in Q2 2025?", "--domain", "shop")
    return json.loads(run("runs", "list", "-o", "json").stdout)[0]["id"]


def test_all_rows_come_as_csv(asked: str, run: Run) -> None:
    outcome = run("runs", "export", asked, "E1", "--format", "csv")

    assert outcome.code == 0
    rows = list(csv.reader(io.StringIO(outcome.stdout)))
    assert rows[0] == ["region", "revenue"]
    assert {row[0] for row in rows[1:]} == {"Europe", "Asia"}


def test_all_rows_come_as_a_workbook(asked: str, run: Run, shop: Path) -> None:
    outcome = run("runs", "export", asked, "e1", "--format", "xlsx", "--out", "rows.xlsx")

    assert outcome.code == 0
    sheet = openpyxl.load_workbook(shop / "rows.xlsx").worksheets[0]
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0] == ("region", "revenue")
    assert len(rows) == 3


def test_the_statement_comes_with_its_values(asked: str, run: Run) -> None:
    statement = run("runs", "export", asked, "E1", "--sql").stdout

    assert "'2025-04-01'" in statement
    assert ":" not in statement


def test_the_policy_of_now_decides_what_is_exported(asked: str, run: Run, change_domain: Change) -> None:
    change_domain("calendar:", "policy: {exclude_columns: [orders.net]}\ncalendar:")

    assert_refused(run("runs", "export", asked, "E1", "--format", "csv"), "E1 cannot be run again", "net")


def test_what_cannot_be_exported_is_told(asked: str, run: Run) -> None:
    assert_refused(run("runs", "export", asked, "E9", "--sql"), "it has E1")
    assert_refused(run("runs", "export", asked, "E1"), "--format csv")
    assert_refused(run("runs", "export", asked, "--sql"), "Which evidence?")
    assert_refused(run("runs", "export", asked, "E1", "--format", "xlsx"), "--out")


def test_what_a_spreadsheet_would_compute_is_marked_and_told(shop: Path, run: Run) -> None:
    import json
    import sqlite3

    with sqlite3.connect(shop / "shop.sqlite") as connection:
        connection.execute("UPDATE customers SET region = '=1+1' WHERE region = 'Asia'")
    run("ask", "What was the revenue by region in Q2 2025?", "--domain", "shop")
    asked = json.loads(run("runs", "list", "-o", "json").stdout)[0]["id"]

    exported = run("runs", "export", asked, "E1", "--format", "csv")
    selected = run("sql", "run", "--domain", "shop", "SELECT region FROM customers WHERE id = 2", "-o", "csv")

    assert "\n'=1+1," in exported.stdout
    assert "in 1 cell. --format xlsx" in exported.stderr
    assert selected.stdout == "region\n'=1+1\n"
    assert "in 1 cell. --output json" in selected.stderr
