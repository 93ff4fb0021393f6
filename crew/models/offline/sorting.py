"""What an order is by where the question says only how: `newest first`, `in alphabetical order`, `largest first`."""

from crew.models.offline.inquiry import Inquiry
from crew.models.offline.labels import label_columns
from crew.models.offline.listed import listed_columns
from crew.models.offline.measured_words import columns_about
from crew.models.offline.names import name_words
from crew.models.offline.resolving import DATED, NUMERIC
from crew.models.offline.times import births, is_bare_year, time_column


def settle_order(inquiry: Inquiry) -> None:
    """Find the one column or measure that an order is by; where there is none, the order was not understood."""
    if not inquiry.sorting:
        return
    if inquiry.sorting == "letters":
        is_clear = _by_letters(inquiry)
    elif inquiry.sorting == "age":
        is_clear = _by_age(inquiry)
    else:
        is_clear = _by_value(inquiry)
    if not is_clear:
        inquiry.problems.append("order")


def _by_letters(inquiry: Inquiry) -> bool:
    if inquiry.order is not None:
        return _kind(inquiry, inquiry.order) == "text"
    named = inquiry.by if inquiry.measures else listed_columns(inquiry)
    texts = [c for c in named if _kind(inquiry, c) == "text"]
    labels = label_columns(inquiry.subject.table or "", inquiry.vocabulary) if inquiry.subject is not None else []
    own = [c for c in texts if [c] == labels]
    inquiry.order = texts[0] if len(texts) == 1 else own[0] if own else None
    return inquiry.order is not None and not inquiry.ranking


def _by_age(inquiry: Inquiry) -> bool:
    if inquiry.order is None:
        inquiry.order = None if inquiry.measures else _dated_column(inquiry)
    column = inquiry.vocabulary.column(inquiry.order or "")
    if column is None or inquiry.ranking:
        return False
    if column.kind in NUMERIC and "age" in name_words(column.name):
        inquiry.descending = not inquiry.descending
        return True
    return column.kind in DATED or is_bare_year(column)


def _dated_column(inquiry: Inquiry) -> str | None:
    """The day or the age by which the rows listed are old or new."""
    table = inquiry.vocabulary.schema.table(inquiry.subject.table or "") if inquiry.subject is not None else None
    if table is None:
        return None
    born = births(table)
    ages = [f"{table.name}.{c.name}" for c in columns_about(table.columns, ("age",))]
    if born or ages:
        return [*born, *ages][0] if len([*born, *ages]) == 1 else None
    time = time_column([table.name], inquiry.vocabulary, ())
    return time if time is not None and time.startswith(f"{table.name}.") else None


def _by_value(inquiry: Inquiry) -> bool:
    if inquiry.order is not None or inquiry.measures or inquiry.having or inquiry.ranking or inquiry.units:
        return True
    listed = listed_columns(inquiry)
    fitting = [c for c in listed if inquiry.sorting == "value" or _kind(inquiry, c) in NUMERIC]
    inquiry.order = fitting[0] if len(fitting) == 1 else None
    return inquiry.order is not None


def _kind(inquiry: Inquiry, column: str) -> str:
    known = inquiry.vocabulary.column(column)
    return known.kind if known is not None else ""
