"""A schema that changed since it was read is read again, and what became of a name is said."""

from collections.abc import Iterator
from datetime import date

import pytest
import sqlalchemy as sa

from crew.answering.fetching import Fetching
from crew.answering.learned import CopiedText, SeenTables
from crew.sources import OpenDatabase, Sources
from tests.sql.conftest import fill, open_shop
from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.drift import drifts
from tools.sql.errors import UnknownColumn, UnknownTable
from tools.sql.schema import Schema
from tools.sql.schema_cache import SchemaCache
from tools.sql.specs import DatabaseSpec, PolicySpec

ANN = Asker(id="ann")


@pytest.fixture
def engine(tmp_path) -> sa.Engine:
    """A shop whose tables a test may change."""
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'shop.db'}")
    fill(engine)
    change(engine, "DROP VIEW regional", "DROP VIEW paid", "ALTER TABLE orders ADD COLUMN profit_margin DECIMAL(8, 2)")
    change(engine, "UPDATE orders SET profit_margin = id")
    return engine


@pytest.fixture
def fetching(engine) -> Iterator[Fetching]:
    """A question's fetching, the shop's schema cached."""
    database = open_shop(str(engine.url))
    opened = OpenDatabase("shop", DatabaseSpec(), database, PolicySpec(), SchemaCache(), ANN)
    opened.schema()
    yield Fetching(Sources({"shop": opened}, {}), ANN, Deadline(60), date(2025, 6, 1), CopiedText({}), SeenTables())
    database.close()


def change(engine: sa.Engine, *statements: str) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def test_a_renamed_column_is_proposed_by_its_new_name(engine, fetching):
    change(engine, "ALTER TABLE orders RENAME COLUMN profit_margin TO net_margin")

    with pytest.raises(UnknownColumn, match=r"likely `orders\.net_margin` now") as refusal:
        fetching.statement("shop", "SELECT sum(profit_margin) AS m FROM orders", {})

    assert refusal.value.nearest[0] == "orders.net_margin"
    assert refusal.value.drift.old == "orders.profit_margin"
    assert refusal.value.drift.is_likely


def test_evidence_over_a_renamed_column_says_so(engine, fetching):
    change(engine, "ALTER TABLE orders RENAME COLUMN profit_margin TO net_margin")
    with pytest.raises(UnknownColumn):
        fetching.statement("shop", "SELECT sum(profit_margin) AS m FROM orders", {})

    evidence = fetching.statement("shop", "SELECT sum(net_margin) AS m FROM orders", {})

    assert evidence.rows == ((10,),)
    assert [w for w in evidence.warnings if w.startswith("schema_changed: `orders.profit_margin` is gone")]


def test_a_column_added_since_is_found(engine, fetching):
    change(engine, "ALTER TABLE orders ADD COLUMN channel VARCHAR(10) DEFAULT 'web'")

    evidence = fetching.statement("shop", "SELECT count(channel) AS n FROM orders", {})

    assert evidence.rows == ((4,),)


def test_a_renamed_table_is_proposed_by_its_new_name(engine, fetching):
    change(engine, "ALTER TABLE order_lines RENAME TO positions")

    with pytest.raises(UnknownTable, match="likely `positions` now") as refusal:
        fetching.statement("shop", "SELECT sum(quantity) FROM order_lines", {})

    assert refusal.value.nearest[0] == "positions"


def test_a_column_without_an_heir_is_said_to_be_gone(engine, fetching):
    change(engine, "ALTER TABLE orders DROP COLUMN profit_margin", "ALTER TABLE orders ADD COLUMN weight DECIMAL(8, 2)")

    with pytest.raises(UnknownColumn, match="is gone, and no new name resembles it") as refusal:
        fetching.statement("shop", "SELECT sum(profit_margin) FROM orders", {})

    assert not refusal.value.drift.is_likely


def test_an_excluded_column_is_never_proposed(engine, fetching):
    opened = fetching.sources.databases["shop"]
    opened.policy = PolicySpec(exclude_columns=("orders.net_margin",))
    opened.schema()
    change(engine, "ALTER TABLE orders RENAME COLUMN profit_margin TO net_margin")

    with pytest.raises(UnknownColumn) as refusal:
        fetching.statement("shop", "SELECT sum(profit_margin) FROM orders", {})

    assert "net_margin" not in str(refusal.value)


def test_a_plain_misspelling_has_no_drift(fetching):
    with pytest.raises(UnknownColumn) as refusal:
        fetching.statement("shop", "SELECT sum(profit_margn) FROM orders", {})

    assert refusal.value.drift is None
    assert refusal.value.nearest[0] == "orders.profit_margin"


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        ("profit_margin", "net_margin", True),
        ("customer", "customer_name", True),
        ("price", "weight", False),
        ("revenue", "sales", False),
    ],
)
def test_only_names_that_resemble_each_other_are_proposed(old, new, is_likely):
    (drift,) = drifts(_one_column(old), _one_column(new))

    assert drift.is_likely is is_likely


def _one_column(name: str) -> Schema:
    column = {"name": name, "type": "TEXT", "kind": "text"}
    tables = [{"name": "orders", "columns": [column]}]
    return Schema.model_validate({"source": "shop", "dialect": "sqlite", "tables": tables, "taken_at": "2025-01-01"})
