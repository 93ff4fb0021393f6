"""The values and measures that evidence knows, with the words that name them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from tasks.checks.measure_words import column_parts, column_words
from tasks.checks.wording import Wording
from tasks.dates.row_periods import entity_key, time_unit
from tools.evidence import Evidence, RowsEvidence

Known = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By column, its values, each with the words that name it."""


def known_values(evidence: Iterable[Evidence], wording: Wording) -> Known:
    """Every value that a key column or an equality filter of any evidence holds, by column."""
    known: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for column, value in (pair for e in evidence for pair in _values(e)):
        if value not in known[column]:
            known[column][value] = (value, *wording.words_for(value))
    return known


def measure_names(rows: Iterable[RowsEvidence], wording: Wording) -> dict[str, set[str]]:
    """The words for each measure of the rows; a part of a name counts where no other measure shares it."""
    columns = {c.measure or c.name: c for e in rows for c in e.columns if _can_be_stated(e, c.name)}
    sure = {label: set(column_words(c, wording)) for label, c in columns.items()}
    parts = {label: set(column_parts(c)) for label, c in columns.items()}
    names = {}
    for label in columns:
        elsewhere = {w for other in columns if other != label for w in sure[other] | parts[other]}
        names[label] = sure[label] | (parts[label] - elsewhere)
    return names


def _values(evidence: Evidence) -> Iterator[tuple[str, str]]:
    computed = getattr(evidence, "computed", None)
    for condition in computed.filters if computed else ():
        if condition.operator in ("=", "in"):
            yield from ((condition.column, v) for v in condition.values if isinstance(v, str))
    if isinstance(evidence, RowsEvidence):
        for row in range(len(evidence.rows)):
            yield from ((c, str(v)) for c, v in entity_key(evidence, row).items() if v is not None)


def _can_be_stated(evidence: RowsEvidence, name: str) -> bool:
    column = evidence.columns[evidence.column_index(name)]
    if column.role == "key" or time_unit(column):
        return False
    return column.role == "measure" or column.type in ("integer", "decimal", "float")
