"""Finding the tables and columns a question is about, in a schema of any size."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tools.sql.expressions import tables_in
from tools.sql.linking_index import TextIndex
from tools.sql.linking_texts import Line, Texts
from tools.sql.linking_words import asked_terms, terms
from tools.sql.schema import Join, Schema, Table
from tools.sql.semantics import Semantics

MOST_TABLES = 40
_FIRST = 6
"""Tables that are taken by their score alone, before each word of the question has its own best table."""
_BRIDGED = 8
"""Tables between which the tables that join them are looked for."""
_CENTRAL = "there was room, and the domain measures or describes it, or it joins to many"
_HUB = 60
"""Joins of a table from which on ways are not followed through it a second time."""


@dataclass
class Link:
    """A table that a question may need."""

    table: str
    score: float
    reasons: list[str] = field(default_factory=list)
    columns: dict[str, None] = field(default_factory=dict)
    """Its columns that the question names, in any words."""


class Linker:
    """Ranks the tables of one schema for a question. The index is made once; values learned later are added."""

    def __init__(self, semantics: Semantics) -> None:
        self.semantics = semantics
        self._schema = semantics.schema
        self._texts = Texts(semantics)
        self._numbers = {table.name: number for number, table in enumerate(self._schema.tables)}
        self._tables = list(self._schema.tables)
        self._index = TextIndex((n, self._texts.of(table).fields) for n, table in enumerate(self._tables))
        self._near = _neighbours(self._schema)
        self._central: list[Table] | None = None
        self._joins: dict[str, list[Join]] = defaultdict(list)
        for join in self._schema.joins:
            self._joins[_left_table(join)].append(join)

    def learn(self, table: Table) -> None:
        """Take in what the rows of a table show."""
        number = self._numbers[table.name]
        if table != self._tables[number]:
            self._tables[number] = table
            self._index.put(number, self._texts.of(table).fields)

    def links(self, question: str, also: Sequence[str] = ()) -> list[Link]:
        """The tables for a question and other words for what is needed, the likeliest first, with why each is in.

        Tables that only join two likely ones stand right after them. None when no word leads anywhere.
        """
        words = asked_terms(" ".join((question, *also, *self._spelt_out(question))))
        hits = self._index.hits(words, MOST_TABLES)
        ranked = list(hits.scores)
        chosen = [*dict.fromkeys([*ranked[:_FIRST], *hits.of_rare_words, *ranked])][:MOST_TABLES]
        links = [self._link(number, hits.scores.get(number, 0.0), hits.words) for number in chosen]
        return list(self._with_bridges(links))

    def central(self) -> list[Link]:
        """The tables that matter to any question: what the domain measures and describes, then what joins most."""
        described = {name.lower() for name in self.semantics.spec.tables}
        measured = {t.lower() for measure in self.semantics.metrics.values() for t in tables_in(measure.tree)}

        def place(table: Table) -> tuple[bool, bool, int]:
            name = table.name.lower()
            return name not in measured, name not in described, -len(self._near.get(table.name, ()))

        if self._central is None:
            self._central = sorted(self._schema.tables, key=place)[:MOST_TABLES]
        return [Link(table.name, 0.0, [_CENTRAL]) for table in self._central]

    def joined_to(self, tables: Collection[str]) -> set[str]:
        """The tables that join one of these."""
        return {other for table in tables for other in self._near.get(table, ())}

    def joins_between(self, tables: Collection[str]) -> list[Join]:
        """The usable joins that lead from one of the tables to another or the same."""
        return [join for table in tables for join in self._joins.get(table, ()) if _right_table(join) in tables]

    def _spelt_out(self, question: str) -> Iterator[str]:
        words = set(terms(question))
        yield from (long for short, long in self.semantics.spec.acronyms.items() if words.issuperset(terms(short)))

    def _link(self, number: int, score: float, words: Sequence[str]) -> Link:
        link = Link(self._tables[number].name, score)
        texts = self._texts.of(self._tables[number])
        for name, found in self._index.matches(number, words).items():
            lines: list[Line] = getattr(texts, name)
            for place, matched in found.items():
                said = lines[place]
                if said.column:
                    link.columns[said.column] = None
                where = f"{said.of} of `{said.column}`" if said.column else said.of
                link.reasons.append(f"{', '.join(sorted(matched))} in the {where}")
        return link

    def _with_bridges(self, links: list[Link]) -> Iterator[Link]:
        given = {link.table for link in links[:_BRIDGED]}
        bridges: dict[str, list[Link]] = defaultdict(list)
        for left, right in combinations(links[:_BRIDGED], 2):
            for table in self._between(left.table, right.table):
                if table not in given:
                    given.add(table)
                    bridges[right.table].append(Link(table, 0.0, [f"joins `{left.table}` and `{right.table}`"]))
        seen: set[str] = set()
        for link in links:
            for each in (link, *bridges.get(link.table, ())):
                if each.table not in seen:
                    seen.add(each.table)
                    yield each

    def _between(self, left: str, right: str) -> list[str]:
        """The tables on the shortest way between two, at most two of them; none where they join at once."""
        near, far = self._near.get(left, {}), self._near.get(right, {})
        if right in near:
            return []
        if common := [table for table in near if table in far]:
            return common[:2]
        if len(near) > _HUB or len(far) > _HUB:
            return []
        return next(([one, other] for one in near for other in self._near.get(one, {}) if other in far), [])


def _neighbours(schema: Schema) -> dict[str, dict[str, None]]:
    near: dict[str, dict[str, None]] = defaultdict(dict)
    for join in (*schema.joins, *schema.suggestions):
        left, right = _left_table(join), _right_table(join)
        near[left][right] = None
        near[right][left] = None
    return dict(near)


def _left_table(join: Join) -> str:
    return join.left[0].rpartition(".")[0]


def _right_table(join: Join) -> str:
    return join.right[0].rpartition(".")[0]
