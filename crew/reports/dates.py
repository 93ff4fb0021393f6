"""Days in sentences as people write them: answers print `2025-10-06 … 2025-10-12`, a report `Oct 6 – 12, 2025`."""

import re
from collections.abc import Iterable
from datetime import date

from crew.answer import ConflictOut, SentenceOut
from crew.reports.numbers import in_unit_of, label_text, people_period
from tasks.figures.printing import locale_of
from tools.terms import Period

_DAY = r"\d{4}-\d\d-\d\d"
_DAYS = re.compile(rf"“[^”]*”|\"[^\"]*\"|(?P<within>\b(?:in|en) )?(?P<start>{_DAY}) … (?P<end>{_DAY})")
_MONTH = re.compile(r"\d{4}-\d\d")


def people_dates(text: str, language: str) -> str:
    """The text with each range of days as people write it; quotations stay as they are."""
    return _DAYS.sub(lambda match: _days(match, language), text)


def people_sentence(sentence: SentenceOut, language: str) -> SentenceOut:
    """The sentence with its days, the months it tells of and its units of time as people write them."""
    text = people_dates(sentence.text, language)
    for month in _months(sentence):
        text = re.sub(rf"(?<![\w-]){month}(?![\w-])", label_text(month, locale_of(language)), text)
    figures = []
    for figure in sentence.figures:
        shown = in_unit_of(figure.text, figure.unit, locale_of(language))
        text = text.replace(figure.text, shown)
        figures.append(figure.model_copy(update={"text": shown}))
    return sentence.model_copy(update={"text": text, "figures": figures})


def people_conflict(conflict: ConflictOut, language: str) -> ConflictOut:
    """The conflict with its days and its measure as people write them."""
    measure, comma, rest = conflict.about.partition(",")
    name = measure.replace("_", " ")
    return conflict.model_copy(update={"about": people_dates(f"{name[:1].upper()}{name[1:]}{comma}{rest}", language)})


def _days(match: re.Match[str], language: str) -> str:
    if match["start"] is None:
        return match[0]
    try:
        period = Period(start=date.fromisoformat(match["start"]), end=date.fromisoformat(match["end"]))
    except ValueError:
        return match[0]
    words = people_period(period, language)
    if not match["within"]:
        return words
    return f"({words})" if "–" in words else f"{match['within']}{words}"


def _months(sentence: SentenceOut) -> Iterable[str]:
    values = {str(value) for figure in sentence.figures for value in (figure.row_key or {}).values()}
    return sorted(value for value in values if _MONTH.fullmatch(value))
