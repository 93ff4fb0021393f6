"""Conditions that a question sets: a value that a column is to have, a number that bounds one."""

from crew.models.offline.flags import flag_letters
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.labels import label_columns
from crew.models.offline.negations import WITHOUT
from crew.models.offline.reading import Mention
from crew.models.offline.vocabulary import Target
from tools.terms import Filter, Operator


def filter_value(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    """Let a column have a value, or not have it, or be known; a second value of the same column joins the first."""
    value = target.value
    if value is None:
        inquiry.filters.append(Filter(column=target.name, operator="is null" if mention.is_negated else "is not null"))
        return
    column = inquiry.vocabulary.column(target.name)
    is_flag = column is not None and flag_letters(column) is not None
    if isinstance(value, str) and not mention.is_negated and not is_flag:
        inquiry.entities.append(value)
    if mention.is_negated and mention.comparing in WITHOUT and isinstance(value, str):
        inquiry.without.append(target.name)
    one, several = _NOT_EQUAL if mention.is_negated else _EQUAL
    for index, known in enumerate(inquiry.filters):
        if known.column == target.name and known.operator in (one, several):
            values = tuple(dict.fromkeys((*known.values, value)))
            operator = several if len(values) > 1 else one
            inquiry.filters[index] = Filter(column=target.name, operator=operator, values=values)
            return
    inquiry.filters.append(Filter(column=target.name, operator=one, values=(value,)))


_EQUAL: tuple[Operator, Operator] = ("=", "in")
_NOT_EQUAL: tuple[Operator, Operator] = ("!=", "not in")


def conditions_of(column: str, mention: Mention) -> list[Filter]:
    """What is said of a name with numbers: one bound, or both."""
    found = [Filter(column=column, operator=mention.operator or "=", values=mention.values)]
    if mention.upper is not None:
        found.append(Filter(column=column, operator="<=", values=(mention.upper,)))
    return found


def named_person(table: str, mention: Mention, inquiry: Inquiry) -> list[Filter]:
    """Conditions on the first and the last name of people; empty where they are not told by these two."""
    labels, names = label_columns(table, inquiry.vocabulary), str(mention.values[0]).split()
    if len(labels) != 2 or len(names) != 2 or mention.operator != "=":
        return []
    return [Filter(column=label, values=(name,)) for label, name in zip(labels, names, strict=True)]


def naming_column(table: str, inquiry: Inquiry, is_number: bool) -> str | None:
    """The column that a bare name or number of a table is about: what names its rows, or their key."""
    if is_number:
        found = inquiry.vocabulary.schema.table(table)
        return f"{table}.{found.primary_key[0]}" if found and len(found.primary_key) == 1 else None
    labels = label_columns(table, inquiry.vocabulary)
    return labels[0] if len(labels) == 1 else None
