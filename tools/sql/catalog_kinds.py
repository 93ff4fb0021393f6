"""Our word for a column's type, from the text that a database's catalogue gives."""

from functools import lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError


@lru_cache(maxsize=4096)
def kind_of(data_type: str, dialect: str) -> str:
    """As `Column.kind`, for a type as the dialect writes it; `other` for one it does not know."""
    try:
        parsed = exp.DataType.build(data_type, dialect=dialect, udt=True)
    except (SqlglotError, ValueError):
        return "other"
    return next((kind for types, kind in _KINDS if parsed.is_type(*types)), "other")


_OF_DAY = {exp.DataType.Type.TIME, exp.DataType.Type.TIMETZ}
_KINDS = (
    (exp.DataType.INTEGER_TYPES, "integer"),
    ({exp.DataType.Type.DECIMAL}, "decimal"),
    ({exp.DataType.Type.FLOAT, exp.DataType.Type.DOUBLE}, "float"),
    ({*exp.DataType.TEXT_TYPES, exp.DataType.Type.ENUM, exp.DataType.Type.SET}, "text"),
    ({exp.DataType.Type.DATE}, "date"),
    ({*exp.DataType.TEMPORAL_TYPES} - {exp.DataType.Type.DATE, *_OF_DAY}, "datetime"),
    ({exp.DataType.Type.BOOLEAN}, "boolean"),
)
