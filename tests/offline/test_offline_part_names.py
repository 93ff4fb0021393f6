"""Names of tables and columns of which a question says a part, and values that are part of a name, over a mill."""

from pathlib import Path

import pytest
from asked import Asked

_TABLES = """
CREATE TABLE StopKind (StopCd TEXT PRIMARY KEY, Part TEXT NOT NULL, Severity INTEGER NOT NULL);
CREATE TABLE MillLine (LineID INTEGER PRIMARY KEY, Hall TEXT NOT NULL);
CREATE TABLE StopEvent (StopID INTEGER PRIMARY KEY, LineID INTEGER NOT NULL REFERENCES MillLine,
  StopCd TEXT NOT NULL REFERENCES StopKind, MinutesLost INTEGER NOT NULL);
CREATE TABLE Hand (HandID INTEGER PRIMARY KEY, LineID INTEGER NOT NULL REFERENCES MillLine, LeftFor TEXT);
CREATE TABLE LC (LCID INTEGER PRIMARY KEY, HandID INTEGER NOT NULL REFERENCES Hand, LCNote TEXT NOT NULL);
INSERT INTO StopKind VALUES ('S1', 'Belt', 3), ('S2', 'Belt', 1), ('S3', 'Press', 2);
INSERT INTO MillLine VALUES (1, 'East'), (2, 'West');
INSERT INTO StopEvent VALUES (1, 1, 'S1', 10), (2, 1, 'S1', 20), (3, 1, 'S2', 5), (4, 2, 'S3', 7), (5, 2, 'S1', 9);
INSERT INTO Hand VALUES (1, 1, 'Late Claim'), (2, 2, NULL), (3, 2, 'Study');
INSERT INTO LC VALUES (1, 1, 'dust'), (2, 2, 'noise'), (3, 2, 'noise'), (4, 3, 'noise');
"""


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "drafted"])
def mill(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    path: Path = tmp_path_factory.mktemp("mill") / "mill.sqlite"
    return Asked("mill", path, _TABLES, is_drafted=request.param)


def test_what_happened_is_not_counted_by_the_kinds_of_it(mill: Asked) -> None:
    """Three stops of a belt happened in the East, of two kinds."""
    assert mill.rows("How many belt stops were there in the East?") in (None, [(3,)])
    assert mill.rows("How many stop kinds are there?") == [(3,)]


def test_a_value_before_another_tables_column_may_be_part_of_its_name(mill: Asked) -> None:
    rows = mill.rows("What is the most frequent late claim note?")

    assert rows is None or rows[0] == ("noise", 3)


def test_a_unit_in_capitals_at_the_end_of_a_name_is_none_of_its_words(tmp_path: Path) -> None:
    tables = """
    CREATE TABLE DayYield (PlotID INTEGER, ReadOn DATE NOT NULL, YieldMWh REAL NOT NULL, PRIMARY KEY (PlotID, ReadOn));
    INSERT INTO DayYield VALUES (1, '2025-01-01', 4), (1, '2025-01-02', 5), (2, '2025-01-01', 6);
    """
    asked = Asked("plots", tmp_path / "plots.sqlite", tables)

    assert asked.rows("What was the total yield in 2025?") == [(15,)]
    assert (asked.rows("On which day was the total yield the highest?") or [(None, 10)])[0][-1] == 10
