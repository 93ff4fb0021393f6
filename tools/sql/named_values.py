"""Values that a question names and columns with many hold: looked up where they may stand, never guessed."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from tools.sql.linking_words import terms
from tools.sql.looks import Looks, base_node, column_of
from tools.sql.policy import names_column
from tools.sql.schema import Column, Schema, Table
from tools.terms import Scalar

MOST_ROWS = 500_000
"""Rows of a table that is looked through."""
_MOST_NAMES = 24
_LONGEST = 6
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{2,80})[\"”“»]|(?<!\w)'([^']{2,80})'(?!\w)")
_WORD = re.compile(r"[^\W_][\w'’&./-]*[\w]|[^\W_]")
_FIRST_WORD = re.compile(r"(?:^|[.?!\n]\s)\s*[^\W_][^\W\d_A-Z]\S*")
_INSIDE = frozenset(
    ["of", "the", "and", "de", "la", "le", "les", "du", "des", "di", "da", "del", "van", "von", "der", "den", "in", "a"]
)
_FIRST, _LAST = {"first", "given", "fore"}, {"last", "family", "sur", "surname"}

Found = Mapping[str, Mapping[str, Sequence[str]]]
"""By table and column the values found, as they are spelled there."""


def with_named_values(schema: Schema, text: str, looks: Looks) -> Schema:
    """The schema with the values that a text names beside the columns that hold them."""
    names = spoken_names(text, schema)
    found = _found(schema, names, looks) if names else {}
    if not found:
        return schema
    tables = tuple(_with_values(table, found[table.name]) if table.name in found else table for table in schema.tables)
    return schema.model_copy(update={"tables": tables})


def spoken_names(text: str, schema: Schema) -> tuple[str, ...]:
    """What may be a name in a text: quoted texts and words with a capital, in runs and alone, the longest first.

    Names of tables and columns and values that the schema lists are known already, and a sentence's first word alone
    has its capital for another reason.
    """
    quoted = [a or b for a, b in _QUOTED.findall(text)]
    runs = [part for run in _runs(_QUOTED.sub(" . ", text)) for part in _parts_of(run)]
    known = {" ".join(terms(n)) for t in schema.tables for n in (t.name, *(c.name for c in t.columns))}
    known |= {" ".join(terms(v)) for t in schema.tables if not t.is_view for c in t.columns for v in c.values}
    known |= {" ".join(terms(first[0])) for first in _FIRST_WORD.finditer(text)}
    named = [n for n in dict.fromkeys((*quoted, *runs)) if " ".join(terms(n)) not in known and "\\" not in n]
    return tuple(sorted(named, key=lambda name: -len(name.split())))[:_MOST_NAMES]


def _runs(text: str) -> Iterator[list[str]]:
    """Words with a capital that follow each other, small words between them included."""
    run: list[str] = []
    end = 0
    for word in _WORD.finditer(text):
        is_apart = bool(run) and bool(text[end : word.start()].strip())
        is_name = word[0][0].isupper() or (bool(run) and (word[0][0].isdigit() or word[0] in _INSIDE))
        if is_apart or not is_name:
            yield run
            run = []
        if is_name and (run or word[0][0].isupper()):
            run.append(word[0])
        end = word.end()
    yield run


def _parts_of(run: list[str]) -> Iterator[str]:
    for length in range(min(len(run), _LONGEST), 0, -1):
        for start in range(len(run) - length + 1):
            part = run[start : start + length]
            if part[0] not in _INSIDE and part[-1] not in _INSIDE and len("".join(part)) > 1:
                yield " ".join(part).removesuffix("'s").removesuffix("’s")


@dataclass(frozen=True)
class _Hit:
    table: str
    column: str
    value: str
    name: str
    """As the text has it."""


def _found(schema: Schema, names: Sequence[str], looks: Looks) -> Found:
    """Where the names stand; of a name that is found whole no part is looked for."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    left = list(names)
    while left:
        length = len(left[0].split())
        longest = [name for name in left if len(name.split()) == length]
        hits = [*_people(schema, longest, looks), *_cells(schema, longest, looks)]
        for hit in hits:
            known = found[hit.table][hit.column]
            known += [hit.value] if hit.value not in known else []
        whole = {hit.name.casefold() for hit in hits}
        left = [n for n in left[len(longest) :] if not any(f" {n.casefold()} " in f" {w} " for w in whole)]
    return found


def _cells(schema: Schema, names: Sequence[str], looks: Looks) -> Iterator[_Hit]:
    spoken = {name.lower(): name for name in names}
    for table, columns in _open(schema, looks):
        for column in columns:
            node = column_of(table.name, column.name)
            query = exp.select(node).distinct().from_(base_node(table.name)).where(_is_one_of(node, len(names)))
            fetched = looks.rows(query, _bound(names))
            for value in (str(row[0]) for row in (fetched.rows if fetched else ())):
                yield _Hit(table.name, column.name, value, spoken.get(value.lower(), value))


def _people(schema: Schema, names: Sequence[str], looks: Looks) -> Iterator[_Hit]:
    """Rows of people whose first and last name are given together."""
    pairs = [name for name in names if len(name.split()) == 2]
    for table, columns in _open(schema, looks) if pairs else ():
        both = [next((c for c in columns if words & set(terms(c.name))), None) for words in (_FIRST, _LAST)]
        people = [column for column in both if column is not None]
        for name in pairs if len(people) == 2 else ():
            nodes = [column_of(table.name, column.name) for column in people]
            told = [_is_one_of(node, 1, start) for start, node in enumerate(nodes)]
            query = exp.select(*nodes).distinct().from_(base_node(table.name)).where(*told)
            fetched = looks.rows(query, _bound(name.split()))
            for row in fetched.rows if fetched else ():
                yield from (_Hit(table.name, c.name, str(v), name) for c, v in zip(people, row, strict=True))


def _open(schema: Schema, looks: Looks) -> Iterator[tuple[Table, list[Column]]]:
    """The tables that may be looked through, and their columns of many texts."""
    for table in schema.tables:
        if table.is_view or table.row_count is None or table.row_count > MOST_ROWS:
            continue
        yield (
            table,
            [
                column
                for column in table.columns
                if column.kind == "text"
                and not column.values
                and not names_column(looks.policy.mask_columns, table.name, column.name)
            ],
        )


def _is_one_of(node: exp.Column, count: int, start: int = 0) -> exp.Expr:
    """Spelled as in the text, or with other capitals."""
    places = range(start, start + count)
    typed = [exp.Placeholder(this=f"name_{n}") for n in places]
    small = [exp.Placeholder(this=f"small_{n}") for n in places]
    return exp.or_(
        exp.In(this=node.copy(), expressions=typed), exp.In(this=exp.Lower(this=node.copy()), expressions=small)
    )


def _bound(names: Sequence[str]) -> dict[str, Scalar]:
    small: dict[str, Scalar] = {f"small_{n}": name.lower() for n, name in enumerate(names)}
    return small | {f"name_{n}": name for n, name in enumerate(names)}


def _with_values(table: Table, found: Mapping[str, Sequence[str]]) -> Table:
    columns = (c.model_copy(update={"named": tuple(found[c.name])}) if c.name in found else c for c in table.columns)
    return table.model_copy(update={"columns": tuple(columns)})
