"""Which time a passage's document is of: what its title says, else a section's heading, its name or its date."""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import PurePosixPath

from tasks.coverage.document_time import OwnTime, documents_own, is_only_of
from tasks.coverage.document_words import group_of, groups_in, is_of_rules
from tasks.dates.named_periods import read_periods
from tools.evidence import PassageEvidence
from tools.terms import Period

_MAILS = (".eml", ".msg")
_REPORT = "report"
_LEVELS = " > "
"""Between the headings that a section stands under."""
_ANY_DAY = date(2100, 12, 31)
_LONGEST = timedelta(days=100)
"""How long after a time a report on it may be written."""


def is_of(passage: PassageEvidence, own: OwnTime) -> bool:
    """Whether a passage is of a document of the kind and time asked for, and does not only speak of that time."""
    return is_of_kind(passage, own.kind) and _is_of_time(passage, own.period)


def is_of_kind(passage: PassageEvidence, kind: str) -> bool:
    """Whether a passage's document may be called by a word; one that does not say what it is may be anything."""
    said, asked = _groups(passage), group_of(kind)
    return asked in ("", "any") or not said or asked in said


def _is_of_time(passage: PassageEvidence, asked: Period) -> bool:
    titled = _titled(passage)
    if any(_is_within(time, asked) for time in titled):
        return True
    if titled and not any(_is_within(asked, time) for time in titled):
        return False
    if titled and holds_rules(passage):
        return True
    sections = [level for level in passage.section.split(_LEVELS) if is_only_of(level)]
    if any(_is_within(time, asked) for time in (*_read(sections, passage), *_dated(passage))):
        return True
    return not titled and _looks_back_on(passage, asked)


def times_of(passage: PassageEvidence) -> list[Period]:
    """The time that a passage's document is of."""
    return _titled(passage) or _dated(passage)


def holds_rules(passage: PassageEvidence) -> bool:
    """Whether a passage is of a policy, a contract or the like, which say nothing of the time before them."""
    return is_of_rules(_groups(passage))


def written_on(passage: PassageEvidence) -> date | None:
    """The day a passage's document is dated on."""
    return date.fromisoformat(passage.date[:10]) if passage.date else None


def _titled(passage: PassageEvidence) -> list[Period]:
    """What the title names, first of all as the document's own: in `minutes of May, budget of June` only May."""
    named = _read([passage.title], passage) or _read([_file_name(passage)], passage)
    return [own.period for own in documents_own(named, passage.title)] or named


def _looks_back_on(passage: PassageEvidence, asked: Period) -> bool:
    """Whether a report that names no time in its title was written in the one that followed."""
    day = written_on(passage)
    length = min(asked.end - asked.start, _LONGEST)
    return day is not None and _REPORT in groups_in(passage.title) and asked.end < day <= asked.end + length


def _dated(passage: PassageEvidence) -> list[Period]:
    day = written_on(passage)
    return [Period(start=day, end=day)] if day else []


def _read(texts: Sequence[str], passage: PassageEvidence) -> list[Period]:
    day = written_on(passage) or _ANY_DAY
    return [named.period for text in texts for named in read_periods(text, day)]


def _groups(passage: PassageEvidence) -> set[str]:
    """What a document says that it is: in its title, else by its file's name; a mail is a message."""
    file = PurePosixPath(passage.document)
    return groups_in(passage.title) or groups_in(file.stem) or ({"message"} if file.suffix in _MAILS else set())


def _file_name(passage: PassageEvidence) -> str:
    return PurePosixPath(passage.document).stem


def _is_within(named: Period, asked: Period) -> bool:
    return asked.start <= named.start and named.end <= asked.end
