"""How long it is between two dates, as an expression of each dialect."""

import re
from typing import Literal, get_args

import sqlglot
from sqlglot import exp

from tools.errors import ToolError
from tools.sql.canonical import canonical_text
from tools.sql.columns import column_node, find_column
from tools.sql.expressions import bind_columns, column_texts
from tools.sql.naming import words_in
from tools.sql.schema import Schema

Length = Literal["second", "minute", "hour", "day", "week", "year"]
LENGTHS: tuple[Length, ...] = get_args(Length)

_A_DAY = 86_400
_SECONDS: dict[Length, int] = {
    "second": 1, "minute": 60, "hour": 3_600, "day": _A_DAY, "week": 7 * _A_DAY, "year": 31_557_600,
}  # fmt: skip
"""A year has 365.25 days."""


def between_dates(earlier: str, later: str, length: Length, schema: Schema) -> str:
    """The time from one date column to another, or to a day written `2025-06-18`, with its fraction.

    Raises ToolError for a dialect whose way is not known here.
    """
    first, last = _moment(earlier, schema), _moment(later, schema)
    count = _days if _is_day(earlier, schema) and _is_day(later, schema) else _seconds
    measured = count(first, last, schema.dialect)
    per = _SECONDS[length] / (_A_DAY if count is _days else 1)
    return _scaled(measured, per).sql(dialect=schema.dialect)


def _scaled(measured: exp.Expr, per: float) -> exp.Expr:
    if per == 1:
        return measured
    if per < 1:
        return exp.Mul(this=exp.paren(measured), expression=exp.Literal.number(round(1 / per)))
    return exp.Div(this=exp.paren(measured), expression=exp.Literal.number(f"{float(per)}"))


def _days(first: exp.Expr, last: exp.Expr, dialect: str) -> exp.Expr:
    if dialect == "sqlite":
        return exp.Sub(this=exp.func("julianday", last), expression=exp.func("julianday", first))
    if dialect in ("mysql", "mariadb"):
        return exp.func("DATEDIFF", last, first, dialect="mysql")
    if dialect in ("postgres", "redshift"):
        return exp.Sub(this=last, expression=first)
    if dialect == "duckdb":
        return exp.Anonymous(this="date_diff", expressions=[exp.Literal.string("day"), first, last])
    raise ToolError(f"Times between two dates are not known for {dialect}.")


def _seconds(first: exp.Expr, last: exp.Expr, dialect: str) -> exp.Expr:
    if dialect == "sqlite":
        since = (exp.cast(exp.Anonymous(this="strftime", expressions=[_EPOCH, m]), "int") for m in (last, first))
        return exp.Sub(this=next(since), expression=next(since))
    if dialect in ("mysql", "mariadb"):
        return exp.Anonymous(this="TIMESTAMPDIFF", expressions=[exp.var("SECOND"), first, last])
    if dialect == "postgres":
        times = (exp.cast(moment, "timestamp") for moment in (last, first))
        apart = exp.paren(exp.Sub(this=next(times), expression=next(times)))
        return exp.Extract(this=exp.var("EPOCH"), expression=apart)
    if dialect == "duckdb":
        parts = [exp.Literal.string("second"), exp.cast(first, "timestamp"), exp.cast(last, "timestamp")]
        return exp.Anonymous(this="date_diff", expressions=parts)
    raise ToolError(f"Times between two dates are not known for {dialect}.")


_EPOCH = exp.Literal.string("%s")


def _moment(text: str, schema: Schema) -> exp.Expr:
    if _is_literal(text):
        day = exp.Literal.string(text)
        return day if schema.dialect == "sqlite" else exp.cast(day, "date")
    return column_node(*find_column(schema, text))


def _is_day(text: str, schema: Schema) -> bool:
    return _is_literal(text) or find_column(schema, text)[1].kind == "date"


def _is_literal(text: str) -> bool:
    return text[:4].isdigit()


def read_length(tree: exp.Expr, schema: Schema) -> tuple[str, Length] | None:
    """What an aggregate of a time is called, and in what it is told: `days_from_a_to_b`, `years_since_a`."""
    columns = list(column_texts(tree))
    if not isinstance(tree, exp.AggFunc) or not 1 <= len(columns) <= 2 or isinstance(tree.this, exp.Column):
        return None
    if any(find_column(schema, column)[1].kind not in ("date", "datetime") for column in columns):
        return None
    days = [node.name for node in tree.find_all(exp.Literal) if node.is_string and _DAY.fullmatch(node.name)]
    ends = [*columns, *(days if len(columns) == 1 else ())]
    text = canonical_text(tree.this, schema)
    for first, last in ((a, b) for a in ends for b in ends if a != b):
        for length in LENGTHS:
            if text == _canonical(first, last, length, schema):
                said = f"since_{_said(first)}" if _is_literal(last) else f"from_{_said(first)}_to_{_said(last)}"
                return f"{length}s_{said}", length
    return None


def _canonical(first: str, last: str, length: Length, schema: Schema) -> str:
    try:
        written = between_dates(first, last, length, schema)
        return canonical_text(bind_columns(sqlglot.parse_one(written, dialect=schema.dialect), schema), schema)
    except ToolError:
        return ""


def _said(end: str) -> str:
    return end if _is_literal(end) else "_".join(words_in(end.rpartition(".")[2]))


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
