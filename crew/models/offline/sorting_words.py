"""Words that ask for an order: `in descending order of age`, `sort … by …`, `newest first`."""

from crew.models.offline.items import Item
from crew.models.offline.reading import Sorting


class Sorts:
    """What has been said of an order up to a word, to tell what a `by` or `of` behind it names."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._last: Item | None = None
        """The words of the order that came last."""
        self.opened = ""
        """A verb that tells to sort and names first what: `sort the boats by weight`."""

    def opens(self, item: Item, position: int) -> bool:
        """Whether a cue only begins to sort: what to sort by stands behind a later `by`."""
        self._last = item
        if item.text.lower() not in _BEGINNING:
            return False
        self.opened = item.text
        return position == 0

    def ordered(self, item: Item) -> tuple[Sorting, bool]:
        """The order that a cue stands for, and whether it goes down."""
        self._last = item
        kind, is_descending = ORDERS[item.cue]
        is_amount = kind == "value" and not item.text.lower().endswith(("ing", "order"))
        return "amount" if is_amount else kind, is_descending

    def is_of(self, following: Item | None) -> bool:
        """Whether what to sort by stands right behind: `in descending order of age`."""
        between = self._text[self._last.end : following.start].lower() if self._last and following else ""
        return between.split()[:1] == ["of"]

    def is_by(self, item: Item) -> bool:
        """Whether a `by` belongs to an order: it stands right behind, or behind what is to be sorted."""
        if item.text.lower() != "by":
            return False
        is_next = self._last is not None and not self._text[self._last.end : item.start].strip(" ,")
        return is_next or bool(self.opened)


ORDERS: dict[str, tuple[Sorting, bool]] = {
    "ascending": ("value", False), "descending": ("value", True), "alphabetical": ("letters", False),
    "reverse_alphabetical": ("letters", True), "oldest_first": ("age", False), "newest_first": ("age", True),
}  # fmt: skip
"""By kind of cue; an order by age goes down where the newest come first."""
_BEGINNING = frozenset(["sort", "sorted", "arrange", "sort the results", "order the results"])
