"""Calendar units of a date column: writing them in a dialect, and recognising them in a statement.

Whatever the dialect, a unit is written so that its values are the same text and sort by time: `2025`, `2025-Q3`,
`2025-07`, a week as its Monday `2025-07-07`, a day `2025-07-01`. A weekday comes back every week: `Monday`.
"""

import re
from typing import Literal, get_args

from sqlglot import exp

Unit = Literal["day", "week", "month", "quarter", "year", "weekday"]
UNITS: tuple[Unit, ...] = get_args(Unit)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_FORMATS = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d"}
_UNIT_OF_FORMAT: dict[str, Unit] = {
    "%Y": "year", "%Y-%m": "month", "%Y%m": "month", "%Y/%m": "month", "%Y-%m-01": "month", "%Y-%m-%d": "day",
    "%F": "day", "%Y%m%d": "day", "%Y-01-01": "year", '%Y-"Q"Q': "quarter", "%G-%V": "week", "%x-%v": "week",
}  # fmt: skip
_WEEKS = {"isoweek": "week"}
_TEMPLATE = re.compile(r"YYYY|MM|DD", re.IGNORECASE)
_TEMPLATE_PARTS = {"YYYY": "%Y", "MM": "%m", "DD": "%d"}


def unit_node(column: exp.Expr, unit: Unit, dialect: str) -> exp.Expr:
    """The tree that names the unit a date falls in."""
    if unit == "week":
        return _format(_monday(column, dialect), "%Y-%m-%d")
    if unit == "quarter":
        return _quarter(column, dialect)
    if unit == "weekday":
        return _weekday(column, dialect)
    return _format(column.copy(), _FORMATS[unit])


def read_unit(node: exp.Expr) -> tuple[exp.Column, Unit] | None:
    """The column and unit behind an expression such as `strftime('%Y-%m', t.c)`; None when it is something else."""
    node = _bare(node)
    if isinstance(node, exp.TimeToStr):
        return _read_format(node)
    if isinstance(node, exp.TimestampTrunc | exp.DateTrunc | exp.DatetimeTrunc):
        return _with_column(node.this, _WEEKS.get(node.text("unit").lower(), node.text("unit").lower()))
    if isinstance(node, exp.Year):
        return _with_column(node.this, "year")
    if isinstance(node, exp.Extract) and node.name.lower() in ("year", "year_month"):
        return _with_column(node.expression, "year" if node.name.lower() == "year" else "month")
    is_date = isinstance(node, exp.Cast) and node.to.this == exp.DataType.Type.DATE
    if is_date or (isinstance(node, exp.Date | exp.TsOrDsToDate) and not node.expressions):
        return read_unit(node.this) or _with_column(node.this, "day")
    return _read_modified(node) or _read_quarter(node) or _read_weekday(node)


def read_part(node: exp.Expr) -> tuple[exp.Column, str] | None:
    """The column and part behind an expression that repeats every year: `month of year`, `quarter of year`, …"""
    node = _bare(node)
    part = ""
    if isinstance(node, exp.Month | exp.Quarter | exp.Week | exp.Day | exp.DayOfWeek):
        part, column = type(node).__name__.lower(), node.this
    elif isinstance(node, exp.Extract):
        part, column = node.name.lower(), node.expression
    elif isinstance(node, exp.TimeToStr) and node.text("format") in ("%m", "%d", "%w", "%H"):
        part, column = {"%m": "month", "%d": "day", "%w": "dayofweek", "%H": "hour"}[node.text("format")], node.this
    found = _column(column) if part else None
    return (found, part) if found is not None else None


def text_pieces(node: exp.Expr) -> list[exp.Expr]:
    """What an expression puts together to one text, in order; the expression itself where it does not."""
    if isinstance(node, exp.DPipe):
        return [*text_pieces(node.this), *text_pieces(node.expression)]
    if isinstance(node, exp.Concat):
        return [piece for part in node.expressions for piece in text_pieces(part)]
    return [node]


