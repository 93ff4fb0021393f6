"""Errors that a model reads."""


class ToolError(Exception):
    """A tool could not do what it was asked; the message says what to try instead."""


class DeadlinePassed(ToolError):
    """The question's time is over, or a person cancelled it."""


class SourceDown(ToolError):
    """A source does not answer, whatever it is asked; nothing else is worth trying there now."""
