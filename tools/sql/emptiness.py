"""Whether it is odd that a statement found no row."""

from sqlglot import exp

from tools.errors import ToolError
from tools.evidence import Computed
from tools.sql.anomaly_specs import AnomalySpec
from tools.sql.columns import find_column
from tools.sql.errors import OddRows
from tools.sql.likeness import LIKELY, name_likeness
from tools.sql.schema import Schema
from tools.terms import Filter


def check_empty(tree: exp.Query, computed: Computed, schema: Schema, spec: AnomalySpec, *, has_no_row: bool) -> None:
    """Raises OddRows where rows were to be expected: nothing was left out, or a value is spelt as none there."""
    if "empty" not in spec.fail_on:
        return
    for condition in computed.filters:
        _check_spelling(condition, schema)
    is_whole = tree.find(exp.Where, exp.Having, exp.Qualify) is None and computed.limit != 0
    counts = [found.row_count for name in computed.tables if (found := schema.table(name))]
    if has_no_row and is_whole and counts and all(counts):
        raise OddRows([f"empty: no condition leaves rows out, and {', '.join(computed.tables)} hold rows"])


def _check_spelling(condition: Filter, schema: Schema) -> None:
    if condition.operator not in ("=", "in"):
        return
    try:
        column = find_column(schema, condition.column)[1]
    except ToolError:
        return
    for value in condition.values:
        if not isinstance(value, str) or not column.values or value in column.values:
            continue
        near = sorted(column.values, key=lambda known: name_likeness(value, known), reverse=True)
        if name_likeness(value, near[0]) >= LIKELY:
            said = f"empty: no row has `{condition.column}` = {value!r}; the nearest values are {', '.join(near[:3])}"
            raise OddRows([said], near[:5])
