"""What the verifier says of the sentences that code could not judge."""

from tools.frozen import Frozen


class Judgement(Frozen):
    """One sentence, judged against the evidence it cites."""

    sentence: int
    """Its position in the draft, from 0."""
    is_supported: bool
    reason: str = ""
    """Why not, for the supervisor to correct; empty when supported."""


class Verdict(Frozen):
    """The verifier's judgements, one for each sentence it was asked about."""

    judgements: tuple[Judgement, ...] = ()
