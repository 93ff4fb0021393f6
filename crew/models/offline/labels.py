"""The columns whose values name a table's rows to a reader."""

from crew.models.offline.names import name_words, table_words, without_shared_prefix, without_table
from crew.models.offline.vocabulary import Vocabulary
from tools.sql.schema import Table

_PEOPLE = (
    ("first name", "last name"), ("firstname", "lastname"), ("given name", "family name"), ("first name", "surname"),
    ("forename", "surname"), ("fname", "lname"),
)  # fmt: skip
_NAMING = ("name", "title", "label", "full name", "username", "code", "symbol", "description")


def label_columns(table: str, vocabulary: Vocabulary, with_key: bool = False) -> list[str]:
    """The columns that name a row, as `table.column`; with the key where names need not be unique.

    People are told apart by first and last name, and by key where a figure is said of each.
    """
    found = vocabulary.schema.table(table)
    if found is None:
        return []
    described = vocabulary.spec.tables.get(found.name)
    labels = _names_of_people(found)
    if not labels:
        labels = [described.label] if described and described.label else _guessed(found)
    keys = list(found.primary_key)
    if not labels:
        labels = keys
    elif with_key and len(labels) > 1 and len(keys) == 1:
        labels = [*keys, *labels]
    elif with_key and len(labels) == 1 and len(keys) == 1 and keys[0] not in labels and not _is_unique(found, labels):
        labels = [keys[0], *labels]
    return [f"{found.name}.{c}" for c in labels]


def is_told_apart(columns: list[str], table: str, vocabulary: Vocabulary) -> bool:
    """Whether columns of a table tell its rows apart: its key, or all that names them, is among them."""
    found = vocabulary.schema.table(table)
    keys = [f"{found.name}.{c}" for c in found.primary_key] if found else []
    labels = label_columns(table, vocabulary, with_key=True)
    is_own = all(vocabulary.table_in(c) == table for c in columns)
    return is_own and any(named and set(named) <= set(columns) for named in (keys, labels))


def references_to(label: str, vocabulary: Vocabulary) -> list[str]:
    """The columns that refer to the rows a column names, each the only reference of its table to them."""
    table = label.rpartition(".")[0]
    if label not in label_columns(table, vocabulary):
        return []
    found = [j.left[0] for j in vocabulary.schema.joins if j.right[0].rpartition(".")[0] == table]
    tables = [c.rpartition(".")[0] for c in found]
    return [c for c, own in zip(found, tables, strict=True) if own != table and tables.count(own) == 1]


def _names_of_people(table: Table) -> list[str]:
    spoken = _said(table)
    for first, last in _PEOPLE:
        if first in spoken and last in spoken:
            return [spoken[first], spoken[last]]
    return []


def _guessed(table: Table) -> list[str]:
    spoken = _said(table)
    for name in _NAMING:
        if name in spoken:
            return [spoken[name]]
    own = " ".join(table_words(table.bare_name))
    if own in spoken:
        return [spoken[own]]
    named = [c.name for c in table.columns if c.kind == "text" and c.name.lower().endswith("name")]
    return named if len(named) == 1 else []


def _said(table: Table) -> dict[str, str]:
    """The columns by the words one says for them."""
    shortened = without_shared_prefix([name_words(c.name) for c in table.columns])
    spoken: dict[str, str] = {}
    for column, words in zip(table.columns, shortened, strict=True):
        rest = without_table(column.name, table.bare_name)
        for name in (" ".join(words), " ".join(rest)):
            spoken.setdefault(name, column.name)
    return spoken


def _is_unique(table: Table, labels: list[str]) -> bool:
    column = table.column(labels[0]) if len(labels) == 1 else None
    return column is not None and table.row_count is not None and len(column.values) == table.row_count
