# ruff: noqa: S608 - a seeded choice of statements, all of them our own
"""Databases of random tables with a question about each, for `drift_recovery.py`."""

import random
import sqlite3
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

FACTS = ["orders", "invoices", "shipments", "bookings", "claims", "tickets", "visits", "payments"]
PARTIES = ["customers", "suppliers", "clinics", "branches", "agents", "depots"]
AMOUNTS = ["profit_margin", "amount", "unit_price", "service_fee", "total_cost", "tax_amount", "weight", "net_price"]
DATES = ["ordered_on", "booking_date", "created_day", "due_date"]
LABELS = ["country", "region", "segment", "channel", "category"]
VALUES = {
    "country": ["Spain", "France", "Italy", "Poland"],
    "region": ["North", "South", "East", "West"],
    "segment": ["Retail", "Wholesale", "Public", "Private"],
    "channel": ["Online", "Store", "Phone", "Partner"],
    "category": ["Basic", "Plus", "Premium", "Trial"],
}


@dataclass(frozen=True)
class World:
    """One generated database, as it is made and as a statement of our own reads it."""

    fact: str
    party: str
    amount: str
    day: str
    label: str
    other: str
    has_metric: bool

    def question(self, value: str | None) -> str:
        """A whole question over the amount, with or without a filter on the party."""
        said = "takings" if self.has_metric else f"total {self.amount.replace('_', ' ')} of {self.fact}"
        where = f" for the {self.label} {value}" if value else ""
        return f"What was the {said}{where} in Q3 2025?"


def make_world(draw: random.Random) -> World:
    amount, other = draw.sample(AMOUNTS, 2)
    return World(
        fact=draw.choice(FACTS),
        party=draw.choice(PARTIES),
        amount=amount,
        day=draw.choice(DATES),
        label=draw.choice(LABELS),
        other=other,
        has_metric=draw.random() < 0.5,
    )


def fill(world: World, file: Path, draw: random.Random) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(
            f"CREATE TABLE {world.party} (id INTEGER PRIMARY KEY, name VARCHAR(40), {world.label} VARCHAR(20))"
        )
        columns = [
            f"{world.party}_id INTEGER REFERENCES {world.party}(id)",
            f"{world.day} DATE",
            f"{world.amount} DECIMAL(12, 2)",
            f"{world.other} DECIMAL(12, 2)",
            "note VARCHAR(40)",
        ]
        draw.shuffle(columns)
        connection.execute(f"CREATE TABLE {world.fact} (id INTEGER PRIMARY KEY, {', '.join(columns)})")
        for number in range(1, 13):
            name, value = f"Party {number}", VALUES[world.label][number % 4]
            connection.execute(f"INSERT INTO {world.party} VALUES (?, ?, ?)", (number, name, value))
        names = [column.split()[0] for column in columns]
        for number in range(1, 161):
            cells = {
                f"{world.party}_id": draw.randint(1, 12),
                world.day: f"2025-{draw.choice([6, 7, 8, 9, 9, 10]):02d}-{draw.choice([1, 7, 15, 30]):02d}",
                world.amount: draw.randint(100, 99_999) / 100,
                world.other: draw.randint(100, 99_999) / 100,
                "note": f"note {number}",
            }
            marks = ", ".join("?" for _ in range(len(names) + 1))
            row = [number, *(cells[name] for name in names)]
            connection.execute(f"INSERT INTO {world.fact} VALUES ({marks})", row)
    connection.close()


def configure(world: World, folder: Path) -> None:
    domains = folder / "config" / "domains"
    domains.mkdir(parents=True)
    metric = (
        f"      metrics:\n        takings: {{expression: sum({world.fact}.{world.amount}), "
        f"time: {world.fact}.{world.day}}}\n"
        if world.has_metric
        else "      tables: {}\n"
    )
    (domains / "base.yaml").write_text(
        "version: 1\nabout: A generated business.\ndatabases:\n  base:\n    url: sqlite:///base.sqlite\n    semantic:\n"
        f"{metric}calendar: {{today: 2025-10-20}}\n"
    )
    route = "{reach: local, deployments: [{model: offline/analyst}]}"
    routes = "".join(f"\n  {name}: {route}" for name in ("fast", "strong", "verifying"))
    (folder / "config" / "routes.yaml").write_text(f"version: 1\nroutes:{routes}\n")


def truth_of(world: World, file: Path, value: str | None) -> Decimal:
    statement = (
        f"SELECT sum(CAST(round(f.{world.amount} * 100) AS INTEGER)) FROM {world.fact} f "
        f"JOIN {world.party} p ON p.id = f.{world.party}_id "
        f"WHERE f.{world.day} BETWEEN '2025-07-01' AND '2025-09-30'"
    )
    connection = sqlite3.connect(file)
    try:
        extra, bound = (f" AND p.{world.label} = ?", (value,)) if value else ("", ())
        (cents,) = connection.execute(statement + extra, bound).fetchone()
    finally:
        connection.close()
    return round(Decimal(cents or 0) / 100, 2)
