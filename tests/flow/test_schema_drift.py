"""A question asked over a schema that changed since it was read is answered rightly, or not at all."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
import sqlalchemy as sa

from crew.answer import Answer
from crew.assemble import open_desk
from crew.desk import Desk
from crew.settings import Settings
from tests.models import ScriptedModels
from tools.asker import Asker

DOMAIN = """
version: 1
about: Orders of a small shop.
databases:
  shop:
    url: sqlite:///shop.sqlite
    semantic:
      tables:
        orders: {columns: {profit_margin: {unit: EUR}}}
      metrics:
        revenue: {expression: sum(orders.amount), unit: EUR, time: orders.ordered_on, is_headline: true}
      dimensions:
        country: {column: customers.country}
calendar: {today: 2025-10-20, default_period: last quarter}
"""
TABLES = (
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40), country VARCHAR(20))",
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), "
    "ordered_on DATE, profit_margin DECIMAL(10, 2), amount DECIMAL(10, 2))",
    "INSERT INTO customers VALUES (1, 'Ada', 'Spain'), (2, 'Bo', 'France')",
    "INSERT INTO orders VALUES (1, 1, '2025-08-01', 20.50, 200), (2, 2, '2025-08-02', 35.25, 350.5), "
    "(3, 1, '2025-09-30', 1, 10)",
)
REVENUE, MARGIN = "What was the revenue in Q3 2025?", "What was the total profit margin of orders in Q3 2025?"


@pytest.fixture
def engine(tmp_path: Path) -> sa.Engine:
    """The shop's database, which a test may change."""
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'shop.sqlite'}")
    change(engine, *TABLES)
    return engine


@pytest.fixture
def desk(config: Path, models: ScriptedModels, settings: Settings, engine: sa.Engine) -> Iterator[Desk]:
    """The shop's desk, its schema read, answered by the offline analyst behind the scripted model."""
    models.leave_to_offline("plan", "replan", "work", "correct", "draft", "verify")
    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as opened:
        opened.ask("How many orders are there?")
        yield opened


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The shop's configuration."""
    domains = tmp_path / "config" / "domains"
    domains.mkdir(parents=True)
    (domains / "shop.yaml").write_text(DOMAIN)
    route = "{reach: local, deployments: [{model: scripted/model}]}"
    routes = "".join(f"\n  {name}: {route}" for name in ("fast", "strong", "verifying"))
    (tmp_path / "config" / "routes.yaml").write_text(f"version: 1\nroutes:{routes}\n")
    return tmp_path / "config"


def change(engine: sa.Engine, *statements: str) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def values(answer: Answer) -> set[Decimal]:
    return {Decimal(figure.value) for sentence in answer.sentences for figure in sentence.figures}


def changes_told(answer: Answer) -> list[str]:
    return [warning for warning in answer.warnings if "schema_changed" in warning]


def test_a_renamed_column_is_answered_rightly_and_reported(desk: Desk, engine: sa.Engine) -> None:
    change(engine, "ALTER TABLE orders RENAME COLUMN profit_margin TO net_margin")

    answer = desk.ask(MARGIN)

    assert values(answer) == {Decimal("56.75")}
    assert "`orders.net_margin` now" in changes_told(answer)[0]
    assert answer.steps[0].retries == 1
    assert answer.status == "partly_verified"
    assert any("`orders.net_margin` now" in assumption for assumption in answer.assumptions)


def test_a_metric_over_a_renamed_column_is_answered_rightly_and_reported(desk: Desk, engine: sa.Engine) -> None:
    change(engine, "ALTER TABLE orders RENAME COLUMN amount TO order_amount")

    answer = desk.ask(REVENUE)

    assert values(answer) == {Decimal("560.50")}
    assert "`orders.order_amount` now" in changes_told(answer)[0]


def test_questions_after_the_first_still_report_the_change(desk: Desk, engine: sa.Engine) -> None:
    change(engine, "ALTER TABLE orders RENAME COLUMN amount TO order_amount")
    desk.ask(REVENUE)

    answer = desk.ask(REVENUE)

    assert values(answer) == {Decimal("560.50")}
    assert changes_told(answer)
    assert answer.steps[0].retries == 0


def test_a_renamed_table_is_answered_rightly(desk: Desk, engine: sa.Engine) -> None:
    change(engine, "ALTER TABLE orders RENAME TO sales_orders")

    answer = desk.ask(REVENUE)

    assert values(answer) == {Decimal("560.50")}
    assert changes_told(answer)


def test_a_filter_over_a_renamed_column_is_answered_rightly(desk: Desk, engine: sa.Engine) -> None:
    change(engine, "ALTER TABLE customers RENAME COLUMN country TO country_name")

    answer = desk.ask("What was the revenue in Spain in Q3 2025?")

    assert values(answer) == {Decimal("210.00")}
    assert answer.receipt[0].mismatches == []


def test_a_date_that_became_a_moment_still_counts_the_last_day(desk: Desk, engine: sa.Engine) -> None:
    change(
        engine,
        "ALTER TABLE orders RENAME COLUMN ordered_on TO old",
        "ALTER TABLE orders ADD COLUMN ordered_on DATETIME",
        "UPDATE orders SET ordered_on = old || ' 18:30:00'",
        "ALTER TABLE orders DROP COLUMN old",
    )

    answer = desk.ask(REVENUE)

    assert values(answer) == {Decimal("560.50")}


def test_a_column_that_moved_to_a_table_of_its_own_is_found(desk: Desk, engine: sa.Engine) -> None:
    change(
        engine,
        "CREATE TABLE order_amounts (order_id INTEGER PRIMARY KEY REFERENCES orders(id), amount DECIMAL(10, 2))",
        "INSERT INTO order_amounts SELECT id, amount FROM orders",
        "ALTER TABLE orders DROP COLUMN amount",
    )

    answer = desk.ask(REVENUE)

    assert values(answer) == {Decimal("560.50")}


@pytest.mark.parametrize(
    "statements",
    [
        ["ALTER TABLE orders DROP COLUMN amount"],
        ["ALTER TABLE orders RENAME COLUMN amount TO zz9"],
        [
            "ALTER TABLE orders ADD COLUMN goods DECIMAL(10, 2)",
            "ALTER TABLE orders ADD COLUMN postage DECIMAL(10, 2)",
            "UPDATE orders SET goods = amount * 0.9, postage = amount * 0.1",
            "ALTER TABLE orders DROP COLUMN amount",
        ],
    ],
)
def test_a_column_without_an_heir_is_said_to_be_gone(desk: Desk, engine: sa.Engine, statements: list[str]) -> None:
    change(engine, *statements)

    answer = desk.ask(REVENUE)

    assert not values(answer)
    assert "`orders.amount` is gone" in " ".join([*answer.missing, answer.answer])


def test_the_model_is_shown_what_changed_and_what_is_proposed(
    desk: Desk, engine: sa.Engine, models: ScriptedModels
) -> None:
    change(engine, "ALTER TABLE orders RENAME COLUMN profit_margin TO net_margin")

    desk.ask(MARGIN)

    (reflection,) = models.prompts("correct")[0]["reflections"]
    assert reflection["proposed"] == "orders.net_margin"
    assert reflection["error_class"] == "UnknownColumn"
    assert any("orders.net_margin" in told for told in reflection["schema_changes"])
