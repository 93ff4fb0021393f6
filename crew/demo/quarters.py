"""Calendar quarters, and the demo's own fixed today."""

from dataclasses import dataclass
from datetime import date, timedelta

TODAY = date(2025, 10, 20)
FIRST_DAY = date(2022, 10, 1)

_ORDINALS = ("first", "second", "third", "fourth")


@dataclass(frozen=True, order=True)
class Quarter:
    """One calendar quarter; `number` is 1 to 4."""

    year: int
    number: int

    @property
    def start(self) -> date:
        """Its first day."""
        return date(self.year, 3 * self.number - 2, 1)

    @property
    def end(self) -> date:
        """Its last day."""
        return self.next.start - timedelta(days=1)

    @property
    def next(self) -> "Quarter":
        """The quarter after it."""
        return Quarter(self.year + 1, 1) if self.number == 4 else Quarter(self.year, self.number + 1)

    @property
    def before(self) -> "Quarter":
        """The quarter before it."""
        return Quarter(self.year - 1, 4) if self.number == 1 else Quarter(self.year, self.number - 1)

    @property
    def year_before(self) -> "Quarter":
        """The same quarter one year earlier."""
        return Quarter(self.year - 1, self.number)

    @property
    def words(self) -> str:
        """As prose has it: `the third quarter of 2025`."""
        return f"the {_ORDINALS[self.number - 1]} quarter of {self.year}"

    def __str__(self) -> str:
        return f"Q{self.number} {self.year}"


def quarter_of(day: date) -> Quarter:
    """The quarter a day lies in."""
    return Quarter(day.year, (day.month + 2) // 3)


LAST_QUARTER = quarter_of(TODAY).before
