"""Which of the things a name could stand for is meant, judged by its role and by what else the question names."""

from collections.abc import Iterable
from dataclasses import dataclass

from crew.models.offline.compounds import counted_attributes, foreign_attributes, joined_compounds
from crew.models.offline.key_copies import key_for_copy, key_meant
from crew.models.offline.measured_words import NUMERIC, is_added_up
from crew.models.offline.names import name_words
from crew.models.offline.reading import Mention, Reading
from crew.models.offline.rows_of_names import beside_in_row
from crew.models.offline.spoken import spoken_target
from crew.models.offline.value_places import is_open, told_by_neighbours
from crew.models.offline.vocabulary import Target, Vocabulary
from tools.sql.join_paths import JoinGraph

DATED = ("date", "datetime")


@dataclass(frozen=True)
class Resolved:
    """A mention and the one thing it stands for."""

    mention: Mention
    target: Target


@dataclass(frozen=True)
class Ambiguity:
    """A name that stands for several things, none of them likelier."""

    mention: Mention
    targets: tuple[Target, ...]

    @property
    def text(self) -> str:
        """The name, as the question has it."""
        return self.mention.item.text

    @property
    def readings(self) -> tuple[str, ...]:
        """What it could stand for, in words."""
        return tuple(dict.fromkeys(spoken_target(t) for t in self.targets))

    @property
    def first(self) -> Resolved:
        """The name read as the first of these."""
        return Resolved(self.mention, self.targets[0])


def resolve(reading: Reading, vocabulary: Vocabulary) -> tuple[list[Resolved], list[Ambiguity]]:
    """Settle every mention; those that cannot be settled are returned as ambiguities."""
    reading.mentions = joined_compounds(reading.mentions, is_listing=reading.is_listing)
    reading.not_understood += [*counted_attributes(reading.mentions), *foreign_attributes(reading.mentions)]
    tables = _tables_in_play(reading.mentions)
    resolved: list[Resolved] = []
    ambiguous: list[Ambiguity] = []
    for mention in reading.mentions:
        nearby = _nearby_tables(mention, reading.mentions)
        again = None if _is_of_another(mention, reading.mentions, resolved) else _same_words(mention, resolved)
        if again is not None and _suits(mention, again, vocabulary):
            resolved.append(Resolved(mention, again))
            continue
        before = (resolved[-1].mention, resolved[-1].target) if resolved else None
        beside = beside_in_row(mention, reading.mentions, before)
        left = beside or _narrowed(mention, reading.mentions, vocabulary, tables, nearby)
        left = [t for t in left if t.rank == 0 or t.kind == "table" or t.table in tables]
        if len(left) > 1 and _is_bare_name(mention, left, nearby):
            reading.names_wanted = True
            continue
        if len(left) > 1:
            left = _as_before(left, resolved) or left
        left = [*left, *_rows_of(left, mention, vocabulary)]
        if mention.role == "total" and len(left) == 1:
            left = [*_amounts_of(left[0], vocabulary), *left]
        if len(left) == 1 and not _is_name_of_others(mention, left[0], reading.mentions):
            resolved.append(Resolved(mention, left[0]))
        else:
            ambiguous.append(Ambiguity(mention, tuple(left or mention.item.targets)))
    named = {r.target.name for r in resolved if r.target.kind == "table"}
    return [Resolved(r.mention, key_for_copy(r.mention, r.target, named, vocabulary)) for r in resolved], ambiguous


def _rows_of(left: list[Target], mention: Mention, vocabulary: Vocabulary) -> list[Target]:
    """Tables named no worse whose rows refer to those of the one that was chosen: `faults` may be codes or events."""
    if mention.role not in ("count", "highest", "lowest") or [(t.kind, t.rank) for t in left] != [("table", 1)]:
        return []
    graph = JoinGraph(vocabulary.schema, vocabulary.schema.joins)
    tables = [t for t in mention.item.targets if t.kind == "table" and t.name != left[0].name]
    return [t for t in tables if graph.is_safe(t.name, left[0].name)]


