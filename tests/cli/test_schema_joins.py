"""Listing inferred joins, and deciding on them, from the command line."""

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run

LINES = "order_lines.order_id = orders.id"


@pytest.fixture(autouse=True)
def lines(shop: Path) -> None:
    """Order lines that name their order without a declared key; half of the orders there are not."""
    with sqlite3.connect(shop / "shop.sqlite") as connection:
        connection.execute("CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER)")
        connection.executemany("INSERT INTO order_lines (order_id) VALUES (?)", [(1,), (2,), (70,), (80,)])


def listed(run: Run) -> dict[str, dict]:
    return {join["join"]: join for join in json.loads(run("schema", "joins", "list", "-o", "json").stdout)}


def test_joins_are_listed_with_confidence_status_and_why(run: Run) -> None:
    joins = listed(run)

    assert joins["orders.customer_id = customers.id"]["status"] == "declared"
    assert (joins[LINES]["confidence"], joins[LINES]["is_usable"]) == (0.75, False)
    assert joins[LINES]["status"] == "suggested, a person must confirm it"
    assert "50% of its values found there" in joins[LINES]["why"]
    text = run("schema", "joins", "list").stdout
    assert "order_lines.order_id = orders.id  75%" in text
    assert "50% of its values found there" in " ".join(text.split())


def test_a_confirmed_join_is_usable_and_says_who_confirmed_it(run: Run) -> None:
    assert run("schema", "joins", "confirm", "orders.id = order_lines.order_id", "--as", "ben").code == 0

    assert listed(run)[LINES]["is_usable"]
    assert listed(run)[LINES]["status"].startswith("confirmed by ben on ")
    assert f"{LINES}  (confirmed" in run("schema", "show").stdout


def test_a_rejected_join_is_no_longer_suggested_until_it_is_confirmed(run: Run) -> None:
    run("schema", "joins", "reject", LINES, "--as", "ben")

    assert listed(run)[LINES]["status"].startswith("rejected by ben on ")
    assert LINES not in run("schema", "show").stdout
    run("schema", "joins", "confirm", LINES)
    assert listed(run)[LINES]["is_usable"]


def test_a_join_that_nothing_suggests_can_be_confirmed(run: Run) -> None:
    run("schema", "joins", "confirm", "order_lines.id = customers.id")

    assert listed(run)["order_lines.id = customers.id"]["is_usable"]


def test_declared_joins_and_unknown_columns_are_not_for_decision(run: Run) -> None:
    declared = run("schema", "joins", "reject", "orders.customer_id = customers.id")
    unknown = run("schema", "joins", "confirm", "orders.client = customers.id")

    assert (declared.code, unknown.code) == (2, 2)
    assert "the database declares it" in declared.stderr
    assert "is no join of `shop`" in unknown.stderr
