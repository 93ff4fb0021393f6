"""What is the highest or lowest: rows by a column of theirs, a figure, or what there is most of."""

from crew.models.offline.compounds import is_plural
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.measured_words import is_money
from crew.models.offline.measuring import count_of, take_measure
from crew.models.offline.reading import Mention
from crew.models.offline.resolving import DATED, NUMERIC
from crew.models.offline.settling import counted_table
from crew.models.offline.vocabulary import Target
from tools.sql.draft_columns import is_level, is_price


def take_extreme(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    """Rank by what a superlative stands before, or tell its highest or lowest value."""
    is_counted = target.kind == "table" and inquiry.subject is None and not inquiry.by and len(inquiry.columns) == 1
    if is_counted and _is_text(Target("column", inquiry.columns[0]), inquiry):
        inquiry.by, inquiry.columns = inquiry.columns, []
        take_measure(inquiry, mention, f"count({target.name})")
        return
    if is_single_row(inquiry, mention, target) and (inquiry.units or not _is_first(inquiry)):
        _measure_amount(inquiry, mention, target)
    elif target.kind == "table" and inquiry.units and not inquiry.measures:
        take_measure(inquiry, mention, f"count({target.name})")
    elif target.kind in ("table", "dimension") or _is_text(target, inquiry):
        if _is_first(inquiry):
            inquiry.subject = target
        elif not inquiry.measures and not inquiry.order:
            take_measure(inquiry, mention, count_of(_counted_rows(target, mention), inquiry, mention))
    elif any(m.endswith(f"({target.name})") for m in inquiry.measures) or mention.item in inquiry.twice:
        _extreme_value(inquiry, mention, target)
    elif inquiry.subject is not None and target.table == inquiry.subject.table:
        inquiry.order = target.name
    elif inquiry.subject is None and (not inquiry.tables or inquiry.by):
        _extreme_value(inquiry, mention, target)
    elif inquiry.subject is None and target.table in inquiry.tables:
        inquiry.subject = Target("table", target.table or "", table=target.table)
        inquiry.order = target.name
    else:
        _extreme_value(inquiry, mention, target)


def is_single_row(inquiry: Inquiry, mention: Mention, target: Target) -> bool:
    """Whether `the highest payment` is one of the rows a word names: `the most payments` are many of them."""
    first = (inquiry.superlative.split() or [""])[0]
    is_rows = target.kind == "table" or (target.kind == "metric" and counted_table(target.name, inquiry) is not None)
    is_ranked = mention.role in ("highest", "lowest") and first not in _COUNTING
    return is_rows and is_ranked and not is_plural(mention.item.text)


def _is_first(inquiry: Inquiry) -> bool:
    """Whether nothing has been named yet that rows could be ranked for."""
    return inquiry.subject is None and not inquiry.by


def _measure_amount(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    """The one amount of money that such rows hold; where there is none or several, it is not clear what is highest."""
    table = inquiry.vocabulary.schema.table(target.table or target.name)
    amounts = [c for c in (table.columns if table else ()) if c.kind in NUMERIC and not c.is_key and is_money(c.name)]
    if table is None or len(amounts) != 1 or inquiry.measures:
        inquiry.problems.append(mention.item.text)
    else:
        call = "max" if mention.role == "highest" else "min"
        take_measure(inquiry, mention, f"{call}({table.name}.{amounts[0].name})")


def _counted_rows(target: Target, mention: Mention) -> Target:
    """The table that the same word names, where it names one: `most albums` counts albums, not their titles."""
    return next((t for t in mention.item.targets if t.kind == "table" and t.rank == 0), target)


def _is_text(target: Target, inquiry: Inquiry) -> bool:
    column = inquiry.vocabulary.column(target.name) if target.kind == "column" else None
    return column is not None and column.kind not in NUMERIC + DATED


def _extreme_value(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    if inquiry.superlative in _MUCH and inquiry.subject is not None and target.table != inquiry.subject.table:
        _measure_much(inquiry, mention, target)
        return
    take_measure(inquiry, mention, f"{'max' if mention.role == 'highest' else 'min'}({target.name})")
    if inquiry.subject is None and inquiry.limit is None:
        inquiry.ranking = ""


def _measure_much(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    """`the truck that used the most fuel` adds up what it used; of a price or rate there is no most."""
    table, column = inquiry.vocabulary.schema.table(target.table or ""), inquiry.vocabulary.column(target.name)
    if table is None or column is None or is_level(table, column) or is_price(table, column):
        inquiry.problems.append(mention.item.text)
    else:
        take_measure(inquiry, mention, f"sum({target.name})")


_MUCH = ("most", "least", "meisten", "wenigsten", "le plus", "le moins", "mas", "menos")
_COUNTING = frozenset(
    ["most", "least", "fewest", "top", "bottom", "best", "worst", "meisten", "meiste", "wenigsten", "beste", "besten",
     "schlechteste", "schlechtesten", "le", "la", "les", "mas", "menos", "mejor", "mejores", "peor", "peores"]
)  # fmt: skip
"""Superlatives that may be about how many there are."""
