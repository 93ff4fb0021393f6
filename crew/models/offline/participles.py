"""Words such as `booked`: a verb, a state that rows are in, or the day on which it happened."""

from collections.abc import Sequence

from crew.models.offline.language import Word
from crew.models.offline.names import name_words, table_words
from crew.models.offline.times import are_related, date_columns, event_columns, is_moment
from crew.models.offline.vocabulary import Target, Vocabulary

_HAVING = ("have", "has", "had", "having")
_NOT = ("not", "never", "n't", "yet")
_MOST = ("most", "least")
_ADVERBS = ("already", "ever", "since", "now", "recently")
_TURNING_WORDS = "by per in on at from since before after during until for with and or last this each so as who that"
_TURNING = frozenset(_TURNING_WORDS.split())
"""Words behind which no longer stands what was done."""
_NEAR = 3
_STATES = frozenset(["status", "state", "stage", "cancelled", "canceled", "void", "voided", "deleted", "failed"])
"""Words in the names of columns that say how far rows have come: a planned inspection inspected nothing yet."""
_IRREGULAR = frozenset(
    [
        "sent",
        "sold",
        "born",
        "paid",
        "built",
        "left",
        "begun",
        "made",
        "met",
        "shipped",
        "put",
        "set",
        "brought",
        "bought",
        "caught",
        "taught",
        "sought",
        "lent",
        "spent",
        "lost",
        "won",
        "held",
        "kept",
    ]
)


def is_participle(word: Word) -> bool:
    """True for `booked`, `written`, `paid`."""
    return word.plain in _IRREGULAR or (word.plain.endswith(("ed", "en")) and len(word.plain) > 4)


def is_state_told(before: str) -> bool:
    """Whether words lead to what rows have become: `… have already`, `… are now`."""
    left = [w for w in before.lower().split() if w not in _ADVERBS]
    return bool(left) and left[-1] in (*_HAVING, "is", "are", "been")


def meant_by_participle(
    words: Sequence[Word], at: int, targets: tuple[Target, ...], vocabulary: Vocabulary, *, has_period: bool
) -> tuple[Target, ...] | None:
    """What a participle stands for where it stands; None where it only says that two things belong together.

    With a period it is the day on which it happened, and before what was done no state: `have booked orders`. A word
    that names nothing by itself is taken for the date it is a form of where there is a period or a negation.
    """
    dated = [t for t in targets if t.kind == "column" and _is_dated(t, vocabulary)]
    values = [t for t in targets if t.kind == "value"]
    others = [t for t in targets if t.kind in ("metric", "dimension", "table") and t.rank == 0]
    if others:
        return targets
    if values and dated and has_period:
        return tuple(values if _is_before_table(words, at, vocabulary) else dated)
    if values and has_period and _is_said_of_rows(words, at, vocabulary) and _have_several_days(values, vocabulary):
        return ()
    if targets and not has_period and _is_perfect_passive(words, at):
        happened = _happened([t for t in targets if t.kind == "column"], vocabulary)
        return happened or (() if _is_denied(words, at) and _may_be_unset(values, vocabulary) else targets)
    if values and has_period and _is_dated_elsewhere(words[at], values, vocabulary):
        return ()
    if dated and _follows_having(words, at):
        if _has_object(words, at, vocabulary):
            is_denied = _is_denied(words, at) or words[at + 1].plain == "no"
            happened = _happened(dated, vocabulary)
            return () if is_denied and happened else happened or None
        return tuple(dated) if has_period else tuple(values) or _happened(dated, vocabulary)
    if targets:
        return targets
    if at and words[at - 1].plain in _MOST:
        return _counted(words[at], vocabulary)
    if not has_period and not _is_denied(words, at):
        return ()
    days = _related(words[at], vocabulary)
    return days if has_period else _denied_rows(words[at], days, vocabulary) or days


def _is_denied(words: Sequence[Word], at: int) -> bool:
    return any(w.plain in _NOT for w in words[max(0, at - _NEAR) : at])


def _may_be_unset(values: Sequence[Target], vocabulary: Vocabulary) -> bool:
    """Whether rows may have no state at all: they have not been settled either, though no other state says so."""
    columns = [vocabulary.column(t.name) for t in values]
    return any(column is not None and column.is_nullable for column in columns)


