"""What is odd about the rows a statement returned, and whether it is odd enough to try again.

An anomaly of a kind that `fail_on` names is raised, so that the statement is written anew and the rows never reach a
draft; any other becomes a warning of the evidence.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

from sqlglot import exp

from tools.evidence import Computed, EvidenceColumn
from tools.sql.anomaly_specs import AnomalySpec, RangeSpec
from tools.sql.errors import OddRows
from tools.sql.fetched import FetchedRows
from tools.sql.misfits import misfits
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.sql.unjoined import unjoined_tables
from tools.terms import Scalar
from tools.wording import said

Found = Iterator[tuple[str, str]]
"""Kinds of anomaly, each with what is odd."""


def is_empty(rows: Sequence[Sequence[Scalar]]) -> bool:
    """Whether there is nothing: no row, or the one row of an aggregate that found nothing to add up."""
    return not rows or (len(rows) == 1 and all(value is None for value in rows[0]))


def row_warnings(
    fetched: FetchedRows,
    columns: Sequence[EvidenceColumn],
    *,
    tree: exp.Query,
    computed: Computed,
    semantics: Semantics,
    spec: AnomalySpec,
    rows_now: Callable[[str], int | None],
) -> tuple[str, ...]:
    """Warnings such as `null_dominant: …` for the rows; raises OddRows for an anomaly that fails.

    `rows_now` counts a table, None where that takes too long: what the schema says of its size may be outdated.
    """
    schema = semantics.schema
    found = [
        *_null_dominant(fetched, spec),
        *(("cartesian", text) for text in _cartesian(fetched, tree, computed, schema, spec, rows_now)),
        *(("type_mismatch", text) for text in misfits(computed, schema, semantics)),
        *_beyond_thresholds(fetched, columns, spec.thresholds),
        *_constants(fetched, columns, spec),
    ]
    failing = [f"{kind}: {text}" for kind, text in found if kind in spec.fail_on]
    if failing:
        raise OddRows(failing)
    warnings = [f"{kind}: {text}" for kind, text in found]
    if fetched.cut_cells:
        warnings.append("cut_cells: " + said("{count} long values are shortened", count=fetched.cut_cells))
    return tuple(warnings)


def _null_dominant(fetched: FetchedRows, spec: AnomalySpec) -> Found:
    if len(fetched.rows) < spec.fewest_rows:
        return
    for position, column in enumerate(fetched.columns):
        share = sum(row[position] is None for row in fetched.rows) / len(fetched.rows)
        if share >= spec.null_dominant:
            yield (
                "null_dominant",
                said("`{column}` is empty in {share} of the rows", column=column.name, share=format(share, ".0%")),
            )


def _cartesian(
    fetched: FetchedRows,
    tree: exp.Query,
    computed: Computed,
    schema: Schema,
    spec: AnomalySpec,
    rows_now: Callable[[str], int | None],
) -> Iterator[str]:
    for tables in unjoined_tables(tree, schema):
        yield said(
            "nothing joins {tables}, so that each row meets every row of the other",
            tables=" and ".join(f"`{t}`" for t in tables),
        )
    known = {found.name: found.row_count or 0 for name in computed.tables if (found := schema.table(name))}
    largest = max(known.values(), default=0)
    if len(known) < 2 or not largest or fetched.row_count <= spec.growth * largest:
        return
    largest = max(rows_now(name) or count for name, count in known.items())
    if fetched.row_count > spec.growth * largest:
        yield said("{count} rows came of tables of at most {largest}", count=fetched.row_count, largest=largest)


def _beyond_thresholds(
    fetched: FetchedRows, columns: Sequence[EvidenceColumn], thresholds: Mapping[str, RangeSpec]
) -> Found:
    for position, column in enumerate(columns):
        for name in (column.measure, column.source, column.name):
            limits = thresholds.get(name or "")
            if limits is None:
                continue
            odd = next((v for row in fetched.rows if (v := row[position]) is not None and _is_beyond(v, limits)), None)
            if odd is not None:
                text = said(
                    "`{column}` holds {value}, beyond what the domain holds possible ({limits})",
                    column=column.name,
                    value=odd,
                    limits=limits,
                )
                yield "threshold", text
            break


def _is_beyond(value: Scalar, limits: RangeSpec) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return False
    number = Decimal(str(value))
    is_below = limits.min is not None and number < limits.min
    return is_below or (limits.max is not None and number > limits.max)


def _constants(fetched: FetchedRows, columns: Sequence[EvidenceColumn], spec: AnomalySpec) -> Found:
    """Measures that are the same in every row, and placeholders such as -999 that fill a column."""
    if len(fetched.rows) < spec.fewest_rows:
        return
    for position, column in enumerate(columns):
        values = [row[position] for row in fetched.rows if row[position] is not None]
        if not values:
            continue
        if column.role == "measure" and column.type in ("decimal", "float") and len(set(values)) == 1:
            yield "constant", said("`{column}` is {value} in every row", column=column.name, value=values[0])
        filled = [value for value in values if str(value) in spec.placeholders]
        if len(filled) / len(values) >= spec.placeholder_share:
            share = f"{len(filled) / len(values):.0%}"
            text = said(
                "`{column}` is {value} in {share} of the rows", column=column.name, value=filled[0], share=share
            )
            yield "constant", text
