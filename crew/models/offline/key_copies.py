"""Which copy of a key is meant, where the tables that refer to it hold one under the same name."""

from collections.abc import Iterable

from crew.models.offline.reading import Mention
from crew.models.offline.vocabulary import Target, Vocabulary


def key_meant(
    mention: Mention, mentions: Iterable[Mention], left: list[Target], vocabulary: Vocabulary
) -> list[Target]:
    """The one copy of the table asked about, else the key itself; nothing where they are not copies of one key.

    `The port id of each boat` is what boats hold; `the port ids and the number of boats` are those of ports.
    """
    owner = _owner(left, vocabulary)
    if owner is None:
        return []
    asked = _asked(mention, mentions)
    own = [t for t in left if t.table in asked and t is not owner]
    return [owner] if owner.table in asked or len(own) != 1 else own


def key_for_copy(mention: Mention, target: Target, named: set[str], vocabulary: Vocabulary) -> Target:
    """The key of a table that is named instead of a column that refers to it in one that is not: all rows have it."""
    if target.kind != "column" or target.table in named or mention.role not in _LISTED or mention.operator is not None:
        return target
    keys = [j.right[0] for j in vocabulary.schema.joins if j.is_unique and j.left == (target.name,)]
    own = [key for key in keys if vocabulary.table_in(key) in named]
    return Target("column", own[0], table=vocabulary.table_in(own[0])) if len(own) == 1 else target


def _owner(left: list[Target], vocabulary: Vocabulary) -> Target | None:
    """The key that all others refer to."""
    if len(left) < 2 or any(t.kind != "column" for t in left):
        return None
    referred = {j.left[0].lower(): j.right[0].lower() for j in vocabulary.schema.joins if len(j.left) == 1}
    owners = [t for t in left if all(o is t or referred.get(o.name.lower()) == t.name.lower() for o in left)]
    return owners[0] if len(owners) == 1 and _is_key(owners[0], vocabulary) else None


def _is_key(target: Target, vocabulary: Vocabulary) -> bool:
    table = vocabulary.schema.table(target.table or "")
    return table is not None and table.primary_key == (target.name.rpartition(".")[2],)


def _asked(mention: Mention, mentions: Iterable[Mention]) -> set[str | None]:
    """Tables named beside it and those of other columns, but for rows that are only counted or must not be there."""
    named = [m for m in mentions if m is not mention and m.role in _ASKED and not m.comparing]
    tables = {t.name for m in named for t in m.item.targets if t.kind == "table" and t.rank == 0}
    placed = [{t.table for t in m.item.targets} for m in named if all(t.kind == "column" for t in m.item.targets)]
    return tables.union(*(found for found in placed if len(found) == 1))


_ASKED = ("subject", "group", "plain")
_LISTED = ("subject", "plain")
