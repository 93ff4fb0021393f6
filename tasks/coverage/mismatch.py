"""One difference between what was asked and what was computed."""

from typing import Literal

from tools.frozen import Frozen

Kind = Literal["measure", "filter", "period", "entity", "grain", "unit", "join", "unread"]


class Mismatch(Frozen):
    """What stands on one side only, or differs. A side's text is empty where it says nothing."""

    kind: Kind
    side: Literal["only_asked", "only_computed", "differs"]
    asked: str = ""
    computed: str = ""

    @property
    def words(self) -> str:
        """The difference in one sentence."""
        if self.kind == "unread":
            return f"A part of the statement could not be compared: {self.computed}."
        if self.kind == "join":
            return f"The statement joins {self.computed}, which is not a known join."
        name = _NAMES[self.kind]
        if self.side == "only_asked":
            return f"Asked for the {name} {self.asked}, which the statement does not have."
        if self.side == "only_computed":
            return f"The statement has the {name} {self.computed}, which was not asked for."
        return f"Asked for the {name} {self.asked}; the statement has {self.computed}."


_NAMES = {
    "measure": "measure", "filter": "filter", "period": "period", "entity": "name", "grain": "grouping", "unit": "unit",
}  # fmt: skip


def one_sided(kind: Kind, asked: str, computed: str) -> Mismatch:
    """A mismatch whose side follows from which text is empty."""
    if asked and computed:
        return Mismatch(kind=kind, side="differs", asked=asked, computed=computed)
    return Mismatch(kind=kind, side="only_asked" if asked else "only_computed", asked=asked, computed=computed)
