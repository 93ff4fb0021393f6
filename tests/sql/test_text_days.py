"""Days that SQLite keeps as text."""

import sqlite3
from pathlib import Path

import pytest

from tests.offline.asked import Asked
from tools.asker import Asker
from tools.sql.database import Database
from tools.sql.introspect import introspect
from tools.sql.specs import DatabaseSpec, PolicySpec


def _columns(folder: Path, *rows: tuple[str | None, ...]) -> dict[str, str]:
    path = folder / "stays.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE stays (id INTEGER PRIMARY KEY, a TEXT, b VARCHAR(30))")
        connection.executemany("INSERT INTO stays (a, b) VALUES (?, ?)", rows)
    url = f"sqlite:///{path}"
    table = introspect(Database("stays", DatabaseSpec(url=url), url, Asker(id="rosa")), PolicySpec()).table("stays")
    assert table is not None
    return {c.name: c.kind for c in table.columns if c.name != "id"}


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("2025-01-31", None, "date"),
        ("2025-01-31", "2025-02-01 10:00:00", "datetime"),
        ("2025-01-31T10:00:00Z", "2025-02-01T10:00:00+02:00", "datetime"),
        ("2025-01-31", "soon", "text"),
        ("2025-01-31", "", "text"),
        ("2025-02-30", None, "text"),
        ("31.01.2025", None, "text"),
        ("2025-01-31 to 2025-02-02", None, "text"),
        (None, None, "text"),
    ],
)
def test_text_in_which_every_row_is_a_day_is_a_column_of_days(
    tmp_path: Path, first: str | None, second: str | None, kind: str
) -> None:
    assert _columns(tmp_path, (first, "x"), (second, "y")) == {"a": kind, "b": "text"}


def test_a_row_beyond_the_sample_that_is_no_day_keeps_the_column_a_text(tmp_path: Path) -> None:
    days = [(f"20{year:02}-{month:02}-01", None) for year in range(10, 20) for month in range(1, 13)]

    assert _columns(tmp_path, *days)["a"] == "date"


def test_such_a_column_stays_text_with_one_row_that_is_none(tmp_path: Path) -> None:
    days = [(f"20{year:02}-{month:02}-01", None) for year in range(10, 20) for month in range(1, 13)]

    assert _columns(tmp_path, *days, ("unknown", None))["a"] == "text"


def test_periods_and_calendar_units_are_asked_of_them(tmp_path: Path) -> None:
    tables = """
    CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, arrived_on TEXT NOT NULL, fee REAL NOT NULL);
    INSERT INTO stays VALUES (1, '2024-12-31', 10), (2, '2025-01-01', 20), (3, '2025-01-31', 30), (4, '2025-02-01', 40);
    """
    asked = Asked("stays", tmp_path / "stays.sqlite", tables)

    assert asked.rows("How many stays were there in January 2025?") == [(2,)]
    assert [row[-1] for row in asked.rows("Total fee per month in 2025") or ()] == [50, 40]
