"""What is known of a delivery that did not end well."""

from crew.errors import CrewError


class NotDelivered(CrewError):
    """The receiver certainly does not have it."""

    def __init__(self, message: str, *, can_help_to_wait: bool, after: float | None = None) -> None:
        super().__init__(message)
        self.can_help_to_wait = can_help_to_wait
        """False where only a person can mend it: a wrong address, a refused password."""
        self.after = after
        """Seconds the receiver asked to wait."""


class Uncertain(CrewError):
    """It was sent, and the receiver may have it or not."""