def named_unit(name: str) -> Unit | None:
    """The unit of that name, without regard to case."""
    return next((unit for unit in UNITS if unit == name.strip().lower()), None)


def with_plain_formats(tree: exp.Expr) -> exp.Expr:
    """The tree with `to_char(date, 'YYYY-MM')`, where sqlglot keeps it apart, as any other date format."""

    def plain(node: exp.Expr) -> exp.Expr:
        style = node.text("format") if isinstance(node, exp.ToChar) else ""
        if not _TEMPLATE.search(style):
            return node
        return _format(node.this, _TEMPLATE.sub(lambda part: _TEMPLATE_PARTS[part[0].upper()], style))

    return tree.transform(plain)


def _format(column: exp.Expr, style: str) -> exp.Expr:
    return exp.TimeToStr(this=column, format=exp.Literal.string(style))


def _monday(column: exp.Expr, dialect: str) -> exp.Expr:
    if dialect == "sqlite":
        steps = [exp.Literal.string("weekday 0"), exp.Literal.string("-6 days")]
        return exp.Anonymous(this="DATE", expressions=[column.copy(), *steps])
    if dialect in ("mysql", "mariadb"):
        weekday = exp.Anonymous(this="WEEKDAY", expressions=[column.copy()])
        return exp.DateSub(this=column.copy(), expression=weekday, unit=exp.var("DAY"))
    week = "ISOWEEK" if dialect == "bigquery" else "WEEK"
    return exp.TimestampTrunc(this=column.copy(), unit=exp.var(week))


def _quarter(column: exp.Expr, dialect: str) -> exp.Expr:
    year = _format(column.copy(), "%Y")
    if dialect == "sqlite":
        month = exp.cast(_format(column.copy(), "%m"), "int")
        plus_two = exp.Paren(this=exp.Add(this=month, expression=exp.Literal.number(2)))
        number: exp.Expr = exp.Paren(
            this=exp.Div(this=plus_two, expression=exp.Literal.number(3), typed=True, safe=True)
        )
    else:
        number = exp.cast(exp.Extract(this=exp.var("QUARTER"), expression=column.copy()), "varchar")
    start = exp.DPipe(this=year, expression=exp.Literal.string("-Q"), safe=True)
    if dialect in ("mysql", "mariadb"):
        number = number.this
    return exp.DPipe(this=start, expression=number, safe=True)


def _weekday(column: exp.Expr, dialect: str) -> exp.Expr:
    """The day's name, told from its number so that no setting of the database changes it."""
    sunday = WEEKDAYS[-1:] + WEEKDAYS[:-1]
    if dialect == "sqlite":
        number: exp.Expr = exp.cast(_format(column.copy(), "%w"), "int")
        named = list(enumerate(sunday))
    elif dialect in ("mysql", "mariadb"):
        number, named = exp.DayOfWeek(this=column.copy()), list(enumerate(sunday, 1))
    elif dialect in ("postgres", "duckdb", "snowflake", "redshift"):
        part = "DOW" if dialect == "redshift" else "DAYOFWEEKISO" if dialect == "snowflake" else "ISODOW"
        number = exp.Extract(this=exp.var(part), expression=column.copy())
        named = list(enumerate(sunday)) if part == "DOW" else list(enumerate(WEEKDAYS, 1))
    else:
        number = exp.Extract(this=exp.var("DAYOFWEEK"), expression=column.copy())
        named = list(enumerate(sunday, 1))
    whens = [exp.If(this=exp.Literal.number(n), true=exp.Literal.string(name)) for n, name in named]
    return exp.Case(this=number, ifs=whens)


def _read_weekday(node: exp.Expr) -> tuple[exp.Column, Unit] | None:
    """A number of the day in the week, with the seven names for it."""
    if not isinstance(node, exp.Case) or node.this is None:
        return None
    if sorted(when.args["true"].name for when in node.args["ifs"]) != sorted(WEEKDAYS) or node.args.get("default"):
        return None
    part = read_part(node.this)
    return (part[0], "weekday") if part and part[1] in _DAYS_OF_WEEK else None


