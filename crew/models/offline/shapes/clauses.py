"""Where a share's whole ends and what is said of it begins: `of solved repairs` | `was approved`."""

from crew.models.offline.items import Item
from crew.models.offline.language import words_of
from crew.models.offline.linking import Linked
from crew.models.offline.participles import is_participle
from crew.models.offline.small_words import JOINING_VERBS

_VERBS = frozenset(["is", "are", "was", "were", "has", "have", "had"])
_RELATIVE = frozenset(["who", "that", "which", "whose", "where"])


def verb_behind(linked: Linked, table: str) -> int | None:
    """The offset of the verb that follows the rows of a table; None where none does or it tells which rows they are."""
    asked = linked.cues("share")
    rows = [i for i in linked.items if asked and i.start >= asked[0].end and _names_rows(i, table)]
    if not rows:
        return None
    behind = [w for w in words_of(linked.text) if w.start >= rows[0].end]
    verb = next((w for w in behind if w.plain in _VERBS | _RELATIVE), None)
    if verb is not None:
        return verb.start if verb.plain in _VERBS else None
    is_verb = bool(behind) and (is_participle(behind[0]) or behind[0].plain in JOINING_VERBS)
    return behind[0].start if is_verb else None


def is_said_behind(name: str, linked: Linked, verb: int) -> bool | None:
    """Whether a column or table is spoken of behind the verb; None where it is so on both sides or nowhere."""
    sides = {i.start > verb for i in linked.items if any(t.name == name for t in i.targets)}
    return sides.pop() if len(sides) == 1 else None


def _names_rows(item: Item, table: str) -> bool:
    return any(t.kind in ("table", "metric") and t.table == table for t in item.targets)
