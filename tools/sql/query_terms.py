"""The terms of a structured query, looked up in the semantic layer."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlglot import exp

from tools.errors import ToolError
from tools.sql.columns import column_node, find_column
from tools.sql.dates import unit_node
from tools.sql.measures import Measure
from tools.sql.naming import nearest, singular
from tools.sql.schema import Schema
from tools.sql.semantics import Grain, Semantics
from tools.terms import StructuredQuery


@dataclass(frozen=True)
class Key:
    """A column of the result that names its rows."""

    grain: Grain
    alias: str
    tree: exp.Expr

    @property
    def table(self) -> str:
        """The table the column belongs to."""
        return self.grain.column.rpartition(".")[0]


@dataclass(frozen=True)
class Wanted:
    """A measure of the result, with its column's name."""

    measure: Measure
    alias: str


@dataclass(frozen=True)
class QueryTerms:
    """What a structured query's texts stand for."""

    measures: tuple[Wanted, ...]
    keys: tuple[Key, ...]
    having: tuple[Measure, ...]
    """In the order of the query's `having`."""
    order_alias: str | None
    descending: bool


def read_terms(query: StructuredQuery, semantics: Semantics) -> QueryTerms:
    """Look up every term of a query. Raises ToolError with the nearest names."""
    measures = [semantics.measure(text) for text in query.measures]
    time_column = query.time_column or next((m.time for m in measures if m.time), None)
    grains = [grain for text in query.by for grain in _grains(text, time_column, semantics)]
    if not measures and not grains:
        raise ToolError("The query asks for nothing: give at least one measure, or the columns to list in `by`.")
    names = _unique([*map(_grain_alias, grains), *(m.alias for m in measures)], [*grains, *measures])
    keys = tuple(
        Key(grain, name, _grain_tree(grain, semantics.schema))
        for grain, name in zip(grains, names[: len(grains)], strict=True)
    )
    wanted = tuple(Wanted(m, name) for m, name in zip(measures, names[len(grains) :], strict=True))
    order_alias, descending = _order(query, keys, wanted, semantics)
    return QueryTerms(
        measures=wanted,
        keys=keys,
        having=tuple(semantics.measure(condition.column) for condition in query.having),
        order_alias=order_alias,
        descending=descending,
    )


def _grains(text: str, time_column: str | None, semantics: Semantics) -> list[Grain]:
    """The columns of an entry of `by`: one, or those that name a row when it is a table."""
    is_table = text not in semantics.dimensions and semantics.schema.table(text)
    names = semantics.names_of(text) if is_table else ()
    return [Grain(name) for name in names] or [semantics.grain(text, time_column)]


def _grain_alias(grain: Grain) -> str:
    return grain.unit or grain.column.rpartition(".")[2]


def _grain_tree(grain: Grain, schema: Schema) -> exp.Expr:
    node = column_node(*find_column(schema, grain.column))
    return unit_node(node, grain.unit, schema.dialect) if grain.unit else node


def _unique(names: Sequence[str], terms: Sequence[Grain | Measure]) -> list[str]:
    """Names without repetition: a repeated column's name gets its table's before it, then a number."""
    chosen: list[str] = []
    lowered = [name.lower() for name in names]
    for name, term in zip(names, terms, strict=True):
        if lowered.count(name.lower()) > 1 and isinstance(term, Grain):
            table, _, column = term.column.rpartition(".")
            name = f"{singular(table)}_{column}" + (f"_{term.unit}" if term.unit else "")
        chosen.append(_numbered(name, {c.lower() for c in chosen}))
    return chosen


def _numbered(name: str, taken: Collection[str]) -> str:
    candidate, number = name, 1
    while candidate.lower() in taken:
        number += 1
        candidate = f"{name}_{number}"
    return candidate


def _order(
    query: StructuredQuery, keys: tuple[Key, ...], wanted: tuple[Wanted, ...], semantics: Semantics
) -> tuple[str | None, bool]:
    """The column to sort by, and whether downwards. Without a wish, a series runs forward and a list from the top."""
    if query.order_by is None:
        if not keys:
            return None, False
        is_series = keys[0].grain.unit not in (None, "weekday") and query.limit is None
        return (wanted[0].alias, query.descending) if wanted and not is_series else (keys[0].alias, False)
    texts = [*(key.alias for key in keys), *(entry.alias for entry in wanted)]
    for key in keys:
        if query.order_by in (key.alias, str(key.grain)) or _same_grain(query.order_by, key.grain, semantics):
            return key.alias, query.descending
    for entry in wanted:
        if query.order_by == entry.alias or semantics.canonical_measure(query.order_by) == entry.measure.name:
            return entry.alias, query.descending
    raise ToolError(
        f"The order `{query.order_by}` is neither a measure nor a column of the query; "
        f"choose one of {', '.join(nearest(query.order_by, texts) or texts)}."
    )


def _same_grain(text: str, grain: Grain, semantics: Semantics) -> bool:
    try:
        return semantics.grain(text, grain.column) == grain
    except ToolError:
        return False
