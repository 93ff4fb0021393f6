"""The values and measures that evidence knows, with the words that name them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from tasks.checks.language import without_ends
from tasks.checks.measure_words import column_parts, column_words
from tasks.checks.wording import Wording
from tasks.dates.row_periods import entity_key, is_day_word, time_unit
from tasks.figures.operand_fit import measure_label
from tools.evidence import Evidence, EvidenceColumn, RowsEvidence

Known = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By column, its values, each with the words that name it."""


def known_values(evidence: Iterable[Evidence], wording: Wording) -> Known:
    """Every value that a key column or an equality filter of any evidence holds, by column."""
    known: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for column, value in (pair for e in evidence for pair in _values(e)):
        if value not in known[column]:
            known[column][value] = (value, *wording.words_for(value))
    return known


def measure_names(rows: Iterable[RowsEvidence], wording: Wording, *, with_days: bool = False) -> dict[str, set[str]]:
    """The words for each measure of the rows; a part of a name counts where no other measure shares it.

    `with_days`, a date that a row holds is one as well. `First` and `last` name none: they are checked by themselves.
    """
    sure: dict[str, set[str]] = defaultdict(set)
    parts: dict[str, set[str]] = defaultdict(set)
    for column in (c for e in rows for c in e.columns if _can_be_stated(c, with_days=with_days)):
        is_day = column.type in _DAYS
        words, single = column_words(column, wording), column_parts(column)
        sure[measure_label(column)] |= set(without_ends(words) if is_day else words)
        parts[measure_label(column)] |= (
            {form for w in without_ends(single) if not is_day_word(w) for form in _forms(w)} if is_day else set(single)
        )
    names = {}
    for label in sure:
        elsewhere = {w for other in sure if other != label for w in sure[other] | parts[other]}
        names[label] = sure[label] | (parts[label] - elsewhere)
    return names


def _forms(word: str) -> Iterator[str]:
    """A word that tells what happened on a day, as it is told in English: `end` and `ended`, `signed` and `sign`."""
    yield word
    if len(word) == _SHORT:
        yield from (word + ending for ending in ("s", "ed", "ing"))
    if word.endswith("ed") and len(word) > _SHORT + 2:
        yield word.removesuffix("ed")


_SHORT = 3
"""Too short a word for other endings to be looked for in a sentence."""


def _values(evidence: Evidence) -> Iterator[tuple[str, str]]:
    computed = getattr(evidence, "computed", None)
    for condition in computed.filters if computed else ():
        if condition.operator in ("=", "in"):
            yield from ((condition.column, v) for v in condition.values if isinstance(v, str))
    if isinstance(evidence, RowsEvidence):
        for row in range(len(evidence.rows)):
            yield from ((c, str(v)) for c, v in entity_key(evidence, row).items() if v is not None)


def _can_be_stated(column: EvidenceColumn, *, with_days: bool) -> bool:
    if column.type in _DAYS:
        return with_days or column.role == "measure"
    if column.role == "key" or time_unit(column):
        return False
    return column.role == "measure" or column.type in ("integer", "decimal", "float")


_DAYS = ("date", "datetime")
