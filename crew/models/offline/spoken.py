"""Tables, columns and values as a person would say them, for questions asked back."""

import re

from crew.models.offline.names import name_words, table_words, without_table
from crew.models.offline.vocabulary import Target

_NAMED = re.compile(r"`?\b([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)\.([A-Za-z_]\w*)\b`?")


def spoken_column(name: str) -> str:
    """`fuel_purchases.cost_eur` as `cost eur of fuel purchase`."""
    table, _, column = name.rpartition(".")
    words = without_table(column, table) or name_words(column)
    return f"{' '.join(words)} of {' '.join(table_words(table))}" if table else " ".join(words)


def spoken_target(target: Target) -> str:
    """What a name stands for, in words."""
    if target.kind == "value" and isinstance(target.value, str):
        return f"{target.value} ({spoken_column(target.name)})"
    if target.kind == "value":
        return f"{'' if target.value else 'not '}{spoken_column(target.name)}"
    if target.kind == "column":
        return spoken_column(target.name)
    return " ".join(name_words(target.name))


def spoken_words(text: str) -> str:
    """A text in which columns are told in words."""
    return _NAMED.sub(lambda found: spoken_column(f"{found[1]}.{found[2]}"), text)
