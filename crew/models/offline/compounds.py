"""Two names said as one: `patient height` is the height that patients have, not a patient and a height."""

from dataclasses import replace
from itertools import pairwise

from crew.models.offline.items import Item
from crew.models.offline.language import words_of
from crew.models.offline.reading import Mention


def joined_compounds(mentions: list[Mention], *, is_listing: bool) -> list[Mention]:
    """The mentions with a table's name that only stands before one of its columns left out, its role passed on."""
    kept: list[Mention] = []
    for mention, following in zip(mentions, [*mentions[1:], None], strict=False):
        last = kept[-1] if kept else None
        is_asked = last is not None and not is_listing and _is_asked_for(last, mention, following)
        if last is not None and (is_asked or _qualifies(last, mention)):
            joined = replace(mention, item=mention.item if is_asked else _of_table(last, mention))
            kept = [replace(joined, role=m.role) if m.item is last.item else m for m in kept]
        else:
            kept.append(mention)
    return kept


def _of_table(first: Mention, second: Mention) -> Item:
    """The column's item, read as a column of the table before it where that has one so called."""
    tables = {t.name for t in first.item.targets if t.kind == "table"}
    own = tuple(replace(t, rank=0) for t in second.item.targets if t.kind == "column" and t.table in tables)
    return replace(second.item, targets=own) if len(own) == 1 else second.item


def counted_attributes(mentions: list[Mention]) -> list[str]:
    """Columns that stand where a count asks for the rows behind them: `active members` counts members."""
    return [
        first.item.text
        for first, second in pairwise(mentions)
        if first.role in ("count", "count_distinct")
        and all(t.kind == "column" for t in first.item.targets)
        and first.item.end + 1 == second.item.start
        and {t.table for t in first.item.targets} & {t.name for t in second.item.targets if t.kind == "table"}
    ]


def foreign_attributes(mentions: list[Mention]) -> list[str]:
    """Figures behind rows that do not hold them: `total ticket revenue` where only sales have a revenue."""
    return [
        second.item.text
        for first, second in pairwise(mentions)
        if first.role in ("count", "count_distinct", "average", "total")
        and first.item.end + 1 == second.item.start
        and not second.item.text.lower().endswith("ed")
        and all(t.kind in ("metric", "column") for t in second.item.targets)
        and (own := {t.table for t in first.item.targets if t.kind in ("table", "metric")})
        and not own & {t.table for t in second.item.targets}
    ]


def _qualifies(first: Mention, second: Mention) -> bool:
    if (
        first.role not in _PASSED_ON
        or second.role not in ("plain", first.role)
        or first.operator is not None
        or first.is_negated
    ):
        return False
    if second.item.text.lower().endswith("ed"):
        return False
    if first.role in ("count", "count_distinct") and (second.operator is not None or _is_verb(first, second)):
        return False
    if first.item.end + 1 != second.item.start or any(t.kind == "table" and t.rank == 0 for t in second.item.targets):
        return False
    tables = {t.name for t in first.item.targets if t.kind == "table"}
    return any(t.kind == "column" and t.table in tables for t in second.item.targets)


def _is_asked_for(first: Mention, second: Mention, following: Mention | None) -> bool:
    """`which beer style …` asks for styles, where `which beers` asks for beers and `student majors in` is a verb."""
    tables = {t.name for t in first.item.targets if t.kind == "table" and t.rank == 0}
    is_own = any(t.kind == "dimension" and t.table in tables and t.rank == 0 for t in second.item.targets)
    is_verb = is_plural(second.item.text) and following is not None and following.role == "value"
    is_plain = second.role == "plain" and second.operator is None and first.operator is None and not first.is_negated
    is_next = first.item.end + 1 == second.item.start and not is_plural(first.item.text) and not is_verb
    return first.role == "subject" and is_own and is_plain and is_next


def _is_verb(first: Mention, second: Mention) -> bool:
    """`students major` says what students do, where `student majors` are their majors."""
    return is_plural(first.item.text) and not is_plural(second.item.text)


def is_plural(text: str) -> bool:
    """Whether the last word of a text is a plural."""
    last = words_of(text)[-1]
    return last.stem != last.plain


_PASSED_ON = ("count", "count_distinct", "average", "total", "highest", "lowest", "order", "group")
