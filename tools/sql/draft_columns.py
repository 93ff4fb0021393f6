"""Guessing from its name and type what a column is for."""

from collections.abc import Sequence

from tools.sql.naming import singular, words_in
from tools.sql.schema import Column, Schema, Table

_CODES = {
    "id", "ids", "key", "uid", "uuid", "guid", "pk", "fk", "code", "ref", "no", "nr", "num", "number", "zip", "postal",
    "phone", "fax", "mobile", "hash", "ip", "url", "vin", "isbn", "ssn", "epoch", "version", "mcc", "sid", "fid",
}  # fmt: skip
_CALENDAR = {"year", "month", "day", "week", "quarter", "hour", "minute", "weekday", "yr", "dow"}
_PLACES = {"latitude", "longitude", "lat", "lon", "lng", "altitude", "elevation", "x", "y"}
_FLAGS = {"is", "has", "active", "enabled", "opt", "flag", "deleted", "verified"}
_ORDINALS = {
    "rank",
    "position",
    "level",
    "sequence",
    "order",
    "sort",
    "index",
    "row",
    "type",
    "status",
    "sender",
    "prio",
    "priority",
    "severity",
}
_LEVELS = {
    "price", "rate", "rating", "score", "age", "percent", "percentage", "pct", "ratio", "density", "length", "height",
    "weight", "temperature", "duration", "limit", "size", "width", "depth", "speed", "balance", "low", "high", "open",
    "close", "cm", "kg", "salary", "bal", "wage", "min", "max", "freq", "frequency",
}  # fmt: skip
_ADDITIVE = {
    "amount", "total", "sum", "cost", "costs", "revenue", "sales", "sale", "sold", "turnover", "income", "expense",
    "expenses", "payment", "paid", "spend", "spent", "fee", "fees", "tax", "vat", "freight", "profit", "loss",
    "discount", "quantity", "qty", "count", "number", "volume", "hours", "hrs", "liters", "litres", "value", "amt",
}  # fmt: skip
_NOT_EVENTS = {
    "birth", "dob", "hire", "hired", "join", "joined", "register", "registered", "registration", "termination",
    "verified", "login", "reg", "read", "completed", "left", "ended", "closed", "resigned", "churned", "cancelled",
    "returned", "removed", "expired", "deceased", "died", "death", "discharged", "retired",
}  # fmt: skip
_ENDS = {"expiry", "expires", "last", "due", "end", "until", "to"}
_BEGINNINGS = {
    "signup", "signed", "opened", "opening", "founded", "established", "installed", "activated", "enrolled",
    "commissioned", "started", "start", "since", "admitted", "acquired", "from",
}  # fmt: skip
"""Since when something that has a name has been there."""
_BARE_DAYS = {"date", "day", "time", "timestamp", "datetime", "dt", "ts"}
_SHARED = 4
"""So many letters two forms of a word begin with: `order` and `ordered`."""
_MOMENTS = {"ts", "at", "on", "timestamp", "epoch", "unix"}
_AUDIT = {"update", "updated", "modified", "deleted", "changed"}
_CREATED = {"create", "created", "crtd", "inserted"}
_GROUPING = {
    "country", "city", "state", "region", "province", "category", "type", "segment", "status", "channel", "department",
    "brand", "class", "group", "gender", "method", "specialty", "currency", "rating", "source", "genre", "make",
}  # fmt: skip
_PROSE = {
    "description", "desc", "address", "street", "comment", "comments", "notes", "message", "text", "email", "url",
    "homepage", "website", "abstract", "date", "dt", "ts", "time",
}  # fmt: skip
_PERSONAL = {"first", "last", "middle", "username", "login", "password", "secret", "token", "salt", "hash", "agent"}
_UNITS = {
    "milliseconds": "ms", "seconds": "s", "minutes": "min", "hours": "h", "bytes": "bytes", "kg": "kg", "cm": "cm",
    "km": "km", "percent": "%", "pct": "%",
}  # fmt: skip
_CURRENCIES = {
    "eur", "usd", "gbp", "chf", "jpy", "cny", "sek", "nok", "dkk", "pln", "czk", "huf", "ron", "cad", "aud", "nzd",
    "inr", "brl", "mxn", "zar", "krw", "sgd", "hkd", "ils", "aed", "sar",
}  # fmt: skip


def own_words(table: Table, column: Column) -> tuple[str, ...]:
    """The words of a column's name without those that all columns of its table begin with."""
    words = words_in(column.name)
    shared = _shared_start([words_in(c.name) for c in table.columns])
    return words[shared:] or words


def is_reference(schema: Schema, table: Table, column: Column) -> bool:
    """True for keys, foreign keys and codes: numbers that are not amounts."""
    text = f"{table.name}.{column.name}"
    joined = {c for join in (*schema.joins, *schema.suggestions) for c in (*join.left, *join.right)}
    last = words_in(column.name)[-1]
    is_short_id = column.kind == "integer" and len(last) == 3 and last.endswith("id")
    return column.name in table.primary_key or text in joined or last in _CODES or is_short_id


