"""The executive summary: proved sentences of the sections, word for word, and how far the whole can be trusted."""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from crew.answer import EXIT_CODES, SentenceOut, Status
from crew.reports.document import SectionOut, SectionStatus, SummaryLine
from crew.reports.numbers import decimal_of
from crew.reports.specs import SectionSpec

_ORDER: tuple[SectionStatus, ...] = (*EXIT_CODES, "removed")
_WITHOUT_ANSWER = ("clarify", "declined", "no_evidence")


def summary_of(sections: Sequence[SectionOut], specs: Sequence[SectionSpec]) -> list[SummaryLine]:
    """One proved sentence of each section that the report's file lets in, none said twice."""
    lines: dict[str, SummaryLine] = {}
    for section, spec in zip(sections, specs, strict=True):
        told = _leading([s for s in section.sentences if s.supported and s.citations and s.text not in lines])
        if spec.in_summary and told is not None:
            marks: Any = "proved" if told.judged_by == "code" else "judged"
            lines[told.text] = SummaryLine(text=told.text, section=section.number, marks=marks)
    return list(lines.values())


def report_status(sections: Iterable[SectionOut]) -> Status:
    """The whole report's status: the worst of its sections, by what a reader must do about it."""
    statuses = {section.status for section in sections} - {"text"}
    if statuses <= {"verified"}:
        return "verified"
    if statuses == {"failed"}:
        return "failed"
    return "needs_review" if statuses & {"needs_review", "failed"} else "partly_verified"


def counts_of(sections: Iterable[SectionOut]) -> dict[str, int]:
    """How many sections have which status."""
    found: Counter[SectionStatus] = Counter(section.status for section in sections)
    return {status: found[status] for status in _ORDER if found[status]}


def exit_code(sections: Iterable[SectionOut]) -> int:
    """0 all verified, 10 with reservations, 11 something to review, 14 a section without an answer, 20 one failed."""
    statuses = {section.status for section in sections}
    if "failed" in statuses:
        return EXIT_CODES["failed"]
    if statuses & set(_WITHOUT_ANSWER):
        return EXIT_CODES["no_evidence"]
    return EXIT_CODES[
        "needs_review"
        if "needs_review" in statuses
        else "partly_verified"
        if "partly_verified" in statuses
        else "verified"
    ]


def _leading(sentences: Sequence[SentenceOut]) -> SentenceOut | None:
    """The sentence to read first: where all tell a change, that with the largest, otherwise the first."""
    if len(sentences) > 1 and all(_change(sentence) for sentence in sentences):
        return max(sentences, key=_change)
    return sentences[0] if sentences else None


def _change(sentence: SentenceOut) -> Decimal:
    changes = [c for c in sentence.calculations if c.operation in ("growth", "difference")]
    return max((abs(decimal_of(c.value) or Decimal(0)) for c in changes), default=Decimal(0))
