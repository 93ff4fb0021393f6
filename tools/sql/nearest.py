"""The names a model probably meant."""

from collections.abc import Collection, Iterable

from rapidfuzz import fuzz, process

from tools.sql.schema import Schema

_AT_MOST = 5


def nearest_tables(schema: Schema, name: str) -> list[str]:
    """At most five tables, the most similar name first."""
    return _nearest(name, (t.name for t in schema.tables))


def nearest_columns(schema: Schema, name: str, tables: Collection[str] = ()) -> list[str]:
    """At most five columns as `table.column`, the most similar first; of `tables` only, unless empty."""
    wanted = {t.lower() for t in tables}
    columns = {
        f"{table.name}.{column.name}": column.name.lower()
        for table in schema.tables
        if not wanted or table.name.lower() in wanted
        for column in table.columns
    }
    found = process.extract(name.lower(), columns, scorer=fuzz.WRatio, limit=_AT_MOST)
    return [key for _value, _score, key in found]


def _nearest(name: str, names: Iterable[str]) -> list[str]:
    found = process.extract(name, list(names), scorer=fuzz.WRatio, processor=str.lower, limit=_AT_MOST)
    return [match for match, _score, _index in found]
