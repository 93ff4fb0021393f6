"""Statements of a corpus put to the guard one after the other, from JSON Lines."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlglot import Dialect

from tools.asker import Asker
from tools.errors import ToolError
from tools.sql.dialects import dialect_named, render
from tools.sql.guard import check_statement
from tools.sql.open_tables import open_schema
from tools.sql.policy import apply_policy
from tools.sql.schema import Schema
from tools.sql.specs import PolicySpec


@dataclass(frozen=True)
class Grounds:
    """What a statement is checked against, and for whom."""

    schema: Schema
    policy: PolicySpec
    asker: Asker


GroundsFor = Callable[[str | None], Grounds]
"""What statements in a dialect are checked against; None for a statement that names none. Raises ToolError."""


@dataclass(frozen=True)
class Verdict:
    """What the guard says of one statement."""

    id: Any
    allowed: bool
    reason: str | None = None
    """Why it is refused, for its author."""
    statement: str | None = None
    """What would run: the tree re-rendered, every name resolved and policy applied."""

    def as_json(self) -> str:
        """One line of JSON."""
        content = {"id": self.id, "allowed": self.allowed, "reason": self.reason, "statement": self.statement}
        return json.dumps(content, ensure_ascii=False)


def grounds_of_tables(names: Iterable[str], default: str = "sqlite") -> GroundsFor:
    """Any column of the tables named `table` or `database.table`, in any dialect, without a policy."""
    listed, policy, asker = tuple(names), PolicySpec(), Asker(id="")
    made = cache(lambda dialect: Grounds(open_schema(listed, dialect), policy, asker))
    return lambda dialect: made(dialect or default)


def grounds_of(grounds: Grounds) -> GroundsFor:
    """The tables of one database; what is said in another dialect than its own is refused."""

    def only(dialect: str | None) -> Grounds:
        if dialect not in (None, grounds.schema.dialect):
            raise UnreadableLine(f"The database `{grounds.schema.source}` speaks {grounds.schema.dialect}; write that.")
        return grounds

    return only


class UnreadableLine(ToolError):
    """A line of the corpus is no statement to check."""


def check_lines(lines: Iterable[str], grounds_for: GroundsFor) -> Iterator[Verdict]:
    """The verdict on each line that is not blank, as it is read; a line that cannot be read is refused itself."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _verdict(line, number, grounds_for)


def _verdict(line: str, number: int, grounds_for: GroundsFor) -> Verdict:
    entry: dict[str, Any] = {}
    try:
        entry = _entry(line, number)
        text = _allowed(_text(entry, "statement", number), _dialect(entry, number), grounds_for)
    except ToolError as error:
        return Verdict(entry.get("id"), allowed=False, reason=str(error))
    return Verdict(entry.get("id"), allowed=True, statement=text)


def _allowed(statement: str, dialect: str | None, grounds_for: GroundsFor) -> str:
    grounds = grounds_for(dialect)
    schema = grounds.schema
    checked = check_statement(statement, schema, schema.dialect, grounds.policy.allow_functions)
    narrowed = apply_policy(checked.tree, schema, grounds.policy, grounds.asker)
    return checked.text if narrowed is checked.tree else render(narrowed, schema.dialect)


def _entry(line: str, number: int) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as cause:
        raise UnreadableLine(
            f"Line {number} is not JSON: write an object with `id`, `dialect`, `statement`."
        ) from cause
    if not isinstance(entry, dict):
        raise UnreadableLine(f"Line {number} is no object: write one with `id`, `dialect` and `statement`.")
    return entry


def _text(entry: dict[str, Any], key: str, number: int) -> str:
    text = entry.get(key)
    if not isinstance(text, str):
        raise UnreadableLine(f"Line {number} has no text under `{key}`.")
    return text


def _dialect(entry: dict[str, Any], number: int) -> str | None:
    if entry.get("dialect") is None:
        return None
    name = dialect_named(_text(entry, "dialect", number))
    if Dialect.get(name) is None:
        raise UnreadableLine(f"Line {number} names a dialect that is not known: `{name}`.")
    return name
