"""What the columns of a result mean to a reader."""

from collections.abc import Sequence

from sqlglot import exp

from tools.errors import ToolError
from tools.evidence import Computed, EvidenceColumn
from tools.sql.columns import find_column
from tools.sql.expressions import aggregates
from tools.sql.naming import phrase
from tools.sql.read_grain import grain_text
from tools.sql.read_measures import read_measure
from tools.sql.relation import Relation
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics


def column_meanings(
    relation: Relation, computed: Computed, schema: Schema, semantics: Semantics, fetched: Sequence[EvidenceColumn]
) -> tuple[EvidenceColumn, ...]:
    """Role, measure or base column, unit and words of each result column."""
    trees = list(relation.columns.values())
    if len(trees) != len(fetched):
        return tuple(_meaning(column, words=(phrase(column.name),)) for column in fetched)
    measures = _measures(trees, computed, relation, schema, semantics)
    keys = _keys(trees, relation, schema, semantics)
    columns = []
    for position, (column, tree) in enumerate(zip(fetched, trees, strict=True)):
        if position in measures:
            columns.append(_measure_column(column, measures[position], semantics))
        else:
            columns.append(_plain_column(column, tree, position in keys, semantics))
    return tuple(columns)


def _measures(
    trees: Sequence[exp.Expr], computed: Computed, relation: Relation, schema: Schema, semantics: Semantics
) -> dict[int, str]:
    """The measure of each position that holds one, named as in `computed`, which knows the parameters."""
    positions = [i for i, tree in enumerate(trees) if aggregates(tree)]
    if len(positions) == len(computed.measures):
        return dict(zip(positions, computed.measures, strict=True))
    found = {}
    for position in positions:
        measure = read_measure(trees[position], relation.conditions, schema, semantics).measure
        same = [name for name in computed.measures if _expression(name, semantics) == measure.text]
        found[position] = same[0] if same else measure.name
    return found


def _keys(trees: Sequence[exp.Expr], relation: Relation, schema: Schema, semantics: Semantics) -> set[int]:
    """The positions that name a row: all groups; in a listing labels and keys, else text, else anything but amounts."""
    plain = {
        i: _source(tree, schema) for i, tree in enumerate(trees) if not aggregates(tree) and not tree.find(exp.Window)
    }
    if relation.group is not None:
        return set(plain)
    by_rank: dict[int, set[int]] = {}
    for position, text in plain.items():
        by_rank.setdefault(_rank(text, schema, semantics), set()).add(position)
    best = min(by_rank, default=3)
    return by_rank[best] if best < 3 else set()


def _rank(text: str | None, schema: Schema, semantics: Semantics) -> int:
    """How well a listed column names its row: 0 label or key, 1 text, 2 date or code, 3 not at all."""
    if text is None:
        return 3
    grain = semantics.grain(text)
    table, column = find_column(schema, grain.column)
    if semantics.label_of(table.name) == grain.column or column.name in table.primary_key:
        return 0
    if column.kind == "text":
        return 1
    return 3 if column.kind in ("decimal", "float") else 2


def _measure_column(column: EvidenceColumn, measure: str, semantics: Semantics) -> EvidenceColumn:
    try:
        words = semantics.words_of_measure(measure)
    except ToolError:
        words = ()
    unit = semantics.unit_of(measure)
    return _meaning(column, role="measure", measure=measure, unit=unit, words=(phrase(column.name), *words))


def _source(tree: exp.Expr, schema: Schema) -> str | None:
    """The grain an expression stands for; None where it is not one column of a table of the schema."""
    bound = all(schema.table(column.table) for column in tree.find_all(exp.Column))
    return grain_text(tree) if bound else None


def _plain_column(column: EvidenceColumn, tree: exp.Expr, is_key: bool, semantics: Semantics) -> EvidenceColumn:
    source, role = _source(tree, semantics.schema), "key" if is_key else "other"
    if source is None:
        return _meaning(column, role=role, words=(phrase(column.name),))
    words = (phrase(column.name), *semantics.words_of_column(source))
    unit = None if "(" in source else semantics.unit_of_column(source)
    return _meaning(column, role=role, source=source, unit=unit, words=words)


def _meaning(column: EvidenceColumn, *, words: tuple[str, ...], **known: str | None) -> EvidenceColumn:
    return column.model_copy(update={**known, "words": tuple(dict.fromkeys(words))})


def _expression(name: str, semantics: Semantics) -> str:
    try:
        return semantics.measure(name).text
    except ToolError:
        return name
