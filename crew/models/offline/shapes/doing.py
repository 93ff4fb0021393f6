"""How long it takes to do something to a row, where only the end is named: `to settle a claim`, `until a bill is paid`.

The time then begins on the one other day that every such row has.
"""

import re
from dataclasses import dataclass

from crew.models.offline.language import stems_of, words_of
from crew.models.offline.names import name_words, table_words
from crew.models.offline.times import are_related, event_columns
from tools.sql.schema import Schema, Table

_LENGTH = r"(?P<length>second|minute|hour|day|week|year)s?"
_TIME = rf"(?:number of )?(?:{_LENGTH}|time)"
_TAKING = r"(?:does it take|did it take|do we take|did we take|do they take)(?: us)?"
_VERB, _ROWS = r"(?P<verb>[a-z]+)", r"(?:an?|the|our|their) (?P<rows>[^?.,;]+)"
_TO_DO = rf"to {_VERB} {_ROWS}"
_UNTIL_DONE = (
    r"(?:until|before) (?:an?|the|our) (?P<rows>\w+(?: \w+){0,2}?) (?:is|are|was|were|gets|got) (?P<verb>[a-z]+)"
)
DONE = [
    re.compile(pattern, re.I)
    for ending in (_TO_DO, _UNTIL_DONE)
    for pattern in (
        rf"how (?:many {_LENGTH}|long) {_TAKING} on average {ending}",
        rf"on average,? how (?:many {_LENGTH}|long) {_TAKING} {ending}",
        rf"(?:what (?:is|was) )?(?:the |our )?average {_TIME} (?:it takes |taken |needed )?{ending}",
    )
]
_PLANNED = frozenset(
    ["due", "planned", "expected", "scheduled", "target", "deadline", "valid", "promised", "birth", "expiry", "until"]
)


@dataclass(frozen=True)
class Done:
    """The rows something is done to, the two days between which it is, and where the name of the rows ends."""

    table: Table
    ends: tuple[str, str]
    stop: int


def when_done(verb: str, rows: str, schema: Schema) -> Done | None:
    """The two days; None where not just one day is called like the verb, and one other is known of every row."""
    words = words_of(rows)
    for length in range(1, len(words) + 1):
        said = stems_of(rows[: words[length - 1].end])
        tables = [t for t in schema.tables if not t.is_view and said[-len(table_words(t.bare_name)) :] == _words(t)]
        if len(tables) == 1:
            ends = _ends(verb.lower(), tables[0])
            return Done(tables[0], ends, words[length - 1].end) if ends is not None else None
    return None


def _words(table: Table) -> tuple[str, ...]:
    return table_words(table.bare_name)


def _ends(verb: str, table: Table) -> tuple[str, str] | None:
    days = event_columns(table)
    last = [day for day in days if any(are_related(verb, word) for word in _of(day))]
    kept = {f"{table.name}.{c.name}" for c in table.columns if not c.is_nullable}
    first = [day for day in days if day in kept and day not in last and not _PLANNED & set(_of(day))]
    return (first[0], last[0]) if len(first) == len(last) == 1 and last[0] not in kept else None


def _of(day: str) -> tuple[str, ...]:
    return name_words(day.rpartition(".")[2])
