# ruff: noqa: S311, S608 - a seeded choice of statements, all of them our own
"""How many questions survive a schema that changes after it was read: recovered, asked back about, or answered wrongly.

Usage: python scripts/bench/drift_recovery.py [--runs 200] [--seed 1] [--only KIND]

Each run makes a database of random tables, opens a desk over it with the offline model, lets it read the schema, then
renames, drops, retypes, splits or moves one thing at random and asks a whole question. What is to be expected is
decided before the question, from how the change was made and never from the product's own likeness:

- `answer`: the thing still exists and its new name shares words with the old one, or its type still holds the values;
- `ask`: it is gone, cut in two, or called something unlike; then anything but a figure is right.

A right figure counts as recovered only where the answer also reports the change. A figure that differs from what a
statement of our own computes is wrong, whatever was expected. Both rates stand beside the same questions over the
unchanged database.
"""

import argparse
import collections
import os
import random
import sqlite3
import tempfile
from collections.abc import Callable
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
UNLIKE = ["zorp", "kex_9", "blivet", "quandle", "frob", "mimsy"]
QUALIFIERS = ["final", "current", "recorded", "main", "reported"]


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


@dataclass(frozen=True)
class Change:
    """What was done to the database, and what is to be expected of the answer."""

    kind: str
    statements: tuple[str, ...]
    expected: str