def _amounts_of(target: Target, vocabulary: Vocabulary) -> list[Target]:
    """The columns whose sum a total of a table's rows may mean as well as their number: `total payments`."""
    table = vocabulary.schema.table(target.name) if target.kind == "table" else None
    return [
        Target("column", f"{target.name}.{c.name}", table=target.name)
        for c in (table.columns if table else ())
        if c.kind in NUMERIC and not c.is_key and is_added_up(c.name) and name_words(c.name)[-1] != "id"
    ]


def _same_words(mention: Mention, resolved: list[Resolved]) -> Target | None:
    """What the same words stood for before, where a column was meant: a question does not change its words' meaning."""
    for known in resolved:
        if known.target.kind == "column" and known.mention.item.targets == mention.item.targets:
            return known.target
    return None


def _is_of_another(mention: Mention, mentions: list[Mention], resolved: list[Resolved]) -> bool:
    """Whether the same words stand behind another table: `rider names and station names`."""
    before = next((m for m in mentions if m.item.end + 1 == mention.item.start), None)
    tables = {t.name for t in (before.item.targets if before else ()) if t.kind == "table" and t.rank == 0}
    known = _same_words(mention, resolved)
    others = {t.table for t in mention.item.targets if t.kind == "column" and t.table in tables}
    return known is not None and bool(others) and known.table not in others


def _as_before(left: list[Target], resolved: list[Resolved]) -> list[Target]:
    """The reading that was taken before, or the one of the table that the question asks for."""
    known = {(r.target.kind, r.target.name) for r in resolved}
    again = [t for t in left if (t.kind, t.name) in known]
    if again:
        return again[:1] if len(again) == 1 else []
    asked = next((r.target.table for r in resolved if r.mention.role in _ASKED and r.target.kind == "table"), None)
    own = [t for t in left if t.table == asked and asked is not None]
    return own if len(own) == 1 else []


_NAMES = ("name", "names", "full name", "full names")
_ASKED = ("subject", "highest", "lowest", "group")


def _is_name_of_others(mention: Mention, target: Target, mentions: list[Mention]) -> bool:
    """Whether `name and speed of the lift` would be the name of rows that the question does not speak of."""
    is_told = len({t.table for t in mention.item.targets}) == 1
    if mention.item.text.lower() not in _NAMES or target.kind != "column" or is_told:
        return False
    tables = {t.name for m in mentions for t in m.item.targets if t.kind == "table" and t.rank == 0}
    return bool(tables) and target.table not in tables


def _is_bare_name(mention: Mention, left: list[Target], nearby: list[str]) -> bool:
    """True for `name` beside the one table all readings stand in: that table's rows are told by name anyway."""
    is_bare = mention.item.text.lower() in _NAMES and mention.operator is None
    return is_bare and all(t.kind == "column" and t.table in nearby[:1] for t in left)


def _narrowed(
    mention: Mention, mentions: list[Mention], vocabulary: Vocabulary, tables: set[str], nearby: list[str]
) -> list[Target]:
    left = [t for t in mention.item.targets if _suits(mention, t, vocabulary)]
    left = _without_references(left, vocabulary)
    if mention.role == "absent":
        left = [t for t in left if t.kind == "table" and t.rank == 0] or left
    if mention.role in ("count", "total") and not any(t.kind in ("table", "metric") for t in left):
        left = [t for t in left if t.table in nearby and _is_number(t, vocabulary)] or left
    beside = _columns_beside(mention, mentions)
    own = {t.table for t in left if t.kind == "dimension"} if not any(t.kind == "metric" for t in left) else set()
    left = [t for t in left if not _is_view(t, vocabulary)] or left
    left = [t for t in left if t.kind == "value" and t.name in beside] or left
    left = told_by_neighbours(mention, mentions, left, vocabulary)
    left = _own_columns(mention, mentions, left) or left
    if meant := key_meant(mention, mentions, [t for t in left if t.rank == 0], vocabulary):
        return meant
    if is_open(left, vocabulary):
        return [t for t in left if t.kind == "value"]
    for keep in (
        lambda t: mention.role in ("count", "plain") and t.kind == "table" and t.rank == 0 and t.name in own,
        lambda t: t.kind in ("metric", "dimension"),
        lambda t: t.kind != "column" or t.table in tables,
        lambda t: t.rank == 0,
        lambda t: t.table in nearby[:1],
        lambda t: t.kind == "value" and vocabulary.dimension_of(t.name) is not None,
        lambda t: t.table in nearby,
        lambda t: t.table in tables,
        lambda t: t.kind == "table",
    ):
        if len(left) > 1:
            left = [t for t in left if keep(t)] or left
    return _without_joined_twins(left, vocabulary)


