"""Joins that nobody declared: read from names, types, uniqueness and values, each with its confidence."""

import sqlite3
from pathlib import Path

import pytest

from tests.sql.conftest import open_shop
from tools.sql.introspect import introspect
from tools.sql.schema import Join
from tools.sql.specs import PolicySpec

ADDRESSES = """
CREATE TABLE addresses (id INTEGER PRIMARY KEY, city TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, billing_address_id INTEGER, shipping_address_id INTEGER);
INSERT INTO addresses VALUES (1, 'Rome'), (2, 'Oslo');
INSERT INTO orders VALUES (1, 1, 2), (2, 2, 2);
"""
SHIPMENTS = """
CREATE TABLE order_lines (order_id INTEGER, line_no INTEGER, product TEXT, PRIMARY KEY (order_id, line_no));
CREATE TABLE shipments (id INTEGER PRIMARY KEY, order_id INTEGER, line_no INTEGER);
INSERT INTO order_lines VALUES (1, 1, 'pen'), (1, 2, 'ink'), (2, 1, 'pad'), (3, 1, 'cup');
INSERT INTO shipments VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1), (4, 2, 2);
"""
WAREHOUSE = """
CREATE TABLE customer (c_custkey INTEGER, c_name TEXT);
CREATE TABLE orders (o_orderkey INTEGER, o_custkey INTEGER, o_total REAL);
INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo');
INSERT INTO orders VALUES (10, 1, 5.0), (11, 1, 6.0), (12, 2, 7.0);
"""
DETAILS = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE customer_details (customer_id INTEGER PRIMARY KEY, phone TEXT);
INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bo');
INSERT INTO customer_details VALUES (1, '555'), (2, '556');
"""
STRANGERS = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, customers TEXT);
INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bo');
INSERT INTO orders VALUES (1, 70, 'x'), (2, 80, 'y'), (3, 1, 'z'), (4, 2, 'z');
"""
REPEATED = """
CREATE TABLE customer (c_custkey INTEGER, c_name TEXT);
CREATE TABLE orders (o_orderkey INTEGER, o_custkey INTEGER);
INSERT INTO customer VALUES (1, 'Ada'), (1, 'Bo');
INSERT INTO orders VALUES (10, 1), (11, 1);
"""


def suggestions(folder: Path, script: str, policy: PolicySpec | None = None) -> dict[str, Join]:
    with sqlite3.connect(folder / "shop.db") as connection:
        connection.executescript(script)
    database = open_shop(f"sqlite:///{folder / 'shop.db'}")
    try:
        found = introspect(database, policy or PolicySpec()).suggestions
    finally:
        database.close()
    return {f"{', '.join(join.left)} = {', '.join(join.right)}": join for join in found}


def test_two_relationships_between_the_same_tables_are_kept_apart(tmp_path: Path) -> None:
    found = suggestions(tmp_path, ADDRESSES)

    assert set(found) == {
        "orders.billing_address_id = addresses.id",
        "orders.shipping_address_id = addresses.id",
    }
    assert {join.confidence for join in found.values()} == {0.9}


def test_a_composite_key_is_joined_by_all_its_columns(tmp_path: Path) -> None:
    found = suggestions(tmp_path, SHIPMENTS)

    join = found["shipments.order_id, shipments.line_no = order_lines.order_id, order_lines.line_no"]
    assert (join.confidence, join.is_unique) == (0.88, True)
    assert "75% of its values" in join.reason


def test_keys_that_are_not_declared_are_found_by_their_unique_values(tmp_path: Path) -> None:
    found = suggestions(tmp_path, WAREHOUSE)

    assert set(found) == {"orders.o_custkey = customer.c_custkey"}
    assert found["orders.o_custkey = customer.c_custkey"].confidence == 1.0


def test_what_is_not_unique_is_no_key(tmp_path: Path) -> None:
    assert suggestions(tmp_path, REPEATED) == {}


def test_a_table_may_share_the_key_of_another(tmp_path: Path) -> None:
    assert set(suggestions(tmp_path, DETAILS)) == {"customer_details.customer_id = customers.id"}


def test_values_that_are_not_found_lower_the_confidence_and_other_types_never_join(tmp_path: Path) -> None:
    found = suggestions(tmp_path, STRANGERS)

    assert {name: join.confidence for name, join in found.items()} == {"orders.customer_id = customers.id": 0.75}


@pytest.mark.parametrize("masked", ["orders.customer_id", "customers.id"])
def test_masked_values_are_not_compared(tmp_path: Path, masked: str) -> None:
    found = suggestions(tmp_path, STRANGERS, PolicySpec(mask_columns=(masked,)))

    assert "values not compared" in found["orders.customer_id = customers.id"].reason
