"""A small trading house for questions that take several hops: orders in a database, contracts and notes in an index.

The plans' parts and what is checked of every path stand here, so that each test says only its own shape.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from crew.answer import Answer
from crew.answering.progress import Progress
from tasks.plan import PlanStep, SearchCall, Slot, StepInput
from tools.terms import StructuredQuery

DOMAIN = """
version: 1
about: Customers and orders of a trading house.
databases:
  trade:
    url: sqlite:///trade.sqlite
    semantic:
      metrics:
        revenue: {expression: sum(orders.amount), unit: EUR, time: orders.ordered_on, is_headline: true}
      dimensions:
        customer: {column: customers.name}
        region: {column: customers.region}
indexes:
  files: {folder: files, embedder: none, path: index}
calendar: {today: 2025-10-20, default_period: last quarter}
"""

REGIONS = {"Alder": "North", "Birch": "South", "Cedar": "North", "Dogwood": "North", "Elm": "South", "Fir": "North"}
REVENUE = {"Alder": 100, "Birch": 900, "Cedar": 300, "Dogwood": 400, "Elm": 800, "Fir": 500, "Ginkgo": 700}
"""By customer, in the third quarter of 2025; neither their names nor their numbers are in its order."""
NOTICE = {"Birch": 30, "Cedar": 45, "Elm": 60, "Fir": 90, "Ginkgo": 14}
"""Days of notice in the contracts; there is none with Alder and Dogwood."""
MONTHLY = {"2025-07": 3000, "2025-08": 400, "2025-09": 300}
"""Of 3700 in all, so that the revenue falls in August and stays low."""
THRESHOLD = "Customers with a revenue of at least 600 euros in a quarter need a bank guarantee."
FRAMEWORK = "The framework agreement covers Birch, Elm and Fir."
STRIKE = "Revenue fell in August because the port was closed by a strike for three weeks."
SALE = "Revenue fell in July because the summer sale was cancelled."


def clause(customer: str) -> str:
    """What a customer's contract says of its end."""
    return f"The contract with {customer} may be ended with {NOTICE[customer]} days of notice."


def make_trade(folder: Path) -> Path:
    """Write the trading house into a folder and return the folder of its configuration."""
    with sqlite3.connect(folder / "trade.sqlite") as connection:
        connection.executescript(
            "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, region TEXT);"
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id),"
            " ordered_on DATE, amount INTEGER);"
        )
        connection.executemany(
            "INSERT INTO customers (name, region) VALUES (?, ?)", [(n, REGIONS.get(n, "South")) for n in REVENUE]
        )
        connection.executemany("INSERT INTO orders (customer_id, ordered_on, amount) VALUES (?, ?, ?)", _orders())
    files = folder / "files"
    files.mkdir()
    for name, title, day, text in _documents():
        (files / f"{name}.md").write_text(f"---\ntitle: {title}\ndate: {day}\n---\n# {title}\n\n{text}\n")
    domains = folder / "config" / "domains"
    domains.mkdir(parents=True)
    (domains / "trade.yaml").write_text(DOMAIN)
    route = {"reach": "local", "deployments": [{"model": "scripted/model"}]}
    routes = {"version": 1, "routes": dict.fromkeys(("fast", "strong", "verifying"), route)}
    (folder / "config" / "routes.yaml").write_text(yaml.safe_dump(routes))
    return folder / "config"


def _orders() -> list[tuple[int, str, int]]:
    """Every customer's revenue, spread over the months so that those have theirs."""
    left, orders = dict(MONTHLY), []
    for number, amount in enumerate(REVENUE.values(), 1):
        for month in left:
            part = min(amount, left[month])
            if part:
                orders.append((number, f"{month}-15", part))
            amount, left[month] = amount - part, left[month] - part
    return orders


def _documents() -> list[tuple[str, str, str, str]]:
    contracts = [(f"contract-{c.lower()}", f"Contract with {c}", "2024-01-01", clause(c)) for c in NOTICE]
    return [
        *contracts,
        ("credit", "Credit policy", "2025-01-01", THRESHOLD),
        ("framework", "Framework agreement", "2025-02-01", FRAMEWORK),
        ("july", "Sales note of July", "2025-07-20", SALE),
        ("august", "Sales note of August", "2025-08-20", STRIKE),
    ]


def lookup(name: str, slot: Slot, *inputs: StepInput, **query: Any) -> PlanStep:
    """A step that asks the database for what a slot needs; without a query its worker writes the statement."""
    known = StructuredQuery(**{**slot.need.model_dump(include=_QUERY), "by": slot.need.grain, **query})
    return PlanStep(
        id=name,
        worker="sql_analyst",
        kind="structured_lookup",
        source="trade",
        task=f"Rows for {slot.id}",
        slot=slot.id,
        inputs=inputs,
        query=known,
    )


_QUERY = {"measures", "filters", "having", "period"}


def search(name: str, slot: Slot, words: str, *inputs: StepInput, **call: Any) -> PlanStep:
    """A step that searches the files."""
    return PlanStep(
        id=name,
        worker="document_researcher",
        kind="hybrid_search",
        source="files",
        task=f"Passages for {slot.id}",
        slot=slot.id,
        inputs=inputs,
        search=SearchCall(words=words, **call),
    )


@dataclass
class Watched:
    """The listener that keeps the order in which steps began and ended."""

    seen: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, progress: Progress) -> None:
        """Keep it."""
        self.seen.append((progress.step, progress.status))

    def came_after(self, step: str, *earlier: str) -> bool:
        """Whether a step began once and only when the earlier ones had ended."""
        began = self.seen.index((step, "started"))
        return all((name, "done") in self.seen[:began] for name in earlier)


def gathered(answer: Answer) -> list[tuple[str, str, list[str]]]:
    """Each step of the plan, what became of it, and its evidence."""
    return [(step.id, step.status, step.evidence) for step in answer.steps]


def titles(answer: Answer, step: str) -> list[str]:
    """The titles of a step's passages, in order."""
    found = {piece["id"]: piece for piece in answer.evidence}
    evidence = next(s.evidence for s in answer.steps if s.id == step)
    return list(dict.fromkeys(found[number]["title"] for number in evidence if found[number]["kind"] == "passage"))


def number_of(blocks: dict[str, Any], text: str) -> str:
    """The number of the piece of evidence that has a text, as a draft's prompt shows it."""
    return next(piece["id"] for piece in blocks["evidence"] if piece.get("text") == text)


def cited(answer: Answer) -> Sequence[str]:
    """What the sentences that were kept cite."""
    return list(dict.fromkeys(number for sentence in answer.sentences for number in sentence.citations))
