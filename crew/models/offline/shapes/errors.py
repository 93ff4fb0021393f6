"""What keeps a question from being planned."""


class NotClear(Exception):
    """A part of the question cannot be put into terms; the message is for its reader."""
