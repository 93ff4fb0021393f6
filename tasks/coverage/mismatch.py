"""One difference between what was asked and what was computed."""

from typing import Literal

from tools.frozen import Frozen
from tools.wording import said, worded

Kind = Literal["measure", "filter", "period", "entity", "grain", "unit", "join", "unread"]


class Mismatch(Frozen):
    """What stands on one side only, or differs. A side's text is empty where it says nothing."""

    kind: Kind
    side: Literal["only_asked", "only_computed", "differs"]
    asked: str = ""
    computed: str = ""
    of: Literal["statement", "passages"] = "statement"
    """What was held against the question."""

    @property
    def words(self) -> str:
        """The difference in one sentence."""
        if self.kind == "unread":
            return said("A part of the statement could not be compared: {part}.", part=self.computed)
        if self.kind == "join":
            return said("The statement joins {join}, which is not a known join.", join=self.computed)
        name = _NAMES[self.kind]
        if self.of == "passages":
            return self._of_passages(name)
        if self.side == "only_asked":
            return said("Asked for the {kind} {asked}, which the statement does not have.", kind=name, asked=self.asked)
        if self.side == "only_computed":
            return said(
                "The statement has the {kind} {computed}, which was not asked for.", kind=name, computed=self.computed
            )
        return said(
            "Asked for the {kind} {asked}; the statement has {computed}.",
            kind=name,
            asked=self.asked,
            computed=self.computed,
        )

    def _of_passages(self, name: str) -> str:
        if self.side == "only_asked":
            return said(
                "Asked for the {kind} {asked}, which the passages cited do not have.", kind=name, asked=self.asked
            )
        return said(
            "Asked for the {kind} {asked}; the passages cited speak of {computed}.",
            kind=name,
            asked=self.asked,
            computed=self.computed,
        )


_NAMES = {
    "measure": worded("measure"), "filter": worded("filter"), "period": worded("period"), "entity": worded("name"),
    "grain": worded("grouping"), "unit": worded("unit"),
}  # fmt: skip


def one_sided(kind: Kind, asked: str, computed: str) -> Mismatch:
    """A mismatch whose side follows from which text is empty."""
    if asked and computed:
        return Mismatch(kind=kind, side="differs", asked=asked, computed=computed)
    return Mismatch(kind=kind, side="only_asked" if asked else "only_computed", asked=asked, computed=computed)
