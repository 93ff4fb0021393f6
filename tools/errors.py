"""Errors that a model reads, and what a person is told of them."""


class ToolError(Exception):
    """A tool could not do what it was asked; the message says what to try instead."""

    def __init__(self, message: str = "", *, told: str = "") -> None:
        super().__init__(message)
        self._told = told

    @property
    def told(self) -> str:
        """What a person reads of it, to whom no advice on calling a tool is of use."""
        return self._told or str(self)


class DeadlinePassed(ToolError):
    """The question's time is over, or a person cancelled it."""


class SourceDown(ToolError):
    """A source does not answer, whatever it is asked; nothing else is worth trying there now."""