_DAYS_OF_WEEK = ("dayofweek", "isodow", "dow", "dayofweekiso")


def _read_format(node: exp.Expr) -> tuple[exp.Column, Unit] | None:
    style = node.text("format")
    unit = _UNIT_OF_FORMAT.get(style)
    if unit is None:
        return None
    inner = _bare(node.this)
    if isinstance(inner, exp.TsOrDsToDate):
        inner = _bare(inner.this)
    truncated = _read_monday(inner) or read_unit(inner)
    if truncated and UNITS.index(truncated[1]) >= UNITS.index(unit):
        return truncated
    return _with_column(inner, unit)


def _read_monday(node: exp.Expr) -> tuple[exp.Column, Unit] | None:
    if isinstance(node, exp.Anonymous) and node.name.upper() == "DATE":
        steps = [step.name for step in node.expressions[1:]]
        if steps in (["weekday 0", "-6 days"], ["-6 days", "weekday 1"]):
            return _with_column(node.expressions[0], "week")
    if isinstance(node, exp.DateSub) and node.text("unit").upper() == "DAY":
        days = node.expression.unnest()
        if isinstance(days, exp.Anonymous) and days.name.upper() == "WEEKDAY":
            first, second = _column(node.this), _column(days.expressions[0])
            return (first, "week") if first is not None and first == second else None
    return None


def _read_modified(node: exp.Expr) -> tuple[exp.Column, Unit] | None:
    """SQLite's `date(t.c, 'start of month')`, and the Mondays."""
    monday = _read_monday(node)
    if monday:
        return monday
    if isinstance(node, exp.Anonymous) and node.name.upper() == "DATE" and len(node.expressions) == 2:
        unit = {"start of month": "month", "start of year": "year", "start of day": "day"}.get(node.expressions[1].name)
        return _with_column(node.expressions[0], unit) if unit else None
    return None


def _read_quarter(node: exp.Expr) -> tuple[exp.Column, Unit] | None:
    """A year and the quarter number put together: `strftime('%Y', t.c) || '-Q' || …`."""
    parts = text_pieces(node)
    if len(parts) not in (2, 3) or (len(parts) == 3 and not parts[1].is_string):
        return None
    year, number = read_unit(parts[0]), _quarter_number(parts[-1])
    if year and year[1] == "year" and number is not None and number == year[0]:
        return year[0], "quarter"
    return None


def _quarter_number(node: exp.Expr) -> exp.Column | None:
    node = _bare(node)
    part = read_part(node)
    if part and part[1] == "quarter":
        return part[0]
    if not isinstance(node, exp.Div) or node.expression.name != "3":
        return None
    plus = _bare(node.this)
    if not isinstance(plus, exp.Add) or plus.expression.name != "2":
        return None
    month = read_part(plus.this)
    return month[0] if month and month[1] == "month" else None


def _bare(node: exp.Expr) -> exp.Expr:
    """Without parentheses and casts that keep the day."""
    while isinstance(node, exp.Paren | exp.TsOrDsToTimestamp | exp.TsOrDsToDateStr) or (
        isinstance(node, exp.Cast) and node.to.this != exp.DataType.Type.DATE
    ):
        node = node.this
    return node


def _with_column(node: exp.Expr, unit: str) -> tuple[exp.Column, Unit] | None:
    column, named = _column(node), named_unit(unit)
    return (column, named) if column is not None and named else None


def _column(node: exp.Expr | None) -> exp.Column | None:
    while isinstance(node, exp.Paren | exp.Cast | exp.TsOrDsToTimestamp | exp.TsOrDsToDate | exp.Date):
        node = node.this
    return node if isinstance(node, exp.Column) else None