def main() -> None:
    """Run and print one line for each kind of change, and the rates."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--runs", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", help="Only one kind of change.")
    chosen = arguments.parse_args()
    os.environ.setdefault("CROSSCHECK_HOME", tempfile.mkdtemp(prefix="drift-state-"))
    tally: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for number in range(chosen.runs):
        draw = random.Random(f"{chosen.seed}:{number}")
        kinds = [chosen.only] if chosen.only else list(CHANGES)
        kind = kinds[number % len(kinds)]
        with tempfile.TemporaryDirectory() as folder:
            change, outcome, told = _one(Path(folder), draw, kind)
        tally[kind][f"{change.expected}: {outcome}"] += 1
        if outcome in ("wrong", "lost", "silent", "baseline failed"):
            print(f"run {number} {kind} expected {change.expected}, {outcome}: {told}")
            print("   " + "; ".join(change.statements))
    _report(tally)


def _report(tally: dict[str, collections.Counter[str]]) -> None:
    for kind, counts in tally.items():
        print(f"{kind:22} " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    whole: collections.Counter[str] = sum(tally.values(), collections.Counter())
    recoverable = sum(count for name, count in whole.items() if name.startswith("answer:"))
    recovered = whole["answer: recovered"]
    wrong = sum(count for name, count in whole.items() if name.endswith(": wrong"))
    share = recovered / recoverable if recoverable else 0
    print(
        f"recovered {recovered} of {recoverable} recoverable ({share:.1%}); wrong answers: {wrong} of {whole.total()}"
    )


def _one(folder: Path, draw: random.Random, kind: str) -> tuple[Change, str, str]:
    from crew.assemble import open_desk

    world, file = _world(draw), folder / "base.sqlite"
    _fill(world, file, draw)
    _configure(world, folder)
    change = CHANGES[kind](world, draw)
    value = draw.choice([None, draw.choice(VALUES[world.label])])
    question, truth = world.question(value), _truth(world, file, value)
    with open_desk("base", config=folder / "config") as desk:
        before = desk.ask(question)
        if truth not in _figures(before):
            return change, "baseline failed", f"{question} {before.status} {before.answer}"
        with sqlite3.connect(file) as connection:
            for statement in change.statements:
                connection.execute(statement)
        connection.close()
        after = desk.ask(question)
    figures = _figures(after)
    told = f"{question} → {after.status}: {after.answer} | truth {truth} | {after.missing} {after.warnings}"
    if not figures:
        return change, "asked" if change.expected == "ask" else "lost", told
    if figures != {truth}:
        return change, "wrong", told
    is_reported = any("schema_changed" in warning for warning in after.warnings)
    return change, "recovered" if is_reported or change.expected == "same" else "silent", told


def _figures(answer: object) -> set[Decimal]:
    """The figures told, to the cent: a column that became a float no longer tells more."""
    told = (f.value for s in answer.sentences if s.supported for f in s.figures)  # type: ignore[attr-defined]
    return {round(Decimal(value), 2) for value in told}


def _world(draw: random.Random) -> World:
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


def _fill(world: World, file: Path, draw: random.Random) -> None:
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


def _configure(world: World, folder: Path) -> None:
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


def _truth(world: World, file: Path, value: str | None) -> Decimal:
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


def _likely_name(name: str, draw: random.Random) -> str:
    """Another way of writing or qualifying the same name."""
    words = name.split("_")
    ways: list[Callable[[], str]] = [
        lambda: f"{draw.choice(QUALIFIERS)}_{name}",
        lambda: f"{name}_{draw.choice(['value', 'total', 'recorded'])}",
        lambda: "".join(word.capitalize() for word in words) + "Value",
        lambda: f"{name}s" if not name.endswith("s") else f"all_{name}",
    ]
    if len(words) > 1:
        ways += [lambda: "_".join(reversed(words)), lambda: "".join(words)]
    if name == "profit_margin":
        ways.append(lambda: "net_margin")
    return draw.choice(ways)()


def _renamed(world: World, draw: random.Random) -> Change:
    column = draw.choice([world.amount, world.day])
    new = _likely_name(column, draw)
    return Change("rename", (f"ALTER TABLE {world.fact} RENAME COLUMN {column} TO {new}",), "answer")


def _renamed_unlike(world: World, draw: random.Random) -> Change:
    return Change(
        "rename unlike", (f"ALTER TABLE {world.fact} RENAME COLUMN {world.amount} TO {draw.choice(UNLIKE)}",), "ask"
    )


def _renamed_twice(world: World, draw: random.Random) -> Change:
    return Change(
        "rename two",
        tuple(
            f"ALTER TABLE {world.fact} RENAME COLUMN {column} TO {_likely_name(column, draw)}"
            for column in (world.amount, world.day)
        ),
        "answer",
    )


def _table_renamed(world: World, draw: random.Random) -> Change:
    new = draw.choice([f"all_{world.fact}", f"{world.fact}_current", f"tbl_{world.fact}", draw.choice(UNLIKE)])
    return Change("table", (f"ALTER TABLE {world.fact} RENAME TO {new}",), "answer")


def _dropped(world: World, draw: random.Random) -> Change:
    return Change("drop", (f"ALTER TABLE {world.fact} DROP COLUMN {world.amount}",), "ask")


def _replaced(world: World, draw: random.Random) -> Change:
    """Dropped, and another thing with a name alike added at the end."""
    words = world.amount.split("_")
    contrary = {"profit": "loss", "unit": "list", "total": "planned", "tax": "shipping", "service": "late"}
    new = "_".join([contrary.get(words[0], "estimated"), *(words[1:] or words)])
    statements = (
        f"ALTER TABLE {world.fact} DROP COLUMN {world.amount}",
        f"ALTER TABLE {world.fact} ADD COLUMN {new} DECIMAL(12, 2)",
        f"UPDATE {world.fact} SET {new} = id * 3.5",
    )
    return Change("drop and add", statements, "ask")


def _table_dropped(world: World, draw: random.Random) -> Change:
    return Change("table dropped", (f"DROP TABLE {world.fact}",), "ask")


def _table_replaced(world: World, draw: random.Random) -> Change:
    statements = (
        f"DROP TABLE {world.fact}",
        f"CREATE TABLE {world.fact}_audit (id INTEGER PRIMARY KEY, changed_by TEXT, {world.amount} DECIMAL(12, 2))",
        f"INSERT INTO {world.fact}_audit VALUES (1, 'x', 5.0)",
    )
    return Change("table replaced", statements, "ask")


def _retyped(world: World, draw: random.Random, column: str, type_: str, value: str, expected: str) -> Change:
    statements = (
        f"ALTER TABLE {world.fact} RENAME COLUMN {column} TO was_{column}",
        f"ALTER TABLE {world.fact} ADD COLUMN {column} {type_}",
        f"UPDATE {world.fact} SET {column} = {value.format(f'was_{column}')}",
        f"ALTER TABLE {world.fact} DROP COLUMN was_{column}",
    )
    return Change("retype", statements, expected)


def _date_to_moment(world: World, draw: random.Random) -> Change:
    return _retyped(world, draw, world.day, "DATETIME", "{} || ' 17:45:00'", "answer")


def _decimal_to_float(world: World, draw: random.Random) -> Change:
    return _retyped(world, draw, world.amount, "DOUBLE", "{}", "answer")


def _decimal_to_words(world: World, draw: random.Random) -> Change:
    return _retyped(world, draw, world.amount, "VARCHAR(20)", "'EUR ' || {}", "ask")


def _split_column(world: World, draw: random.Random) -> Change:
    statements = (
        f"ALTER TABLE {world.fact} ADD COLUMN {world.amount}_part_a DECIMAL(12, 2)",
        f"ALTER TABLE {world.fact} ADD COLUMN {world.amount}_part_b DECIMAL(12, 2)",
        f"UPDATE {world.fact} SET {world.amount}_part_a = {world.amount} / 2",
        f"UPDATE {world.fact} SET {world.amount}_part_b = {world.amount} / 2",
        f"ALTER TABLE {world.fact} DROP COLUMN {world.amount}",
    )
    return Change("split", statements, "ask")


def _moved(world: World, draw: random.Random) -> Change:
    statements = (
        f"CREATE TABLE {world.fact}_figures ({world.fact}_id INTEGER PRIMARY KEY REFERENCES {world.fact}(id), "
        f"{world.amount} DECIMAL(12, 2))",
        f"INSERT INTO {world.fact}_figures SELECT id, {world.amount} FROM {world.fact}",
        f"ALTER TABLE {world.fact} DROP COLUMN {world.amount}",
    )
    return Change("moved", statements, "answer")


def _split_table(world: World, draw: random.Random) -> Change:
    statements = (
        f"CREATE TABLE {world.fact}_early AS SELECT * FROM {world.fact} WHERE {world.day} < '2025-08-10'",
        f"CREATE TABLE {world.fact}_late AS SELECT * FROM {world.fact} WHERE {world.day} >= '2025-08-10'",
        f"DROP TABLE {world.fact}",
    )
    return Change("table split", statements, "ask")


def _unrelated(world: World, draw: random.Random) -> Change:
    return Change("unrelated", (f"ALTER TABLE {world.fact} RENAME COLUMN note TO remark",), "same")


CHANGES: dict[str, Callable[[World, random.Random], Change]] = {
    "rename": _renamed,
    "rename unlike": _renamed_unlike,
    "rename two": _renamed_twice,
    "table rename": _table_renamed,
    "drop": _dropped,
    "drop and add": _replaced,
    "table dropped": _table_dropped,
    "table replaced": _table_replaced,
    "date to moment": _date_to_moment,
    "decimal to float": _decimal_to_float,
    "decimal to words": _decimal_to_words,
    "split": _split_column,
    "moved": _moved,
    "table split": _split_table,
    "unrelated": _unrelated,
}


if __name__ == "__main__":
    main()
