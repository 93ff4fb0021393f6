"""Reading the cases under `tests/cases/sql_bypass` and showing the harm they do where nothing guards."""

import threading
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.sql.labs.lab import Lab

FOLDER = Path(__file__).parents[2] / "cases"
_PATIENCE = 0.25
"""Seconds after which a statement without guard is ended; longer than any case must wait to prove its point."""


@dataclass(frozen=True)
class Case:
    """One statement that must not do its harm."""

    kind: str
    statement: str
    harm: dict[str, Any]
    """One of: returns (text in a row), changes (a query whose answer differs afterwards), waits (seconds), holds (a
    statement that finds a lock), grows (bytes returned), writes (a file)."""
    undo: str | None
    """What takes back what is not in the shop, such as an account."""
    is_tamed: bool
    """Whether it may run under guard, where it does no harm."""


def bypasses(dialect: str) -> list[Case]:
    """The cases of one dialect; `{n}` in them is a number of their own."""
    cases: list[Case] = []
    for group in yaml.safe_load((FOLDER / "sql_bypass" / f"{dialect}.yaml").read_text()):
        for statement in group["statements"]:
            number = str(len(cases))
            harm = {kind: _numbered(sign, number) for kind, sign in group["harm"].items()}
            undo, is_tamed = group.get("undo"), group.get("tamed", False)
            cases.append(Case(group["class"], _numbered(statement, number), harm, undo, is_tamed))
    return cases


def harm_done(lab: Lab, case: Case) -> bool:
    """Whether the statement, run as it is, does the harm the case names."""
    with closing(lab.connect()) as connection:
        before = lab.run(connection, filled(lab, case.harm["changes"])) if "changes" in case.harm else []
        started = time.monotonic()
        rows = _rows_in_time(lab, connection, case)
        return _shows(lab, connection, case, _Outcome(before, rows, time.monotonic() - started))


def filled(lab: Lab, text: str) -> str:
    """The text with its marks replaced by what they stand for in a lab."""
    for name, word in lab.words.items():
        text = text.replace(f"{{{name}}}", word)
    return text


def _numbered(text: Any, number: str) -> Any:
    return text.replace("{n}", number) if isinstance(text, str) else text


@dataclass(frozen=True)
class _Outcome:
    before: list[tuple[Any, ...]]
    rows: list[tuple[Any, ...]]
    waited: float


def _shows(lab: Lab, connection: Any, case: Case, outcome: _Outcome) -> bool:
    ((kind, sign),) = case.harm.items()
    if kind == "returns":
        return returns(outcome.rows, filled(lab, sign))
    if kind == "changes":
        return lab.run(connection, filled(lab, sign)) != outcome.before
    if kind == "waits":
        return outcome.waited >= sign
    if kind == "grows":
        return any(len(cell) >= sign for row in outcome.rows for cell in row if isinstance(cell, str | bytes))
    if kind == "writes":
        return lab.has_file(filled(lab, sign))
    return _is_held(lab, sign)


def returns(rows: Any, text: str) -> bool:
    """Whether any cell holds the text."""
    return any(text in str(cell) for row in rows for cell in row)


def _is_held(lab: Lab, statement: str) -> bool:
    with closing(lab.connect()) as second:
        try:
            lab.run(second, statement)
        except lab.locked_out:
            return True
    return False


def _rows_in_time(lab: Lab, connection: Any, case: Case) -> list[tuple[Any, ...]]:
    """What the statement returns; nothing when it waits and is ended, as its harm is shown by then."""
    statement = filled(lab, case.statement)
    if "waits" not in case.harm:
        return lab.run(connection, statement)
    stop = lab.stopper(connection)
    stopped = threading.Event()
    timer = threading.Timer(_PATIENCE, lambda: (stopped.set(), stop()))
    timer.start()
    try:
        return lab.run(connection, statement)
    except Exception:
        if not stopped.is_set():
            raise
        return []
    finally:
        timer.cancel()
        timer.join()
