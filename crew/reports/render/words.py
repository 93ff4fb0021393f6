"""What every format's template calls: days, marks, citations and totals in the report's language."""

from datetime import date, datetime

from babel.dates import format_date, format_datetime, format_interval
from babel.numbers import format_decimal

from crew.answer import EXIT_CODES, ConflictValueOut, SentenceOut
from crew.render.words import MARKS, standing
from crew.reports.dates import people_dates
from crew.reports.document import ChangeOut, PeriodOut, ReportDocument, SectionOut, TileOut
from crew.reports.labels import Labels, labels_for
from crew.reports.numbers import decimal_of
from crew.reports.summary import counts_of
from tasks.figures.printing import locale_of


class Words:
    """The words around one report."""

    def __init__(self, report: ReportDocument) -> None:
        self._report = report
        self._locale = locale_of(report.language)
        self.labels: Labels = labels_for(report.language)

    def day(self, iso: str) -> str:
        """A day in words."""
        return str(format_date(date.fromisoformat(iso), "long", locale=self._locale))

    def days(self, period: PeriodOut) -> str:
        """A period's name with its days, or its days alone."""
        start, end = date.fromisoformat(period.start), date.fromisoformat(period.end)
        told = str(format_interval(start, end, "yMMMd", locale=self._locale))
        return told if "…" in period.words else f"{period.words} ({told})"

    def moment(self, iso: str) -> str:
        """A moment in words, in UTC."""
        told = format_datetime(datetime.fromisoformat(iso), "medium", locale=self._locale)
        return f"{told} UTC"

    def mark(self, standing_: str) -> str:
        """✓ for what code proved, ○ for what the verifier judged, ✗ for what nobody could prove."""
        return MARKS[standing_]  # type: ignore[index]

    def sentence_mark(self, sentence: SentenceOut) -> str:
        """The mark of a sentence."""
        return MARKS[standing(sentence)]

    def cited(self, sentence: SentenceOut) -> str:
        """The evidence of a sentence, in brackets."""
        return f"[{', '.join(sentence.citations)}]" if sentence.citations else ""

    def counts(self) -> list[tuple[int, str]]:
        """How many sections have which status, in words."""
        return [
            (count, _small(self.labels.status(status))) for status, count in counts_of(self._report.sections).items()
        ]

    def arrow(self, tile: TileOut) -> str:
        """Whether a headline figure rose or fell."""
        return "▼" if (tile.change or "").lstrip().startswith(("-", "−")) else "▲"

    def question(self, section: SectionOut) -> str:
        """What a section asked, with days as people write them."""
        return people_dates(section.question, self._report.language)

    def side_words(self, side: ConflictValueOut, section: SectionOut) -> str:
        """One side of a conflict, with where it stands."""
        source = next((each for each in section.sources if each.evidence == side.evidence), None)
        number = decimal_of(side.value)
        parts = [side.value if number is None else format_decimal(number, locale=self._locale), side.evidence]
        parts += [source.words if source.kind == "passage" else source.source] if source else []
        return " · ".join(parts)

    def change(self, change: ChangeOut) -> str:
        """What changed, from what to what, and by how much."""
        moved = "" if change.before is None else f"{self._side(change.before)} → {self._side(change.now)}"
        relative = f" ({change.relative})" if change.relative not in (None, "—") else ""
        what = "" if moved and change.what == change.section else change.what
        return f"{' — '.join(part for part in (what, moved) if part)}{relative}"

    def _side(self, value: str | None) -> str:
        return self.labels.status(value) if value in EXIT_CODES else str(value)

    def usage(self) -> str:
        """What the run cost, in a line."""
        usage = self._report.appendix.usage
        number = {key: format_decimal(usage.get(key, 0), locale=self._locale) for key in _COUNTED}
        cost = f"${usage.get('cost_usd', '0')}" if float(usage.get("cost_usd", 0)) else "$0"
        return " · ".join([self.labels.counted.format(**number), cost, f"{usage.get('seconds', 0)} s"])


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


_COUNTED = ("model_calls", "statements", "searches", "shared", "tokens")
