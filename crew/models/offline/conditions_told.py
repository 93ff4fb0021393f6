"""The conditions on what a sentence tells of: ` excluding Spain`, ` with floor area > 500`."""

from decimal import Decimal, InvalidOperation

from crew.models.offline.wording import say
from tasks.figures.printing import print_number
from tasks.plan import Slot
from tools.sql.naming import phrase
from tools.terms import Filter

_SIGNS = {">": ">", ">=": "≥", "<": "<", "<=": "≤", "=": "=", "in": "=", "!=": "≠"}
_EMPTINESS = {"is null": "lacking", "is not null": "having"}


def condition_words(language: str, slot: Slot) -> str:
    """What is left out, and what the rows told of have in common beside their names; empty without either."""
    named = set(slot.need.entities)
    left_out = [f for f in slot.need.filters if f.operator in ("!=", "not in") and not _is_flag(f)]
    names = say(language, "and").join(str(v) for f in left_out for v in f.values)
    told = [
        said
        for f in slot.need.filters
        if f not in left_out and not named & {*f.values} and not _is_plain(f, slot) and (said := _told(language, f))
    ]
    without = say(language, "without", entity=names) if left_out else ""
    return without + (say(language, "with", conditions=say(language, "and").join(told)) if told else "")


def _told(language: str, condition: Filter) -> str:
    column = phrase(condition.column.rpartition(".")[2])
    if condition.operator in _EMPTINESS:
        return say(language, _EMPTINESS[condition.operator], column=column).strip()
    sign = _SIGNS.get(condition.operator)
    values = say(language, "and").join(_value(language, value) for value in condition.values)
    return f"{column} {sign} {values}" if sign else ""


def _is_plain(condition: Filter, slot: Slot) -> bool:
    """That a group has the name it is told by."""
    return condition.operator == "is not null" and condition.column in slot.need.grain


def _is_flag(condition: Filter) -> bool:
    return any(isinstance(value, bool) for value in condition.values)


def _value(language: str, value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return print_number(Decimal(str(value)), None, "plain", language).text
    except InvalidOperation:
        return str(value)
