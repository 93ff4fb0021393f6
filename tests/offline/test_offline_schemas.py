"""The offline model over tables of another schema, and over names with dots in them."""

from pathlib import Path

import duckdb
import pytest
from asked import Asked

from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.database import Database
from tools.sql.introspect import introspect
from tools.sql.looks import Looks
from tools.sql.specs import DatabaseSpec, PolicySpec, SemanticSpec

_TABLES = """
CREATE SCHEMA crm;
CREATE TABLE crm.customers (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, region VARCHAR NOT NULL);
CREATE TABLE crm.visits (
    id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES crm.customers (id),
    visited_on DATE NOT NULL, cost DECIMAL(8, 2) NOT NULL, "car.km" INTEGER NOT NULL);
INSERT INTO crm.customers VALUES (1, 'Ada', 'North'), (2, 'Bo', 'South'), (3, 'Cy', 'South');
INSERT INTO crm.visits VALUES
    (1, 1, '2024-03-01', 10, 5), (2, 1, '2024-05-01', 20, 7), (3, 2, '2025-01-05', 45, 9), (4, 2, '2025-02-05', 5, 1);
"""


class Visits(Asked):
    """Customers and visits in a schema of their own."""

    def __init__(self, path: Path) -> None:
        with duckdb.connect(str(path)) as connection:
            connection.execute(_TABLES)
        self._spec = SemanticSpec()
        self._name, self._asker, url = "care", Asker(id="rosa"), f"duckdb:///{path}"
        self._database = Database(self._name, DatabaseSpec(url=url, schemas=["crm"]), url, self._asker)
        self._schema = introspect(self._database, PolicySpec(), SemanticSpec())
        self._looks = Looks(
            self._database, self._schema, PolicySpec(), self._asker, Deadline(None), seconds=5, max_rows=20
        )


@pytest.fixture(scope="module")
def visits(tmp_path_factory: pytest.TempPathFactory) -> Visits:
    return Visits(tmp_path_factory.mktemp("visits") / "care.duckdb")


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many visits are there?", [(4,)]),
        ("How many visits were there in 2024?", [(2,)]),
        ("What is the total cost of visits by region?", [("South", 50), ("North", 30)]),
        ("Which customer has the highest total cost?", [("Bo", 50), ("Ada", 30)]),
        ("How many customers have no visits?", [(1,)]),
        ("Which customers are in the South?", [("Bo",), ("Cy",)]),
        ("What share of the cost does each region have?", [("South", 50), ("North", 30)]),
        ("What is the sum of car km by region?", [("North", 12), ("South", 10)]),
        ("List the visits after 2025-01-31", [(4,)]),
    ],
)
def test_questions_are_answered_over_tables_of_another_schema(visits, question, rows):
    found = visits.rows(question)

    assert found == rows
