"""Column types that read and write the same in SQLite, MariaDB, MySQL and PostgreSQL."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import DateTime, Dialect, LargeBinary, String, Text
from sqlalchemy.dialects.mysql import DATETIME, LONGBLOB, LONGTEXT
from sqlalchemy.types import TypeDecorator

from tools.evidence import json_value


class LongText(TypeDecorator[str]):
    """Text without a limit; characters that no database takes (NUL, lone surrogates) become �."""

    impl = Text().with_variant(LONGTEXT(), "mysql", "mariadb")
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The text as it can be stored."""
        return None if value is None else storable(value)


class Bytes(TypeDecorator[bytes]):
    """The contents of a file."""

    impl = LargeBinary().with_variant(LONGBLOB(), "mysql", "mariadb")
    cache_ok = True


class ShortText(TypeDecorator[str]):
    """Text up to a length; the rest is cut, since a long name is no reason to lose a run."""

    impl = String
    cache_ok = True

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self._length = length

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The text as it can be stored."""
        return None if value is None else storable(value)[: self._length]


class Json(TypeDecorator[Any]):
    """Any JSON value, kept as text so that its bytes, and digests of them, are the same in every database."""

    impl = LongText
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """The value as canonical JSON."""
        return None if value is None else canonical(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """The value read back."""
        return None if value is None else json.loads(value)


class ExactDecimal(TypeDecorator[Decimal]):
    """A decimal kept as text, so that sums of costs never drift."""

    impl = String(60)
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str | None:
        """The decimal in plain digits."""
        return None if value is None else format(value, "f")

    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:
        """The decimal read back."""
        return None if value is None else Decimal(value)


class Utc(TypeDecorator[datetime]):
    """A moment with microseconds, kept in UTC; a datetime without a time zone is refused."""

    impl = DateTime().with_variant(DATETIME(fsp=6), "mysql", "mariadb")
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment, aware of being UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


def canonical(value: Any) -> str:
    """A JSON value as text that is the same for equal values: sorted keys, no white space, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=json_value)


def storable(text: str) -> str:
    """The text without NUL and lone surrogates."""
    return text.replace("\x00", "�").encode("utf-8", "replace").decode()
