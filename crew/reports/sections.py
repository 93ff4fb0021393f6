"""Turns one section's answer into what is printed: sentences, tables, chart, sources, and what stands against it."""

import re
from collections.abc import Mapping

from crew.answer import Answer
from crew.answering.composing import ASKED_DIFFERS
from crew.reports.charts.choose import chart_of
from crew.reports.dates import people_conflict, people_sentence
from crew.reports.document import SectionOut, TileOut
from crew.reports.labels import Labels
from crew.reports.numbers import decimal_of, short_number
from crew.reports.rows import Column, Group, groups_of
from crew.reports.sourcing import sources_of
from crew.reports.specs import SectionSpec
from crew.reports.tables import change_text, tables_of
from tasks.figures.printing import locale_of
from tools.sql.specs import SemanticSpec
from tools.wording import translated

_MOST_TABLES = 4
_KIND = re.compile(r"(E\d+: )[a-z]+(?:_[a-z]+)*: ")
"""The kind of a warning, which programs read, before its words."""
_WITHOUT_ANSWER = ("clarify", "declined", "no_evidence", "failed")


def text_section(number: int, title: str, spec: SectionSpec, text: str) -> SectionOut:
    """A section that was written, not asked."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    return SectionOut(number=number, key=spec.title, title=title, kind="text", status="text", paragraphs=paragraphs)


def failed_section(
    number: int, title: str, spec: SectionSpec, *, question: str, reason: str, labels: Labels
) -> SectionOut:
    """A section that could not be asked; the others are delivered all the same."""
    return SectionOut(
        number=number,
        key=spec.title,
        title=title,
        kind=spec.kind,
        status="failed",
        question=question,
        message=labels.cannot.format(error=reason),
    )


def answered_section(
    number: int,
    title: str,
    spec: SectionSpec,
    answer: Answer,
    labels: Labels,
    semantics: Mapping[str, SemanticSpec],
) -> SectionOut:
    """A section with its answer."""
    groups, language = groups_of(answer, dict(semantics)), labels.language
    return SectionOut(
        number=number,
        key=spec.title,
        title=title,
        kind=spec.kind,
        status=answer.status,
        question=answer.question,
        message=answer.answer if answer.status in _WITHOUT_ANSWER else "",
        run_id=answer.run_id,
        sentences=[people_sentence(sentence, language) for sentence in answer.sentences],
        removed=[people_sentence(sentence, language) for sentence in answer.removed],
        tables=[t for group in groups if _is_worth_a_table(group) for t in tables_of(group, labels)][:_MOST_TABLES],
        chart=chart_of(groups, spec.chart, labels),
        sources=list(sources_of(answer, labels, semantics)),
        conflicts=[people_conflict(conflict, language) for conflict in answer.conflicts],
        mismatches=[f"{', '.join(line.evidence)}: {m}" for line in answer.receipt for m in line.mismatches],
        missing=answer.missing,
        warnings=_warnings(answer),
        assumptions=answer.assumptions,
        choices=answer.choices,
    )


def tiles_of(
    section: SectionOut, answer: Answer, labels: Labels, semantics: Mapping[str, SemanticSpec]
) -> list[TileOut]:
    """The headline figures of a section: single cells of a metric, each with its change."""
    if section.kind != "metric" or not section.sentences:
        return []
    return [
        _tile(section, group, column, labels, semantics)
        for group in groups_of(answer, dict(semantics))
        if len(group.now.rows) == 1 and not group.now.keys
        for column in group.now.measures
        if decimal_of(group.now.rows[0][column.index]) is not None
    ]


def _tile(
    section: SectionOut, group: Group, column: Column, labels: Labels, semantics: Mapping[str, SemanticSpec]
) -> TileOut:
    row, locale = group.now.rows[0], locale_of(labels.language)
    now, before = decimal_of(row[column.index]), group.before_of(row, column)
    change = change_text(now, before, column.unit, labels.language)
    metric = semantics[group.now.source].metrics.get(column.name) if group.now.source in semantics else None
    tone = "even"
    if now is not None and before is not None and now != before:
        tone = "good" if (now > before) == (metric is None or metric.better == "higher") else "bad"
    earlier = group.before.period_name(labels.language) if group.before else ""
    return TileOut(
        label=section.title,
        value=short_number(now, column.unit, locale) if now is not None else "—",
        change=None if change == "—" else change,
        before=None if before is None else f"{labels.versus} {short_number(before, column.unit, locale)}, {earlier}",
        tone=tone,  # type: ignore[arg-type]
        section=section.number,
        evidence=group.ids,
    )


def _warnings(answer: Answer) -> list[str]:
    """The warnings for people; what differs from what was asked is shown apart."""
    differs = translated(ASKED_DIFFERS, answer.language).partition("{")[0]
    return [_KIND.sub(r"\1", warning) for warning in answer.warnings if not warning.startswith(differs)]


def _is_worth_a_table(group: Group) -> bool:
    return bool(group.now.rows) and (len(group.now.rows) > 1 or bool(group.now.keys) or group.before is not None)
