"""How long things take and how old they are: the time between two dates of a row, taken over the rows asked for.

What the time is about is cut out of the question and the rest is read as a count, which says of what, by what and when.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from crew.models.offline.ground import Ground, ground_on
from crew.models.offline.language import content_stems, stems_of
from crew.models.offline.material import Material
from crew.models.offline.names import name_words, table_words
from crew.models.offline.shapes.doing import DONE, when_done
from crew.models.offline.shapes.errors import NotClear, not_together
from crew.models.offline.shapes.figures import plan_figures
from crew.models.offline.small_words import FILLERS
from crew.models.offline.times import are_related, births, date_columns
from tasks.plan import Plan
from tools.errors import ToolError
from tools.sql.durations import Length, between_dates
from tools.sql.naming import phrase
from tools.sql.schema import Schema, Table
from tools.wording import said

_CALLS = {
    "average": "avg", "mean": "avg", "avg": "avg", "typical": "avg", "total": "sum", "longest": "max", "maximum": "max",
    "max": "max", "highest": "max", "shortest": "min", "minimum": "min", "min": "min", "lowest": "min",
}  # fmt: skip
_CALL = rf"(?:(?P<call>{'|'.join(_CALLS)}) )"
_LENGTH = r"(?P<length>second|minute|hour|day|week|year)s?"
_TIME = rf"(?:(?:number of |amount of )?{_LENGTH}|time|duration|delay|interval|lag)"
_ENDS = r"(?:it takes |passed |elapsed |needed )?(?P<open>between|from) (?P<ends>.+)"
_ASKED = [
    re.compile(pattern, re.I)
    for pattern in (
        rf"(?:what (?:is|was|were|are) )?(?:the |their )?{_CALL}{_TIME} {_ENDS}",
        rf"how (?:many {_LENGTH}|long) (?:does it take |do they take |did it take |is it |are there |pass |lie )?"
        rf"on (?P<call>average) {_ENDS}",
        rf"how (?:many {_LENGTH}|long) (?:does it take |do they take |is it |are there |pass |lie )?{_ENDS} "
        rf"on (?P<call>average)",
    )
]
_SPAN = re.compile(rf"\b{_CALL}(?P<of>(?:\w+ ){{0,2}}?)duration(?:s)?(?: of (?P<whose>\w+))?", re.I)
_IN_LENGTH = re.compile(rf",? \(?in {_LENGTH}\)?(?=\W|$)", re.I)
_AGE = re.compile(
    rf"\b{_CALL}age of (?:all |our |the )*(?P<whose>[\w ]+?)(?=$|[?.,]| by | per | in | for | who )", re.I
)
_JOINS = {"between": (" and ",), "from": (" to ", " until ", " till ")}
_EMPTY = frozenset(["date", "time", "day", "timestamp", "moment", "being"])
_STARTS = ("start", "started", "begin", "began", "open", "opened", "from")
_STOPS = ("end", "ended", "finish", "finished", "stop", "stopped", "close", "closed", "until")


@dataclass(frozen=True)
class _Found:
    """The time asked for, and where the question says so."""

    start: int
    stop: int
    call: str
    length: Length
    table: Table
    ends: tuple[str, str]
    rows: str = ""
    """The rows that the time is of, as the question has them; empty where only the dates say so."""


def plan_duration(material: Material, ground: Ground) -> Plan | None:
    """One statement with the time as its measure; None where the question asks for no time. Raises NotClear."""
    text = material.question
    told = _IN_LENGTH.search(text)
    if told is not None:
        text = text[: told.start()] + text[told.end() :]
    found = next(_candidates(text, told["length"] if told else "", material, ground), None)
    if found is None:
        return None
    rows = found.rows or " ".join(table_words(found.table.bare_name))
    rest = f"{text[: found.start]} number of {rows} {text[found.stop :]}"
    counted = ground_on(rest, material, ground.source)
    inquiry = counted.inquiry
    if inquiry.problems or inquiry.ambiguities or len(inquiry.measures) != 1 or inquiry.having or inquiry.ranking:
        asked = text[found.start : found.stop].strip()
        raise NotClear(said("It is not clear of what “{words}” is asked.", words=asked))
    try:
        measure = f"{found.call}({between_dates(*found.ends, found.length, ground.schema)})"
    except ToolError as error:
        raise not_together() from error
    if inquiry.order == inquiry.measures[0]:
        inquiry = replace(inquiry, order=None)
    assumptions = [*inquiry.assumptions, *([_told(found, text)] if found.rows else [])]
    time = inquiry.time_column or (found.ends[1] if found.rows and inquiry.has_period else None)
    timed = replace(inquiry, measures=[measure], assumptions=assumptions, time_column=time)
    return plan_figures(material, replace(counted, inquiry=timed))


def _candidates(text: str, told: str, material: Material, ground: Ground) -> Iterator[_Found]:
    schema = ground.schema
    for pattern in _ASKED:
        for asked in pattern.finditer(text):
            groups = asked.groupdict()
            for stop, table, ends in _between(asked["open"].lower(), asked["ends"], schema):
                length = _length(groups.get("length") or told, ends, schema)
                if length is not None:
                    last = asked.end() if asked.end() > asked.end("ends") else asked.start("ends") + stop
                    yield _Found(asked.start(), last, _CALLS[asked["call"].lower()], length, table, ends)
    for asked in (a for pattern in DONE for a in pattern.finditer(text)):
        done = when_done(asked["verb"], asked["rows"], schema)
        length = _length(asked["length"] or told, done.ends, schema) if done is not None else None
        if done is not None and length is not None:
            last = asked.end("verb") if asked.end("verb") > asked.end("rows") else done.stop + asked.start("rows")
            rows = asked["rows"][: done.stop]
            yield _Found(asked.start(), last, "avg", length, done.table, done.ends, rows)
    for asked in _SPAN.finditer(text):
        whose = {*stems_of(asked["of"]), *stems_of(asked["whose"] or "")}
        for table, ends in _spans(whose, schema):
            length = _length(told, ends, schema)
            if length is not None:
                yield _Found(asked.start(), asked.end(), _CALLS[asked["call"].lower()], length, table, ends)
    for asked in _AGE.finditer(text):
        whom, born = _born(asked["whose"], material, ground)
        if whom is not None and material.today is not None:
            ends = (born, material.today.isoformat())
            yield _Found(asked.start(), asked.end(), _CALLS[asked["call"].lower()], "year", whom, ends)


def _told(found: _Found, text: str) -> str:
    """From when to when the time is told, where the question names only its end."""
    since, until = (phrase(end.rpartition(".")[2]) for end in found.ends)
    return said("“{words}” read as {meaning}", words=text[found.start : found.stop], meaning=f"{since} – {until}")


def _between(opening: str, text: str, schema: Schema) -> Iterator[tuple[int, Table, tuple[str, str]]]:
    """Where the two dates end, the longest wording first, and the one table that has both."""
    for joint in (j for join in _JOINS[opening] for j in re.finditer(join, text)):
        first, rest = text[: joint.start()], text[joint.end() :]
        for stop in sorted((m.end() for m in re.finditer(r"\w+", rest) if m[0] not in FILLERS), reverse=True):
            second = rest[:stop]
            if len(second.split()) > 5:
                continue
            found = [(t, ends) for t in schema.tables if (ends := _pair(first, second, t)) is not None]
            if len(found) == 1:
                yield joint.end() + stop, *found[0]
                return


def _pair(first: str, second: str, table: Table) -> tuple[str, str] | None:
    columns = [_named(text, table) for text in (first, second)]
    if any(len(c) != 1 for c in columns) or columns[0] == columns[1]:
        return None
    return columns[0][0], columns[1][0]


def _named(text: str, table: Table) -> list[str]:
    """The date columns of a table that a few words name."""
    words = [w for w in content_stems(text) if w not in _EMPTY]
    own = table_words(table.bare_name)
    found = []
    for column in date_columns(table):
        parts = name_words(column.rpartition(".")[2])
        said = [w for w in words if any(w == p or are_related(w, p) for p in parts)]
        if said and all(w in said or w in own for w in words):
            found.append(column)
    return found


def _spans(whose: set[str], schema: Schema) -> Iterator[tuple[Table, tuple[str, str]]]:
    """The one table of that name that has a start and an end."""
    for table in schema.tables:
        if whose & set(table_words(table.bare_name)):
            dated = [(c, set(name_words(c.rpartition(".")[2]))) for c in date_columns(table)]
            starts = [c for c, words in dated if words & set(_STARTS)]
            stops = [c for c, words in dated if words & set(_STOPS)]
            if len(starts) == 1 and len(stops) == 1:
                yield table, (starts[0], stops[0])


def _born(whose: str, material: Material, ground: Ground) -> tuple[Table | None, str]:
    """The table of those whose age is asked, and its date of birth."""
    tables = ground_on(f"number of {whose}", material, ground.source).inquiry.tables
    table = ground.schema.table(tables[0]) if len(tables) == 1 else None
    born = births(table)
    return (table, born[0]) if len(born) == 1 else (None, "")


def _length(told: str, ends: tuple[str, str], schema: Schema) -> Length | None:
    """In what the time is told: as asked, and days between two plain dates."""
    if told:
        return told.lower()  # type: ignore[return-value]
    kinds = {c.kind for end in ends for t in schema.tables for c in t.columns if f"{t.name}.{c.name}" == end}
    return "day" if kinds == {"date"} else None
