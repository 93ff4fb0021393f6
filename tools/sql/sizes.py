"""Expressions whose value could be of any size: padding, widths in formats, and lists of numbers."""

import re

from sqlglot import exp

MOST_CHARACTERS = 1000
"""How wide a value may be padded."""
MOST_NUMBERS = 100_000
"""How long a list of numbers may be."""

SIZED = (exp.Pad, exp.Format, exp.Anonymous, exp.GenerateSeries)
"""What `refused_size` looks into."""

_FORMATS = {"FORMAT", "PRINTF"}
_WIDTH = re.compile(r"\d+|\*")


def refused_size(node: exp.Expr, dialect: str) -> str | None:
    """Why an expression may grow too large, in words for its author; None when its size is bounded."""
    if isinstance(node, exp.Pad) and not _is_at_most(node.expression, MOST_CHARACTERS):
        return f"Pad to a width written as a number of at most {MOST_CHARACTERS}."
    if _is_format(node) and not _is_narrow(_format_text(node)):
        return f"Write the format as text, with widths of at most {MOST_CHARACTERS} and without `*`."
    if isinstance(node, exp.GenerateSeries) and dialect == "duckdb" and not _is_short(node):
        return f"List at most {MOST_NUMBERS:,} numbers, with bounds written as numbers, or dates with an interval."
    return None


def _is_at_most(node: exp.Expr | None, most: int) -> bool:
    return isinstance(node, exp.Literal) and node.is_int and int(node.name) <= most


def _is_format(node: exp.Expr) -> bool:
    return isinstance(node, exp.Format) or (isinstance(node, exp.Anonymous) and node.name.upper() in _FORMATS)


def _format_text(node: exp.Expr) -> exp.Expr | None:
    return node.this if isinstance(node, exp.Format) else next(iter(node.expressions), None)


def _is_narrow(text: exp.Expr | None) -> bool:
    if not isinstance(text, exp.Literal) or not text.is_string:
        return False
    return all(width != "*" and int(width) <= MOST_CHARACTERS for width in _WIDTH.findall(_directives(text.name)))


def _directives(text: str) -> str:
    """The parts of a format text that stand for values: `%5.2f`, `{:>9}`."""
    return " ".join(re.findall(r"%[^%a-zA-Z]*[a-zA-Z]|\{[^}]*\}", text))


def _is_short(series: exp.GenerateSeries) -> bool:
    if isinstance(series.args.get("step"), exp.Interval):
        return True
    bounds = [_number(series.args.get(key)) for key in ("start", "end")]
    return None not in bounds and abs((bounds[1] or 0) - (bounds[0] or 0)) <= MOST_NUMBERS


def _number(node: exp.Expr | None) -> int | None:
    sign = -1 if isinstance(node, exp.Neg) else 1
    inner = node.this if isinstance(node, exp.Neg) else node
    return sign * int(inner.name) if isinstance(inner, exp.Literal) and inner.is_int else None
