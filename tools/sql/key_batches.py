"""Joining a statement to rows of another source by key: keys go bound, in batches, and the join is accounted for."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from tools.errors import ToolError
from tools.evidence import EvidenceColumn, JoinAccount, NothingFound, RowsEvidence
from tools.sql.compile import compile_query
from tools.sql.dialects import render
from tools.sql.join_counts import CHEAP_ROWS
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.terms import Filter, JsonScalar, Scalar, StructuredQuery
from tools.wording import said

KEYS = "keys"
"""The placeholder that stands for all keys: `WHERE client_no IN (:keys)`."""
BATCH = 500
"""How many keys one statement carries: below the least number of parameters that any of the databases takes."""
MOST_BOUND = 10 * BATCH
"""More keys than these are not sent: the other side is fetched whole, under the row limit, and matched here."""
FEW_PARTNERS = 0.5

Rows = RowsEvidence | NothingFound
RunOne = Callable[[str, Mapping[str, Any]], Rows]


class NotJoinable(ToolError):
    """A statement cannot be joined to keys from another source."""


@dataclass(frozen=True)
class JoinedKeys:
    """The keys of rows from another source, one for each row, and the column of this source that holds the same."""

    origin: str
    """Where they come from, such as `contracts.client_no of shop`."""
    values: tuple[Scalar, ...]
    to: str
    """`table.column`."""
    is_cut: bool = False
    """Whether there were more rows than could be fetched."""
    most_bound: int = field(default=MOST_BOUND)
    batch: int = field(default=BATCH)

    @property
    def distinct(self) -> tuple[Scalar, ...]:
        """Each key once, in order, without empty ones."""
        return tuple({_same(value): value for value in self.values if value is not None}.values())


def keyed_statement(
    query: StructuredQuery, to: str, schema: Schema, semantics: Semantics
) -> tuple[str, dict[str, JsonScalar]]:
    """The statement for a query whose column `to` is one of `:keys`. Raises ToolError."""
    if query.limit is not None:
        raise NotJoinable("A query that is joined by key takes no `limit`: its batches are put together.")
    for marks in ((-7001, -7002), ("\x01a", "\x01b")):
        try:
            marked = Filter(column=to, operator="in", values=marks)
            by = query.by if to in query.by else (*query.by, to)
            filters = (*query.filters, marked)
            compiled = compile_query(query.model_copy(update={"filters": filters, "by": by}), schema, semantics)
        except ToolError:
            if isinstance(marks[0], str):
                raise
            continue
        marked_by = [name for name, value in compiled.parameters.items() if value in {*marks, *map(str, marks)}]
        tree = _parsed(compiled.statement, schema.dialect)
        for node in tree.find_all(exp.In):
            if {p.name for p in node.find_all(exp.Placeholder)} == set(marked_by):
                node.set("expressions", [exp.Placeholder(this=KEYS)])
                parameters = {name: v for name, v in compiled.parameters.items() if name not in marked_by}
                return render(tree, schema.dialect), parameters
    raise NotJoinable(f"The query cannot be restricted to keys in `{to}`.")


def run_joined(keys: JoinedKeys, statement: str, parameters: Mapping[str, Any], schema: Schema, run: RunOne) -> Rows:
    """The rows of a statement with `IN (:keys)` whose key is among those of another source, with their account.

    Raises ToolError, among them NotJoinable when the statement has no `:keys` or does not return the key.
    """
    tree = _parsed(statement, schema.dialect)
    if not any(p.name == KEYS for p in tree.find_all(exp.Placeholder)):
        raise NotJoinable(
            f"Restrict the statement to the rows of the earlier step with `{keys.to} IN (:{KEYS})`, and return "
            f"`{keys.to}`; the keys are bound for you."
        )
    given = {name: value for name, value in parameters.items() if name != KEYS}
    distinct = _typed_keys(keys, schema)
    if not distinct:
        raise NotJoinable(f"None of the keys can stand in `{keys.to}`: {', '.join(map(str, keys.distinct[:3]))}, ….")
    if len(distinct) > keys.most_bound:
        return _matched_here(keys, tree, given, schema, run)
    found = [
        run(_expanded(tree, batch, schema.dialect), {**given, **{f"{KEYS}_{i}": v for i, v in enumerate(batch, 1)}})
        for batch in _batches(distinct, keys.batch)
    ]
    rows = [piece for piece in found if isinstance(piece, RowsEvidence)]
    if not rows:
        return found[0]
    whole = _put_together(rows, statement, given, len(found), len(distinct))
    total = _total(keys, tree, given, schema, run)
    return _accounted(whole, keys, total)


def _matched_here(keys: JoinedKeys, tree: exp.Expr, given: Mapping[str, Any], schema: Schema, run: RunOne) -> Rows:
    whole = run(_without_keys(tree, schema.dialect), given)
    if isinstance(whole, NothingFound):
        return whole
    if whole.truncated:
        raise NotJoinable(
            f"Both sides of the join are too large: {len(keys.distinct)} keys, and more than {len(whole.rows)} rows. "
            "Narrow the earlier step, or group it before it is joined."
        )
    position, wanted = _position(whole.columns, keys.to), {_same(value) for value in keys.distinct}
    kept = tuple(row for row in whole.rows if _same(row[position]) in wanted)
    note = "matched_here: " + said(
        "{rows} rows were fetched and matched with {keys} keys in memory", rows=len(whole.rows), keys=len(wanted)
    )
    matched = whole.model_copy(update={"rows": kept, "row_count": len(kept), "warnings": (*whole.warnings, note)})
    return _accounted(matched, keys, len(whole.rows))


def _accounted(whole: RowsEvidence, keys: JoinedKeys, total: int | None) -> RowsEvidence:
    position = _position(whole.columns, keys.to)
    there = Counter(_same(row[position]) for row in whole.rows)
    here = [None if value is None else _same(value) for value in keys.values]
    alone = sum(there[key] == 0 for key in here if key is not None) + here.count(None)
    account = JoinAccount(
        on=f"{keys.origin} = {keys.to} of {whole.source}",
        rows_before=len(here),
        rows_after=sum(there[key] for key in here if key is not None),
        unmatched_left=alone,
        unmatched_right=None if total is None or whole.truncated else total - len(whole.rows),
        multiplies=any(count > 1 for count in there.values()),
    )
    warnings = [*whole.warnings]
    if here and alone > FEW_PARTNERS * len(here):
        told = said("of {rows} rows {alone} have no partner by {join}", rows=len(here), alone=alone, join=account.on)
        warnings.append(f"few_partners: {told}")
    if keys.is_cut:
        told = said("the earlier step has more rows than the {count} whose keys were joined", count=len(here))
        warnings.append(f"keys_cut: {told}")
    return whole.model_copy(update={"joins": (*whole.joins, account), "warnings": tuple(warnings)})


def _total(keys: JoinedKeys, tree: exp.Expr, given: Mapping[str, Any], schema: Schema, run: RunOne) -> int | None:
    """How many rows the statement has for any key, where its table is small enough for that to be cheap."""
    table = schema.table(keys.to.rpartition(".")[0])
    if table is None or table.row_count is None or table.row_count > CHEAP_ROWS:
        return None
    try:
        whole = run(_without_keys(tree, schema.dialect), given)
    except ToolError:
        return None
    if isinstance(whole, NothingFound):
        return 0
    return whole.row_count if whole.row_count_is_exact else None


def _put_together(
    found: Sequence[RowsEvidence], statement: str, given: Mapping[str, Any], batches: int, keys: int
) -> RowsEvidence:
    if batches == 1:
        return found[0]
    first = found[0]
    return first.model_copy(
        update={
            "statement": statement,
            "parameters": {**dict(given), KEYS: f"{keys} keys, bound in {batches} batches"},
            "rows": tuple(row for piece in found for row in piece.rows),
            "row_count": sum(piece.row_count for piece in found),
            "row_count_is_exact": all(piece.row_count_is_exact for piece in found),
            "truncated": any(piece.truncated for piece in found),
            "warnings": tuple(dict.fromkeys(w for piece in found for w in piece.warnings)),
        }
    )


def _position(columns: Sequence[EvidenceColumn], to: str) -> int:
    name = to.rpartition(".")[2]
    for position, column in enumerate(columns):
        if (column.source or "").lower() == to.lower():
            return position
    for position, column in enumerate(columns):
        if column.name.lower() == name.lower():
            return position
    raise NotJoinable(f"Return `{to}` in the result too, so that its rows can be joined.")


def _expanded(tree: exp.Expr, batch: Sequence[Any], dialect: str) -> str:
    names = [exp.Placeholder(this=f"{KEYS}_{i}") for i in range(1, len(batch) + 1)]
    expanded = tree.copy()
    for node in list(expanded.find_all(exp.In)):
        if any(p.name == KEYS for p in node.expressions):
            node.set("expressions", [name.copy() for name in names])
    return render(expanded, dialect)


def _without_keys(tree: exp.Expr, dialect: str) -> str:
    bare = tree.copy()
    for node in list(bare.find_all(exp.In)):
        if any(p.name == KEYS for p in node.expressions):
            one = exp.Literal.number(1)
            node.replace(exp.EQ(this=one, expression=one.copy()))
    return render(bare, dialect)


def _parsed(statement: str, dialect: str) -> exp.Expr:
    try:
        return sqlglot.parse_one(statement, dialect=dialect)
    except SqlglotError as error:
        raise NotJoinable(f"This cannot be read as {dialect} SQL: {str(error).splitlines()[0]}") from error


def _typed_keys(keys: JoinedKeys, schema: Schema) -> list[Any]:
    """The keys in the type of the column they are compared with; one that cannot be of it has no partner there."""
    table = schema.table(keys.to.rpartition(".")[0])
    column = table.column(keys.to.rpartition(".")[2]) if table else None
    if table is None or column is None:
        raise NotJoinable(f"There is no column `{keys.to}` to join to.")
    if column.kind == "text":
        return [str(value) for value in keys.distinct]
    if column.kind in ("integer", "decimal", "float"):
        return [number for value in keys.distinct if (number := _number(value)) is not None]
    return list(keys.distinct)


def _number(value: Scalar) -> int | float | None:
    try:
        number = Decimal(str(value))
    except ArithmeticError:
        return None
    return int(number) if number == number.to_integral_value() else float(number)


def _same(value: Scalar) -> str:
    """A key as it is compared across sources: 7, 7.0 and `7` are the same."""
    number = _number(value) if isinstance(value, int | float | Decimal) else None
    return str(value if number is None else number).strip()


def _batches(values: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, max(len(values), 1), size):
        if batch := values[start : start + size]:
            yield batch
