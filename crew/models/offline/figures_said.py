"""Figures that are asked for before a name: whether of all rows at once, and whether the name leaves them out."""

from crew.models.offline.cues import begins_with_aggregate
from crew.models.offline.items import Item, is_table
from crew.models.offline.reading import Reading, Role

AGGREGATES = ("average", "total", "highest", "lowest")
MEASURING = ("count", "count_distinct", "average", "total")


def is_beside(text: str, before: Item, item: Item) -> bool:
    """Whether two stand in a row: `minimum, maximum and average`."""
    return text[before.end : item.start].strip() in (",", "and", ", and", "und", "et", "y")


def is_of_all(item: Item, following: Item | None, reading: Reading) -> bool:
    """`the average fee across all riders` is one figure, as is one for all the rows that it is taken of."""
    if item.text.lower() not in _OF_ALL:
        return False
    measured = [m.item for m in reading.mentions if m.role in AGGREGATES or m.role in MEASURING]
    own = {t.table for i in measured for t in i.targets if t.kind == "column"}
    is_own = following is not None and any(t.kind == "table" and t.name in own for t in following.targets)
    return bool(measured) and is_table(following) and (is_own or item.text.lower().startswith("across"))


def lost_before(text: str, reading: Reading, cue: Item | None, item: Item, role: Role) -> list[str]:
    """What a cue asked for and would be lost with the name behind it.

    `total and average fee` before a metric of averages; the dogs of `how many dogs had a visit`, which are no visits.
    """
    if cue is None:
        return []
    if role in AGGREGATES and begins_with_aggregate(item) and is_beside(text, cue, item):
        return [cue.text]
    since = [m.item for m in reading.mentions if m.item.start >= cue.end]
    if not since or role not in ("count", "count_distinct") or not since[0].is_value:
        return []
    is_counted = not text[cue.end : since[0].start].strip()
    between = text[since[0].end : [*since, item][1].start].strip(" ,").lower()
    is_other = is_table(item) and not {t.table for t in since[0].targets} & {t.table for t in item.targets}
    return [since[0].text] if is_counted and is_other and between not in ("", "and", "or") else []


_OF_ALL = ("across all", "for all")
