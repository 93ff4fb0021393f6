"""Tables that only say whether there is a row: `customers who have no orders`, `doctors with treatments`."""

from dataclasses import replace
from itertools import pairwise

from crew.models.offline.inquiry import Inquiry
from crew.models.offline.language import words_of
from crew.models.offline.names import name_words, table_words
from crew.models.offline.participles import is_participle
from crew.models.offline.resolving import Resolved
from crew.models.offline.settling import counted_table
from crew.models.offline.vocabulary import Target
from tools.errors import ToolError
from tools.sql.join_paths import JoinGraph
from tools.terms import Filter, Operator


def add_partners(inquiry: Inquiry) -> None:
    """Turn absent tables, and one that nothing else uses, into conditions on the keys that join them."""
    base = _base(inquiry)
    if base is not None:
        inquiry.problems += _misplaced_denials(inquiry, base)
    if base is None:
        inquiry.problems += inquiry.absent
        return
    is_plain = _is_about(inquiry, base) and not inquiry.has_period
    for table in inquiry.absent:
        is_sure = not inquiry.has_period and not _is_held(inquiry, base, table) and _is_about(inquiry, base, table)
        key = _key_towards(inquiry, base, table) if is_sure else None
        if key is None:
            inquiry.problems.append(table)
        else:
            inquiry.filters.append(_condition(key, "is null"))
    unused = [t for t in inquiry.tables if t not in _used(inquiry, base)]
    if len(unused) == 1 and not inquiry.having and not inquiry.absent and is_plain:
        key = _key_towards(inquiry, base, unused[0])
        if key is not None:
            inquiry.filters.append(_condition(key, "is not null"))


def as_partners(resolved: list[Resolved], inquiry: Inquiry) -> list[Resolved]:
    """`how many riders have rides` counts riders: what they have is no second figure, though a metric counts it."""
    return [
        replace(found, target=_partner(found, inquiry)) if first and _is_had_by(first, found, inquiry) else found
        for first, found in zip([None, *resolved], resolved, strict=False)
    ]


def _is_had_by(first: Resolved, second: Resolved, inquiry: Inquiry) -> bool:
    """Whether a metric that counts rows follows what is counted, with more than a comma between."""
    mention, before = second.mention, first.mention
    is_metric = second.target.kind == "metric" and counted_table(second.target.name, inquiry) is not None
    is_next = mention.position == before.position + 1 and mention.item.start - before.item.end > len(", ")
    is_plain = before.role == "count" and mention.role == "plain" and mention.operator is None
    return is_next and is_plain and is_metric


def _partner(second: Resolved, inquiry: Inquiry) -> Target:
    """The table that the metric counts; where it counts only some of its rows, it is not clear which are had."""
    table = counted_table(second.target.name, inquiry)
    if table is None or inquiry.vocabulary.spec.metrics[second.target.name].filters:
        inquiry.problems.append(second.mention.item.text)
        return second.target
    return Target("table", table, table=table)


def misplaced_values(resolved: list[Resolved], inquiry: Inquiry) -> list[str]:
    """Values right before rows that neither hold them nor refer to what does: `new clients` have no new order.

    Right before a column of another table a value may be part of the column's name: `late fee notes`.
    """
    graph = JoinGraph(inquiry.vocabulary.schema, inquiry.vocabulary.schema.joins)
    return [
        first.mention.item.text
        for first, second in pairwise(resolved)
        if first.target.kind == "value"
        and second.target.kind in ("table", "metric", "column")
        and first.mention.item.end + 1 == second.mention.item.start
        and (at := first.target.table) is not None
        and (of := second.target.table or second.target.name) != at
        and (_is_noun(second) if second.target.kind == "column" else not graph.is_safe(of, at))
    ]


def _is_noun(found: Resolved) -> bool:
    """Whether a column is named by what it holds, and by no verb: `Abe entered`."""
    return not is_participle(words_of(found.mention.item.text)[-1])


def _misplaced_denials(inquiry: Inquiry, base: str) -> list[str]:
    """Values denied of a partner that may have several: who bought something else may have bought this too."""
    graph = JoinGraph(inquiry.vocabulary.schema, inquiry.vocabulary.schema.joins)
    found = []
    for condition in (f for f in inquiry.filters if f.operator in ("!=", "not in")):
        table = inquiry.vocabulary.table_in(condition.column)
        if table != base and (condition.column in inquiry.without or not graph.is_safe(base, table)):
            found += [str(value) for value in condition.values]
    return found


def _condition(key: str, operator: Operator) -> Filter:
    return Filter(column=key, operator=operator)


def _base(inquiry: Inquiry) -> str | None:
    """The table whose rows are listed or counted."""
    counted = [table for m in inquiry.measures if (table := counted_table(m, inquiry))]
    if counted:
        return counted[0]
    if inquiry.measures:
        return None
    subject = inquiry.subject
    return (subject.table or subject.name) if subject is not None else None


def _used(inquiry: Inquiry, base: str) -> set[str]:
    columns = [*inquiry.by, *inquiry.columns, *(f.column for f in inquiry.filters), inquiry.order or ""]
    inner = [m.partition("(")[2].rstrip(")") for m in inquiry.measures]
    return {base, *inquiry.absent, *(inquiry.vocabulary.table_in(c) for c in (*columns, *inner))}


def _is_about(inquiry: Inquiry, base: str, partner: str = "") -> bool:
    """True when every condition is about the base: others may be about the partner's partners instead.

    A thing of which the base has one is the base's where the partner leads to it only through the base.
    """
    others = [f.column for f in inquiry.filters if inquiry.vocabulary.table_in(f.column) != base]
    if not partner or any(column in inquiry.behind_absent for column in others):
        return not others
    return all(_is_of_base(inquiry, inquiry.vocabulary.table_in(column), base, partner) for column in others)


def _is_of_base(inquiry: Inquiry, table: str, base: str, partner: str) -> bool:
    schema = inquiry.vocabulary.schema
    graph = JoinGraph(schema, schema.joins)
    try:
        way = graph.path(partner, table)
        return graph.is_safe(base, table) and base in {step.right_table for step in way[:-1]}
    except ToolError:
        return False


def _is_held(inquiry: Inquiry, base: str, table: str) -> bool:
    """Whether rows name such a row themselves, though no join says so: `depot_id` beside a table of depots."""
    schema = inquiry.vocabulary.schema
    held = schema.table(base)
    joined = {c for j in schema.joins for c in (*j.left, *j.right)}
    known = schema.table(table)
    words = table_words(known.bare_name) if known else ()
    return any(
        name_words(c.name)[:-1] == words and name_words(c.name)[-1] in _KEYS and f"{base}.{c.name}" not in joined
        for c in (held.columns if held else ())
    )


def _key_towards(inquiry: Inquiry, base: str, table: str) -> str | None:
    """The column that is empty for a row without a partner; None when no single way leads there."""
    schema = inquiry.vocabulary.schema
    try:
        path = JoinGraph(schema, schema.joins).path(base, table)
    except ToolError:
        return None
    if not path or len(path) > 2 or len(path[0].left) > 1:
        return None
    if path[0].multiplies:
        through = all(not step.multiplies for step in path[1:])
        return path[0].right[0] if through else None
    return path[0].left[0] if len(path) == 1 else None


_KEYS = frozenset(["id", "code", "number", "key"])
