"""A shop whose order lines name their order without a declared key, and plans that need the two together."""

import sqlite3
from pathlib import Path
from typing import Any

from tasks.draft import DraftSentence
from tasks.plan import ApprovedJoin, Need, Plan, PlanStep, Slot

LINES = "order_lines.order_id = orders.id"
APPROVED = (ApprovedJoin(source="shop", join=LINES),)
BOOKED = "SELECT SUM(o.amount) AS booked FROM orders o JOIN order_lines l ON l.order_id = o.id"


def add_lines(folder: Path, *, strays: int = 0) -> None:
    """Two lines for each of the four orders, and some whose order there is not."""
    with sqlite3.connect(folder / "shop.sqlite") as connection:
        connection.execute("CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER, product TEXT)")
        rows = [(order, product) for order in range(1, 5) for product in ("pen", "ink")]
        connection.executemany("INSERT INTO order_lines (order_id, product) VALUES (?, ?)", rows)
    add_strays(folder, strays)


def add_strays(folder: Path, count: int) -> None:
    """Lines of orders that there are not."""
    with sqlite3.connect(folder / "shop.sqlite") as connection:
        strays = [(1000 + number, "pad") for number in range(count)]
        connection.executemany("INSERT INTO order_lines (order_id, product) VALUES (?, ?)", strays)


def booked_plan(step: str = "s1", **more: Any) -> Plan:
    """The amount of all orders that have lines, which the analyst fetches."""
    slot = Slot(id="booked", kind="rows", need=Need(measures=("sum(orders.amount)",)))
    task = PlanStep(
        id=step,
        worker="sql_analyst",
        kind="structured_lookup",
        source="shop",
        task="The amount of orders that have lines",
        slot="booked",
    )
    return Plan(question_kind="lookup", slots=(slot,), steps=(task,), **more)


def booked_sentence(column: str = "booked") -> DraftSentence:
    """The amount, placed from the analyst's row."""
    return DraftSentence.model_validate(
        {
            "text": "The amount of the orders is [[f1]].",
            "citations": ["E1"],
            "figures": [{"marker": "f1", "of": f"E1[0].{column}"}],
        }
    )
