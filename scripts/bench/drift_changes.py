# ruff: noqa: S608 - a seeded choice of statements, all of them our own
"""Changes that befall a database of `drift_worlds.py`, each with what is to be expected of a question after it."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from drift_worlds import World

UNLIKE = ["zorp", "kex_9", "blivet", "quandle", "frob", "mimsy"]
QUALIFIERS = ["final", "current", "recorded", "main", "reported"]


@dataclass(frozen=True)
class Change:
    """What was done to the database, and what is to be expected of the answer."""

    kind: str
    statements: tuple[str, ...]
    expected: str


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
