"""What the verifier says of the sentences that code could not judge."""

from typing import Literal

from tools.frozen import Frozen


class Judgement(Frozen):
    """One sentence, judged against the evidence it cites."""

    sentence: int
    """Its position in the draft, from 0."""
    is_supported: bool
    reason: str = ""
    """Why not, for the supervisor to correct; empty when supported."""


class Look(Frozen):
    """A closer look at a piece of evidence."""

    evidence: str
    how: Literal["whole", "rerun"] = "whole"
    """`whole` shows all its rows or text; `rerun` runs its statement again and says whether its rows are the same."""


class Verdict(Frozen):
    """The verifier's judgements, one for each sentence it was asked about."""

    judgements: tuple[Judgement, ...] = ()
    looks: tuple[Look, ...] = ()
    """What must be seen before judging; asked for once, the judgements are then given anew."""
