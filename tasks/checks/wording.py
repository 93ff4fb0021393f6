"""What a sentence may lean on besides its evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from tools.sql.specs import CalendarSpec
from tools.terms import Period


@dataclass(frozen=True)
class Wording:
    """What a sentence may lean on besides its evidence."""

    question: str = ""
    language: str = "en"
    periods: tuple[Period, ...] = ()
    """What the question's relative dates were resolved to."""
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other words for values, columns and measures: `{Europe: (European, EMEA), revenue: (sales,)}`."""
    today: date = date(2100, 12, 31)
    calendar: CalendarSpec = field(default_factory=CalendarSpec)

    def words_for(self, *names: str | None) -> tuple[str, ...]:
        """The synonyms of any of the names, without regard to case."""
        wanted = {n.casefold() for n in names if n}
        return tuple(w for name, words in self.synonyms.items() if name.casefold() in wanted for w in words)
