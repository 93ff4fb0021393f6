"""The part of a schema that a prompt shows: all of a small one, of a large one what the question is about."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tools.sql.expressions import tables_in
from tools.sql.freshness import tables_read
from tools.sql.linking import Link, Linker
from tools.sql.naming import words_in
from tools.sql.schema import Column, Join, Schema, Table
from tools.sql.schema_block import join_block, schema_block, table_block, tokens_of
from tools.sql.semantics import Semantics
from tools.sql.specs import SemanticSpec

TOKENS = 2000
_SMALL = 1.5
_SPARE = 60
"""Tokens for what frames the tables."""
_FEW = 6
"""Columns beside keys that a table has at least, while others wait for their turn."""

_LONGEST_VALUES = 400
"""Characters of all values of a column together that a slice shows without being asked about the column."""
_LOOKED_AT = 15
"""Tables whose values are looked at for a slice, where they are not known."""
_MOST_SUGGESTED = 20

Profiled = Callable[[Sequence[str]], Mapping[str, Table]]


@dataclass(frozen=True)
class Slice:
    """A schema, or the part of it that is about a question."""

    schema: Schema
    left_out: Mapping[str, int]
    """How many columns of a table are not in it."""
    links: tuple[Link, ...] = ()
    """Why each table is in; empty for a whole schema."""
    tables_left_out: int = 0

    @property
    def block(self) -> dict[str, Any]:
        """As a prompt carries it."""
        block = schema_block(self.schema, self.left_out)
        return {**block, "tables_left_out": self.tables_left_out} if self.tables_left_out else block

    @property
    def tokens(self) -> int:
        """About how many tokens the block takes."""
        return tokens_of(self.block)


def whole(schema: Schema, budget: int = TOKENS) -> Slice | None:
    """The whole schema, when it is small: choosing from one that is hardly too large loses more than it saves."""
    most = _SMALL * budget
    if sum(len(table.columns) for table in schema.tables) > most:
        return None
    made = Slice(schema.model_copy(update={"suggestions": schema.suggestions[:_MOST_SUGGESTED]}), {})
    return made if made.tokens <= most else None


def slice_of(linker: Linker, links: Sequence[Link], profiled: Profiled, budget: int = TOKENS) -> Slice:
    """The tables of `links` that fit: first each with few columns, then with more, the likeliest table first.

    What is left of the budget goes in the same way to tables that join these, then to others that matter to any
    question.
    """
    known = {link.table for link in links}
    others = [link for link in linker.central() if link.table not in known]
    near = linker.joined_to(known)
    joined, further = ([link for link in others if (link.table in near) is joins] for joins in (True, False))
    turns = (links, joined, further)
    links = [link for some in turns for link in some]
    semantics = linker.semantics
    schema = semantics.schema
    shown = profiled([link.table for link in links[:_LOOKED_AT]])
    tables = {link.table: _briefly(shown.get(link.table) or schema.table(link.table), link) for link in links}
    joins = _Joins(linker.joins_between(tables))
    kept: dict[str, Table] = {}
    left = budget - _SPARE
    for some in turns:
        for link in some:
            table = tables[link.table]
            if table is None:
                continue
            narrow = _narrowed(table, _few_columns(table, link, semantics, joins.columns_of(table.name)))
            cost = _cost(narrow, table) + joins.cost(table.name, kept)
            if cost <= left:
                kept[table.name] = narrow
                left -= cost
        for link in some:
            if link.table in kept:
                left -= _widen(kept, link.table, tables[link.table], left)
    return _slice(schema, kept, tables, links, joins)


def sliced_spec(semantics: Semantics, tables: Collection[str]) -> SemanticSpec:
    """What a semantic layer says of some tables."""
    spec = semantics.spec
    inside = {table.lower() for table in tables}

    def has(names: Iterable[str]) -> bool:
        return {name.lower() for name in names} <= inside

    return spec.model_copy(
        update={
            "tables": {name: said for name, said in spec.tables.items() if has([name])},
            "metrics": {n: m for n, m in spec.metrics.items() if has(tables_in(semantics.metrics[n].tree))},
            "dimensions": {n: d for n, d in spec.dimensions.items() if has([semantics.column(n).rpartition(".")[0]])},
            "verified_queries": {
                n: q
                for n, q in spec.verified_queries.items()
                if has(table.name for table in tables_read(q.statement, semantics.schema))
            },
            "joins": (),
        }
    )


class _Joins:
    """The joins between tables of a slice."""

    def __init__(self, joins: Sequence[Join]) -> None:
        self._all = joins

    def columns_of(self, table: str) -> set[str]:
        sides = [side for join in self._all for side in (join.left, join.right) if _table(side) == table]
        return {name.rpartition(".")[2] for side in sides for name in side}

    def between(self, tables: Collection[str]) -> tuple[Join, ...]:
        return tuple(j for j in self._all if _table(j.left) in tables and _table(j.right) in tables)

    def cost(self, table: str, kept: Collection[str]) -> int:
        new = [j for j in self._all if table in (ends := {_table(j.left), _table(j.right)}) and ends <= {*kept, table}]
        return sum(tokens_of(join_block(join)) for join in new)


def _briefly(table: Table | None, link: Link) -> Table | None:
    """The table without long lists of values, but for columns the question names: some alone would fill a slice."""
    if table is None or all(_is_brief(column) or column.name in link.columns for column in table.columns):
        return table
    columns = (
        column if _is_brief(column) or column.name in link.columns else column.model_copy(update={"values": ()})
        for column in table.columns
    )
    return table.model_copy(update={"columns": tuple(columns)})


def _is_brief(column: Column) -> bool:
    return sum(map(len, column.values)) <= _LONGEST_VALUES


def _few_columns(table: Table, link: Link, semantics: Semantics, joining: Collection[str]) -> list[str]:
    """Keys, columns that join, that the question names, that name a row, dates, and some more to begin with."""
    label = (semantics.label_of(table.name) or "").rpartition(".")[2]
    names = {c.name for c in table.columns if c.kind == "text" and words_in(c.name)[-1:] == ("name",)}
    needed = {*table.primary_key, *joining, *link.columns, label, *names}
    needed |= {c.name for c in table.columns if c.kind in ("date", "datetime")} if len(needed) < _FEW else set()
    others = [c.name for c in table.columns if c.name not in needed]
    return [*needed, *others[: max(0, _FEW - len(needed))]]


def _narrowed(table: Table, names: Collection[str]) -> Table:
    return table.model_copy(update={"columns": tuple(c for c in table.columns if c.name in set(names))})


def _cost(narrow: Table, table: Table) -> int:
    return tokens_of({table.name: table_block(narrow, len(table.columns) - len(narrow.columns))}) + 1


def _widen(kept: dict[str, Table], name: str, table: Table | None, left: int) -> int:
    """Show all columns of a table where that fits; returns what it costs."""
    if table is None or len(kept[name].columns) == len(table.columns):
        return 0
    cost = _cost(table, table) - _cost(kept[name], table)
    if cost > left:
        return 0
    kept[name] = table
    return cost


def _slice(
    schema: Schema, kept: Mapping[str, Table], tables: Mapping[str, Table | None], links: Sequence[Link], joins: _Joins
) -> Slice:
    left_out = {name: len(t.columns) - len(kept[name].columns) for name, t in tables.items() if t and name in kept}
    part = schema.model_copy(update={"tables": tuple(kept.values()), "joins": joins.between(kept), "suggestions": ()})
    return Slice(
        schema=part,
        left_out={name: count for name, count in left_out.items() if count},
        links=tuple(link for link in links if link.table in kept),
        tables_left_out=len(schema.tables) - len(kept),
    )


def _table(side: Sequence[str]) -> str:
    return side[0].rpartition(".")[0]
