"""Whether a result holds what a right one does, whatever the names and order of its columns and rows."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

_DIGITS = 6
"""Significant digits of a number that count."""


def are_alike(gold: Sequence[Sequence[Any]], got: Sequence[Sequence[Any]]) -> bool:
    """True when for each column of `gold` there is one of `got`, and these columns hold the same rows.

    Repeated rows count once; further columns of `got` do not matter.
    """
    wanted = {tuple(map(_plain, row)) for row in gold}
    rows = [tuple(map(_plain, row)) for row in got]
    if not wanted or not rows:
        return not wanted and not rows
    width, given = len(next(iter(wanted))), len(rows[0])
    fitting = [
        [c for c in range(given) if {r[c] for r in rows} == {w[column] for w in wanted}] for column in range(width)
    ]
    return any({tuple(r[c] for c in columns) for r in rows} == wanted for columns in _choices(fitting))


def hold_parts(parts: Sequence[Sequence[Sequence[Any]]], results: Sequence[Sequence[Sequence[Any]]]) -> bool:
    """True when each part, a result of one number, is a cell of the results or the sum of a column of one."""
    numbers = {_plain(cell) for rows in results for row in rows for cell in row}
    numbers |= {_plain(sum(column)) for rows in results for column in zip(*rows, strict=True) if _are_numbers(column)}
    return bool(parts) and all(_plain(rows[0][0]) in numbers for rows in parts)


def _are_numbers(column: Sequence[Any]) -> bool:
    return all(isinstance(cell, int | float | Decimal) for cell in column)


def _choices(fitting: list[list[int]]) -> Iterable[tuple[int, ...]]:
    if not fitting:
        yield ()
        return
    for rest in _choices(fitting[:-1]):
        for column in fitting[-1]:
            if column not in rest:
                yield (*rest, column)


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, int | float | Decimal):
        return float(f"{float(value):.{_DIGITS}g}")
    if isinstance(value, datetime):
        value = value.isoformat(sep=" ")
        return value.removesuffix(" 00:00:00")
    if isinstance(value, date):
        return value.isoformat()
    return value.strip().casefold().removesuffix(" 00:00:00") if isinstance(value, str) else value