def _follows_having(words: Sequence[Word], at: int) -> bool:
    before = next((w.plain for w in reversed(words[:at]) if w.plain not in _ADVERBS), "")
    return before in _HAVING


def _is_perfect_passive(words: Sequence[Word], at: int) -> bool:
    """`have been shipped`, of which a state tells no more once another has followed; the day still does."""
    before = [w.plain for w in words[max(0, at - _NEAR) : at] if w.plain not in (*_ADVERBS, *_NOT)]
    return len(before) > 1 and before[-1] == "been" and before[-2] in _HAVING


def _has_object(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> bool:
    """Whether what was done follows, as in `have booked two orders`; `have left by ward` names only a group."""
    behind = list(words[at + 1 :])
    end = next((n for n, w in enumerate(behind) if w.plain in _TURNING), len(behind))
    return any((w.stem,) in vocabulary.names for w in behind[:end])


def _is_before_table(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> bool:
    """Whether it tells which rows, as in `cancelled orders`."""
    following = vocabulary.names.get((words[at + 1].stem,), ()) if at + 1 < len(words) else ()
    return any(t.kind == "table" and t.rank == 0 for t in following)


def _is_said_of_rows(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> bool:
    """`died` in `animals died in 2024`, where 2024 is when they did so; not `with status died in 2024`."""
    named = vocabulary.names.get((words[at - 1].stem,), ()) if at else ()
    return not _is_before_table(words, at, vocabulary) and not any(t.kind in ("column", "dimension") for t in named)


def _have_several_days(values: Sequence[Target], vocabulary: Vocabulary) -> bool:
    """Whether rows in such a state hold several days: none of them is known to be the one on which it came about."""
    tables = [vocabulary.schema.table(name) for name in {t.table for t in values if t.table}]
    return any(table is not None and len(event_columns(table)) > 1 for table in tables)


def _is_dated_elsewhere(word: Word, values: Sequence[Target], vocabulary: Vocabulary) -> bool:
    """Whether other rows hold the day on which it happened: orders are `shipped` on the day of a shipment."""
    days = _related(word, vocabulary)
    return bool(days) and not {t.table for t in values} & {t.table for t in days}


def _happened(dated: Sequence[Target], vocabulary: Vocabulary) -> tuple[Target, ...]:
    """That the day on which it happened is known; nothing where every row has that day."""
    columns = [(t, vocabulary.column(t.name)) for t in dated]
    return tuple(
        Target("value", t.name, rank=t.rank, table=t.table)
        for t, c in columns
        if c is not None and c.is_nullable and is_moment(c)
    )


def _is_dated(target: Target, vocabulary: Vocabulary) -> bool:
    column = vocabulary.column(target.name)
    return column is not None and is_moment(column)


def _denied_rows(word: Word, days: Sequence[Target], vocabulary: Vocabulary) -> tuple[Target, ...]:
    """The one table whose rows would say that it happened: `never inspected` where there are inspections.

    None where another table knows a day of it, or where its own rows may tell of what has not come about.
    """
    rows = _counted(word, vocabulary)
    table = vocabulary.schema.table(rows[0].name) if rows else None
    if table is None or any(t.table != table.name for t in days) or _happened(days, vocabulary):
        return ()
    return () if any(_STATES & set(name_words(c.name)) for c in table.columns) else rows


def _counted(word: Word, vocabulary: Vocabulary) -> tuple[Target, ...]:
    """The one table whose rows say that it happened: `most rented` ranks by rentals."""
    tables = [t.name for t in vocabulary.schema.tables if not t.is_view]
    found = [name for name in tables if any(are_related(word.plain, part) for part in table_words(name))]
    return (Target("table", found[0], table=found[0]),) if len(found) == 1 else ()


def _related(word: Word, vocabulary: Vocabulary) -> tuple[Target, ...]:
    """The date columns of whose names the word looks like a form: `registered` for `registration_date`."""
    return tuple(
        Target("column", name, rank=1, table=table.name)
        for table in vocabulary.schema.tables
        for name in date_columns(table)
        if any(are_related(word.plain, part) for part in name_words(name.rpartition(".")[2]) if part != "date")
    )
