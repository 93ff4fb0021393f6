"""Where a value stands that several columns hold, told by what is named beside it."""

from crew.models.offline.labels import label_columns
from crew.models.offline.reading import Mention
from crew.models.offline.vocabulary import Target, Vocabulary


def told_by_neighbours(
    mention: Mention, mentions: list[Mention], left: list[Target], vocabulary: Vocabulary
) -> list[Target]:
    """Of several readings as values those of the neighbours' columns; all where nothing tells.

    `the author Roth` is a name of authors; `books of Roth` is a name of what books refer to.
    """
    places = {t.name for t in left if t.kind == "value"}
    before = next((m for m in mentions if m.position == mention.position - 1), None)
    if len(places) < 2 or before is None:
        return left
    tables = [t.name for t in before.item.targets if t.kind == "table" and t.rank == 0]
    if len(tables) != 1:
        return left
    naming = set(label_columns(tables[0], vocabulary))
    if before.item.end + 1 == mention.item.start:
        return [t for t in left if t.name in naming] or left
    if any(t.table == tables[0] and t.name not in naming for t in left):
        return left
    owners = _owners(tables[0], vocabulary)
    return [t for t in left if t.kind != "value" or t.table in owners or _is_declared(t.name, vocabulary)] or left


def is_open(left: list[Target], vocabulary: Vocabulary) -> bool:
    """Whether a value was found in several columns of many, so that nothing but its neighbours may tell which.

    A column that the domain names as a way to group is likelier than all others.
    """
    places = {t.name for t in left if t.kind == "value"}
    if len([name for name in places if _is_declared(name, vocabulary)]) == 1:
        return False
    columns = [vocabulary.column(name) for name in places]
    return len(places) > 1 and any(column is not None and column.named for column in columns)


def _is_declared(column: str, vocabulary: Vocabulary) -> bool:
    return vocabulary.dimension_of(column) is not None


def _owners(table: str, vocabulary: Vocabulary) -> set[str]:
    joins = [j for j in vocabulary.schema.joins if j.is_unique and j.left[0].rpartition(".")[0] == table]
    return {j.right[0].rpartition(".")[0] for j in joins}
