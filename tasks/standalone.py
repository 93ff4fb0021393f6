"""A follow-up question, written anew so that it stands alone."""

from tools.frozen import Frozen


class Standalone(Frozen):
    """The question as it is answered."""

    question: str
    """In full: nothing in it refers to an earlier turn. The question itself where it stood alone already."""
    is_follow_up: bool = False
    """Whether it needed an earlier turn to be understood."""
    unclear: str = ""
    """What to ask back when it cannot be told what the follow-up means; empty when it can."""
