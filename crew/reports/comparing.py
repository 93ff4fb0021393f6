"""Compares evidence and answers of two runs; what counts as material, the thresholds say."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Literal

from crew.reports.document import ChangeOut, ReportDocument, SectionOut
from crew.reports.labels import Labels
from crew.reports.numbers import decimal_of, full_number, label_text
from crew.reports.specs import ThresholdSpec
from crew.reports.tables import change_text
from tasks.figures.printing import locale_of
from tools.evidence import Evidence, EvidenceColumn, PassageEvidence, RowsEvidence

_MOST = 8
"""Changes told of one piece of evidence; the rest is counted."""


def is_beyond(now: Decimal, before: Decimal, unit: str | None, thresholds: ThresholdSpec) -> bool:
    """Whether a value moved further than the thresholds allow; both must be passed where both are given."""
    moved = abs(now - before)
    absolute = thresholds.absolute.get(unit or "count", Decimal(0))
    relative = moved / abs(before) if before else Decimal("Infinity") if moved else Decimal(0)
    return moved > absolute and relative > thresholds.relative


def changed_rows(
    section: str, before: RowsEvidence, again: Evidence, thresholds: ThresholdSpec, labels: Labels
) -> Iterator[ChangeOut]:
    """The cells that differ, the largest changes first, and rows that came or went."""
    now = again.rows if isinstance(again, RowsEvidence) else ()
    if isinstance(again, RowsEvidence) and [c.name for c in again.columns] != [c.name for c in before.columns]:
        names = ", ".join(c.name for c in again.columns)
        yield ChangeOut(section=section, cause="schema", what=f"{before.id}: {names}", is_material=True)
        return
    measures = [(index, column) for index, column in enumerate(before.columns) if column.role == "measure"]
    keys = [index for index in range(len(before.columns)) if index not in {i for i, _ in measures}]
    old = {tuple(row[i] for i in keys): row for row in before.rows}
    new = {tuple(row[i] for i in keys): row for row in now}
    found = [
        (
            _moved(row[index], new[key][index]),
            _cell(section, key, column, row[index], new[key][index], thresholds, labels),
        )
        for key, row in old.items()
        if key in new
        for index, column in measures
        if row[index] != new[key][index]
    ]
    found.sort(key=lambda each: -each[0])
    yield from (change for _, change in found[:_MOST])
    if len(found) > _MOST:
        hidden = [change for _, change in found[_MOST:]]
        what = f"{before.id}: +{len(hidden)}"
        yield ChangeOut(section=section, cause="data", what=what, is_material=any(c.is_material for c in hidden))
    yield from _rows_gone(section, [key for key in old if key not in new], "−", labels)
    yield from _rows_gone(section, [key for key in new if key not in old], "+", labels)


def changed_passages(
    section: str,
    before: Sequence[PassageEvidence],
    now: Sequence[PassageEvidence],
    *,
    cited: set[str],
    known: set[str],
    is_material: bool,
) -> Iterator[ChangeOut]:
    """Cited passages that read differently or are no longer found, and documents that the index did not have."""
    found = {piece.passage: piece for piece in now}
    for piece in before:
        again = found.get(piece.passage)
        if piece.id not in cited or (again is not None and again.text == piece.text):
            continue
        name = f"“{piece.title}” ({piece.date})" if piece.date else f"“{piece.title}”"
        yield ChangeOut(
            section=section, cause="documents", what=name, before=piece.text[:200],
            now=again.text[:200] if again else "—", is_material=is_material,
        )  # fmt: skip
    for document in dict.fromkeys(piece.document for piece in now if piece.document not in known):
        title = next(piece.title for piece in now if piece.document == document)
        yield ChangeOut(section=section, cause="documents", what=f"+ “{title}”", is_material=is_material)


def changed_answer(
    last: ReportDocument, now: ReportDocument, found: Sequence[ChangeOut], thresholds: ThresholdSpec
) -> Iterator[ChangeOut]:
    """What sections say differently, with the reason: another period, another definition, or only the wording."""
    before = {section.key: section for section in last.sections}
    explained = {change.section for change in found}
    for section in now.sections:
        old = before.pop(section.key, None)
        if old is None:
            yield ChangeOut(section=section.title, cause="definition", what=f"+ {section.title}", is_material=True)
        elif section.kind != "text" and old.status != "removed":
            yield from _section_change(
                old, section, last, now, is_explained=section.title in explained, thresholds=thresholds
            )
    for gone in before.values():
        yield ChangeOut(section=gone.title, cause="definition", what=f"− {gone.title}", is_material=True)


def _section_change(
    old: SectionOut,
    new: SectionOut,
    last: ReportDocument,
    now: ReportDocument,
    *,
    is_explained: bool,
    thresholds: ThresholdSpec,
) -> Iterator[ChangeOut]:
    if old.status != new.status:
        cause = _cause(old, new, is_explained=is_explained, is_other_period=last.period != now.period)
        yield ChangeOut(
            section=new.title, cause=cause, what=new.title, before=old.status, now=new.status, is_material=True
        )
    if old.question != new.question:
        if last.period != now.period:
            yield from _leading_figures(old, new, now.language, thresholds)
        else:
            yield ChangeOut(
                section=new.title,
                cause="definition",
                what=new.title,
                before=old.question,
                now=new.question,
                is_material=True,
            )
    elif not is_explained:
        gone, come = _apart(old, new), _apart(new, old)
        if gone or come:
            cause = _cause(old, new, is_explained=False, is_other_period=False)
            yield ChangeOut(
                section=new.title, cause=cause, what=new.title, before=gone or "—", now=come or "—", is_material=False
            )


def _cause(
    old: SectionOut, new: SectionOut, *, is_explained: bool, is_other_period: bool
) -> Literal["data", "period", "documents", "wording"]:
    """Why a section says something else, as far as the evidence cited tells."""
    if is_explained:
        return "data"
    if is_other_period:
        return "period"
    passages = [{source.words for source in each.sources if source.kind == "passage"} for each in (old, new)]
    return "documents" if passages[0] != passages[1] else "wording"


def _leading_figures(old: SectionOut, new: SectionOut, language: str, thresholds: ThresholdSpec) -> Iterator[ChangeOut]:
    """How the first figure of a section moved from one period to the next; the rest is the report itself."""
    pairs = [
        (a, b)
        for x, y in zip(old.sentences[:1], new.sentences[:1], strict=False)
        for a, b in zip(x.figures, y.figures, strict=False)
        if (a.column, a.unit, a.row_key) == (b.column, b.unit, b.row_key) and not a.calculation and not b.calculation
    ]
    for a, b in pairs[-1:]:
        was, is_ = decimal_of(a.value), decimal_of(b.value)
        if was is None or is_ is None or was == is_:
            continue
        yield ChangeOut(
            section=new.title, cause="period", what=new.title, before=a.text, now=b.text,
            relative=change_text(is_, was, b.unit, language), is_material=is_beyond(is_, was, b.unit, thresholds),
        )  # fmt: skip


def _cell(
    section: str,
    key: tuple[object, ...],
    column: EvidenceColumn,
    old: object,
    new: object,
    thresholds: ThresholdSpec,
    labels: Labels,
) -> ChangeOut:
    locale = locale_of(labels.language)
    before, now = decimal_of(old), decimal_of(new)
    name = " · ".join([*(label_text(part, locale) for part in key), column.name.replace("_", " ")])
    return ChangeOut(
        section=section,
        cause="data",
        what=name,
        before="—" if before is None else full_number(before, column.unit, locale),
        now="—" if now is None else full_number(now, column.unit, locale),
        relative=change_text(now, before, column.unit, labels.language),
        is_material=before is None or now is None or is_beyond(now, before, column.unit, thresholds),
    )


def _rows_gone(section: str, keys: Sequence[tuple[object, ...]], sign: str, labels: Labels) -> Iterator[ChangeOut]:
    locale = locale_of(labels.language)
    for key in keys[:_MOST]:
        name = " · ".join(label_text(part, locale) for part in key)
        yield ChangeOut(section=section, cause="data", what=f"{sign} {name}", is_material=True)
    if len(keys) > _MOST:
        yield ChangeOut(section=section, cause="data", what=f"{sign} {len(keys) - _MOST} …", is_material=True)


def _moved(old: object, new: object) -> Decimal:
    before, now = decimal_of(old), decimal_of(new)
    if before is None or now is None or not before:
        return Decimal("Infinity")
    return abs((now - before) / before)


def _apart(section: SectionOut, other: SectionOut) -> str:
    """The first thing that one section says and the other does not."""
    said = {sentence.text for sentence in other.sentences} | {other.message}
    own = (*(sentence.text for sentence in section.sentences), section.message)
    return next((text for text in own if text not in said), "")
