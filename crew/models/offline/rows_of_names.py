"""Columns named in a row at the end of a question: `List the order id, name and price` is about one table."""

from collections.abc import Sequence
from itertools import pairwise

from crew.models.offline.reading import Mention
from crew.models.offline.vocabulary import Target


def beside_in_row(mention: Mention, mentions: Sequence[Mention], before: tuple[Mention, Target] | None) -> list[Target]:
    """The column of the table that the one before it in the row stands in; nothing where that has none so called."""
    if before is None or before[1].kind != "column" or mention.role != "plain" or mention.operator is not None:
        return []
    row = [before[0], *(m for m in mentions if m.position > before[0].position)]
    if mention not in row or not all(_is_next(first, second) for first, second in pairwise(row)):
        return []
    named = [t for t in mention.item.targets if t.rank == 0]
    own = [t for t in named if t.table == before[1].table]
    return own if len(own) == 1 and all(t.kind == "column" for t in named) else []


def _is_next(first: Mention, second: Mention) -> bool:
    """Whether at most a comma and `and` stand between two names."""
    return second.item.start - first.item.end <= len(", and ")
