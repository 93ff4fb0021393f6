"""What keeps a question from being planned."""

from tools.wording import said


class NotClear(Exception):
    """A part of the question cannot be put into terms; the message is for its reader."""


def not_together() -> NotClear:
    """Code cannot write one statement for all that was understood, for reasons that only a model could use."""
    return NotClear(said("The parts of the question could not be brought into one statement. Ask for them one by one."))