def is_amount(schema: Schema, table: Table, column: Column) -> bool:
    """True for numbers that can be added up or averaged."""
    words = set(own_words(table, column))
    others = _CALENDAR | _PLACES | _FLAGS | _ORDINALS | _CODES
    is_number = column.kind in ("integer", "decimal", "float") and not column.is_zero_or_one
    return is_number and not is_reference(schema, table, column) and not words & others


def is_level(table: Table, column: Column) -> bool:
    """True for amounts whose sum says little, such as a rate or a height."""
    words = set(own_words(table, column))
    return bool(_LEVELS & words) and not words & {"total", "sale", "sold"}


def is_additive(column: Column, words: Sequence[str]) -> bool:
    """True where a number's bare name means its sum: costs and numbers of things add up, of others nothing is known."""
    is_counted = column.kind == "integer" and singular(words[-1]) != words[-1]
    return is_counted or bool(_ADDITIVE & set(words))


def is_quantity(table: Table, column: Column) -> bool:
    """True for a number of pieces."""
    return bool({"quantity", "qty", "units", "pieces", "shares"} & set(own_words(table, column)))


def is_price(table: Table, column: Column) -> bool:
    """True for the price of one piece."""
    words = set(own_words(table, column))
    return "price" in words and not words & {"total", "sale"}


def is_category(schema: Schema, table: Table, column: Column) -> bool:
    """True for text or a flag that rows are grouped by."""
    words = own_words(table, column)
    if column.kind == "boolean":
        return True
    if column.kind != "text" or is_reference(schema, table, column) or (_PROSE | _PERSONAL) & set(words):
        return False
    if any(set('{}[]"') & set(value) for value in column.values):  # lists written into one cell
        return False
    if column.values and all(value.isdecimal() for value in column.values):  # numbers without words, such as a flag
        return False
    return bool(column.values) or bool(_GROUPING & set(words))


def label_column(table: Table) -> Column | None:
    """The column whose value names a row: its name or title, or the last name of a person."""
    texts = [column for column in table.columns if column.kind == "text"]
    row = (*words_in(table.name)[:-1], singular(words_in(table.name)[-1]))
    last = [column for column in texts if own_words(table, column)[-2:] in (("last", "name"), ("family", "name"))]
    wishes = (("name",), (*row, "name"), ("title",), ("label",), row)
    for wish in wishes[: 2 if last else None]:
        for column in texts:
            if wish in (own_words(table, column), words_in(column.name)):
                return column
    named = [c for c in texts if own_words(table, c)[-1:] in (("name",), ("title",), ("symbol",))]
    others = [c for c in named if not _PERSONAL & set(own_words(table, c))]
    return next(iter([*last, *others]), None)


def event_rank(table: Table, column: Column) -> int:
    """How well a date tells when a row happened: 3 its event, 2 its creation, 1 another date of it, 0 not at all."""
    words = set(own_words(table, column))
    if column.kind not in ("date", "datetime") or words & _AUDIT or words & {"birth", "birthday", "born", "dob"}:
        return 0
    if words & _CREATED:
        return 2
    if words & _ENDS:
        return 1
    is_beginning = bool(words & _BEGINNINGS) and label_column(table) is not None
    is_other = bool(words & _NOT_EVENTS) or is_beginning or column.has_gaps
    return 1 if is_other and not is_own_day(table, column) else 3


def is_of_some(table: Table, column: Column) -> bool:
    """Whether a date tells of what happened to some rows only: faults are no younger for being mended."""
    return column.has_gaps and event_rank(table, column) == 1


def is_own_day(table: Table, column: Column) -> bool:
    """Whether a date is called like its table's rows, as `ordered_on` in `orders`, or only a date."""
    rows = {singular(word)[:_SHARED] for word in words_in(table.name)}
    words = own_words(table, column)
    return set(words) <= _BARE_DAYS or any(word[:_SHARED] in rows for word in words if len(word) >= _SHARED)


def is_moment_number(column: Column) -> bool:
    """Whether a whole number is called like a moment, as seconds since 1970 are: `sent_at`, `sent_ts`."""
    words = words_in(column.name)
    return column.kind == "integer" and len(words) > 1 and words[-1] in _MOMENTS


def unit_of(table: Table, column: Column) -> str | None:
    """The unit or currency that a column's name ends in, such as `weight_kg`; what is told per unit is not in it."""
    words = own_words(table, column)
    if "per" in words:
        return None
    last = words[-1]
    return last.upper() if last in _CURRENCIES else _UNITS.get(last)


def measured_words(table: Table, column: Column) -> tuple[str, ...]:
    """The words of what a column measures: its own, without a currency that tells it from no other column."""
    words = own_words(table, column)
    if words[-1] not in _CURRENCIES or len(words) == 1:
        return words
    alike = [c for c in table.columns if own_words(table, c)[:-1] == words[:-1] or own_words(table, c) == words[:-1]]
    return words if len(alike) > 1 else words[:-1]


def _shared_start(names: Sequence[tuple[str, ...]]) -> int:
    if len(names) < 3:
        return 0
    shortest = min(len(name) for name in names)
    length = 0
    while length < shortest - 1 and len({name[length] for name in names}) == 1:
        length += 1
    return length
