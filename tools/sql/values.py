"""Cells as evidence holds them: exact decimals, dates as dates, everything bounded in size."""

import json
import math
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import types

from tools.terms import Scalar


def kind_of_type(sql_type: types.TypeEngine[Any]) -> str:
    """Our word for a column's declared type, as in `EvidenceColumn.type`."""
    for cls, kind in _KINDS:
        if isinstance(sql_type, cls):
            return kind
    return "other"


def kind_of_values(values: Sequence[Scalar]) -> str:
    """Our word for what a result column holds, judged by its values."""
    kinds = {_kind(value) for value in values if value is not None}
    if len(kinds) == 1:
        return kinds.pop()
    if kinds and kinds <= {"integer", "float"}:
        return "float"
    if kinds and kinds <= {"integer", "decimal"}:
        return "decimal"
    return "other"


def cell(value: Any, max_bytes: int) -> tuple[Scalar, bool]:
    """A driver's value as evidence holds it, and whether it had to be cut."""
    if value is None or isinstance(value, bool | int | datetime | date):
        return value, False
    if isinstance(value, float):
        return (value, False) if math.isfinite(value) else (str(value), False)
    if isinstance(value, Decimal):
        return (value, False) if value.is_finite() else (str(value), False)
    if isinstance(value, bytes | bytearray | memoryview):
        return _as_hex(bytes(value))
    return _cut(_as_text(value), max_bytes)


def typed_column(values: list[Scalar], kind: str | None, scale: int | None) -> list[Scalar]:
    """Values of a database without types of its own, as the column behind them was declared.

    Dates and decimals are converted when every value allows it; otherwise the values stay as they are.
    """
    try:
        if kind == "date":
            return [_date(v) for v in values]
        if kind == "datetime":
            return [_datetime(v) for v in values]
        if kind == "decimal":
            return [_decimal(v, scale) for v in values]
        if kind == "boolean":
            return [_boolean(v) for v in values]
    except (ValueError, ArithmeticError):
        return values
    return values


def parameter(value: Scalar, dialect: str) -> Any:
    """A parameter as the driver takes it: SQLite stores dates as text and decimals as floats."""
    if dialect != "sqlite":
        return value
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value


def text_of(content: bytes) -> str:
    """Text of SQLite, which keeps whatever was called text: bytes that are none are shown as such."""
    return content.decode(errors="replace")


def size(value: Scalar) -> int:
    """About how many bytes a cell takes as JSON."""
    return len(value.encode()) if isinstance(value, str) else 16


_MOST_BYTES = 256
_EXACT = 2**50
"""Up to this many of its last digits' units, a float still tells one decimal from the next after a long sum."""

_KINDS: list[tuple[type, str]] = [
    (types.Boolean, "boolean"),
    (types.Integer, "integer"),
    (types.Float, "float"),
    (types.Numeric, "decimal"),
    (types.DateTime, "datetime"),
    (types.Date, "date"),
    (types.Time, "other"),
    (types.Interval, "other"),
    (types.LargeBinary, "other"),
    (types.JSON, "other"),
    (types.ARRAY, "other"),
    (types.Uuid, "other"),
    (types.String, "text"),
]


def _kind(value: Scalar) -> str:
    for cls, kind in _PYTHON_KINDS:
        if isinstance(value, cls):
            return kind
    return "other"


_PYTHON_KINDS: list[tuple[type, str]] = [
    (bool, "boolean"),
    (int, "integer"),
    (float, "float"),
    (Decimal, "decimal"),
    (datetime, "datetime"),
    (date, "date"),
    (str, "text"),
]


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict | list | tuple | set):
        return json.dumps(list(value) if isinstance(value, set | tuple) else value, ensure_ascii=False, default=str)
    if isinstance(value, timedelta):
        return _span(value)
    return value.isoformat() if isinstance(value, time) else str(value)


def _as_hex(value: bytes) -> tuple[str, bool]:
    """Bytes such as keys and digests in whole; of images and the like only how many there are."""
    is_long = len(value) > _MOST_BYTES
    return (f"<{len(value)} bytes>" if is_long else f"0x{value.hex()}"), is_long


def _span(value: timedelta) -> str:
    """`-838:59:59`: hours may be many, as in a TIME of MySQL."""
    sign, left = ("-", -value) if value < timedelta() else ("", value)
    hours, rest = divmod(left, timedelta(hours=1))
    minutes, seconds = divmod(rest, timedelta(minutes=1))
    part = f".{seconds.microseconds:06d}" if seconds.microseconds else ""
    return f"{sign}{hours:02d}:{minutes:02d}:{seconds.seconds:02d}{part}"


def _cut(text: str, max_bytes: int) -> tuple[str, bool]:
    if len(text) * 4 <= max_bytes or len(encoded := text.encode()) <= max_bytes:
        return text, False
    return encoded[:max_bytes].decode(errors="ignore") + "…", True


def _date(value: Scalar) -> Scalar:
    if not isinstance(value, str):
        return _or_refuse(value, date)
    moment = datetime.fromisoformat(value)
    if moment.time() != time():
        raise ValueError(value)
    return moment.date()


def _datetime(value: Scalar) -> Scalar:
    return datetime.fromisoformat(value) if isinstance(value, str) else _or_refuse(value, datetime)


def _decimal(value: Scalar, scale: int | None) -> Scalar:
    if value is None or isinstance(value, Decimal):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(value)
    exact = Decimal(repr(value))
    if scale is None:
        return exact
    if isinstance(value, float) and abs(exact.scaleb(scale)) > _EXACT:
        raise ValueError(value)
    return exact.quantize(Decimal(1).scaleb(-scale))


def _boolean(value: Scalar) -> Scalar:
    if value in (0, 1):
        return bool(value)
    return _or_refuse(value, bool)


def _or_refuse(value: Scalar, cls: type) -> Scalar:
    if value is None or isinstance(value, cls):
        return value
    raise ValueError(value)