def _without_references(left: list[Target], vocabulary: Vocabulary) -> list[Target]:
    """Without columns that refer to the rows of a table of the same name: `patients` are no keys of theirs."""
    tables = {t.name for t in left if t.kind == "table" and t.rank == 0}
    own = {j.left[0] for j in vocabulary.schema.joins if j.is_unique and vocabulary.table_in(j.right[0]) in tables}
    return [t for t in left if t.kind != "column" or t.name not in own]


def _own_columns(mention: Mention, mentions: list[Mention], left: list[Target]) -> list[Target]:
    """`employees by city` are grouped by their own city, whatever a dimension of other rows is called."""
    rows = {t.name for m in mentions if m is not mention for t in m.item.targets if t.kind == "table" and t.rank == 0}
    dimensions = [t for t in left if t.kind == "dimension"]
    if not dimensions or any(t.kind == "metric" or (t.kind == "dimension" and t.table in rows) for t in left):
        return []
    return [t for t in left if t.kind == "column" and t.rank == 0 and t.table in rows]


def _is_view(target: Target, vocabulary: Vocabulary) -> bool:
    """A view repeats what its tables hold; what the domain has described over one stands for itself."""
    if target.kind in ("metric", "dimension"):
        return False
    table = vocabulary.schema.table(target.table or "")
    return table is not None and table.is_view


def _is_number(target: Target, vocabulary: Vocabulary) -> bool:
    column = vocabulary.column(target.name) if target.kind == "column" else None
    return column is not None and column.kind in NUMERIC and name_words(column.name)[-1] != "id"


def _suits(mention: Mention, target: Target, vocabulary: Vocabulary) -> bool:
    if mention.role == "group" and any(t.kind == "column" and t.rank == 0 for t in mention.item.targets):
        return target.kind != "metric"
    if mention.role in ("average", "total") and target.kind == "column":
        column = vocabulary.column(target.name)
        return column is not None and column.kind in NUMERIC
    if mention.role in ("average", "total"):
        return target.kind in ("metric", "table")
    return True


def _tables_in_play(mentions: Iterable[Mention]) -> set[str]:
    found = set()
    for mention in mentions:
        tables = {t.table for t in mention.item.targets if t.rank == 0}
        if len(tables) == 1:
            found |= {t for t in tables if t}
        for target in mention.item.targets:
            if target.kind == "table" and target.rank == 0:
                found.add(target.name)
    return found


def _columns_beside(mention: Mention, mentions: list[Mention]) -> set[str]:
    """Columns named directly before or after, as in `the city of Lyon`."""
    return {
        t.name
        for m in mentions
        if m is not mention and abs(m.position - mention.position) == 1
        for t in m.item.targets
        if t.kind == "column"
    }


def _nearby_tables(mention: Mention, mentions: list[Mention]) -> list[str]:
    """Tables named beside a mention, the nearest first; of two equally near the later, as in `name of the artist`."""
    named = [
        (m, t)
        for m in mentions
        if m is not mention
        for t in m.item.targets
        if t.kind in ("table", "metric") or (t.kind == "column" and len({o.table for o in m.item.targets}) == 1)
    ]
    named.sort(key=lambda pair: (abs(pair[0].position - mention.position), pair[1].rank, -pair[0].position))
    return list(dict.fromkeys(t.table for _m, t in named if t.table))


def _without_joined_twins(left: list[Target], vocabulary: Vocabulary) -> list[Target]:
    """Of columns that a join makes equal, the first."""
    if len(left) < 2 or any(t.kind not in ("column", "value") for t in left):
        return left
    linked = {(a.lower(), b.lower()) for j in vocabulary.schema.joins for a, b in zip(j.left, j.right, strict=True)}
    names = [t.name.lower() for t in left]
    if all(a == b or (a, b) in linked or (b, a) in linked for a in names[:1] for b in names):
        return left[:1]
    return left
