# ruff: noqa: S311 - a seeded choice of statements, all of them our own
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
from decimal import Decimal
from pathlib import Path

from drift_changes import CHANGES, Change
from drift_worlds import VALUES, configure, fill, make_world, truth_of


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

    world, file = make_world(draw), folder / "base.sqlite"
    fill(world, file, draw)
    configure(world, folder)
    change = CHANGES[kind](world, draw)
    value = draw.choice([None, draw.choice(VALUES[world.label])])
    question, truth = world.question(value), truth_of(world, file, value)
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


if __name__ == "__main__":
    main()
