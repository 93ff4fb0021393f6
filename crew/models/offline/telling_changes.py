"""Sentences about how figures moved from one period to another."""

from collections.abc import Sequence
from decimal import Decimal

from crew.models.offline.comparing import ComparedRows
from crew.models.offline.tellable import measure_words
from crew.models.offline.telling import entity_words, period_name
from crew.models.offline.wording import say
from tasks.draft import DraftCalculation, DraftFigure, DraftSentence
from tools.evidence import EvidenceColumn


class ChangeTeller:
    """Words sentences about changes in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def change(self, pair: ComparedRows, row: int, column: EvidenceColumn) -> DraftSentence | None:
        """How a measure of one row moved between the periods; None where either value is missing."""
        moved = pair.change(row, column)
        if moved is None:
            return None
        before, now = _cells(pair, row, column)
        calculation = _change_of("C1", pair, row, column)
        text = say(
            self.language, "rose" if moved > 0 else "fell" if moved < 0 else "same", measure=measure_words(column),
            of=entity_words(self.language, pair.now, row) + pair.now.other_day,
            change="[[c]]", before="[[b]]", now="[[n]]",
            then=period_name(self.language, pair.before.slot), period=period_name(self.language, pair.now.slot),
        )  # fmt: skip
        figures = [
            DraftFigure(marker="b", of=before),
            DraftFigure(marker="n", of=now),
            DraftFigure(marker="c", of=calculation.id, style="absolute"),
        ]
        return _sentence(text, [f for f in figures if f"[[{f.marker}]]" in text], [calculation] if moved else [], pair)

    def part(self, pair: ComparedRows, row: int, whole: ComparedRows) -> DraftSentence | None:
        """How far a member moved, beside how far the whole did in the same direction."""
        moved = pair.change(row)
        if pair.measure is None or not moved:
            return None
        told = self.change(pair, row, pair.measure)
        if told is None:
            return None
        among = entity_words(self.language, whole.now, 0) or say(self.language, "in_all")
        tail = say(
            self.language, "a_rise" if moved > 0 else "a_fall", amount="[[p]]", whole="[[w]]", among=among
        )  # fmt: skip
        own, all_ = _difference("P", pair, row, pair.measure), _difference("W", whole, 0, pair.measure)
        more = [DraftFigure(marker=c.id.lower(), of=c.id, style="absolute") for c in (own, all_)]
        return _sentence(
            told.text.removesuffix(".") + tail, [*told.figures, *more], [*told.calculations, own, all_], pair, whole
        )

    def peers(self, pair: ComparedRows, rows: Sequence[int]) -> DraftSentence | None:
        """How several rows moved, in one sentence; None when there is none of which both values are known."""
        column = pair.measure
        told = [row for row in rows if column is not None and pair.change(row)]
        if column is None or not told:
            return None
        calculations = [_change_of(f"C{n}", pair, row, column) for n, row in enumerate(told)]
        listed = ", ".join(f"{pair.names(row)} [[f{n}]]" for n, row in enumerate(told))
        text = say(
            self.language, "peers", measure=measure_words(column), listed=listed,
            period=period_name(self.language, pair.now.slot), then=period_name(self.language, pair.before.slot),
        )  # fmt: skip
        figures = [DraftFigure(marker=f"f{n}", of=c.id, style="signed") for n, c in enumerate(calculations)]
        return _sentence(text, figures, calculations, pair)


def _sentence(
    text: str, figures: Sequence[DraftFigure], calculations: Sequence[DraftCalculation], *pairs: ComparedRows
) -> DraftSentence:
    return DraftSentence(
        text=text,
        citations=tuple(dict.fromkeys(e for p in pairs for e in (p.now.evidence.id, p.before.evidence.id))),
        figures=tuple(figures),
        calculations=tuple(calculations),
        slot=pairs[0].now.slot.id,
    )


def _cells(pair: ComparedRows, row: int, column: EvidenceColumn) -> tuple[str, str]:
    """The references to a measure of one row before and now."""
    then = pair.before.row_of(pair.now.key(row))
    return pair.before.cell(then if then is not None else row, column), pair.now.cell(row, column)


def _difference(id_: str, pair: ComparedRows, row: int, column: EvidenceColumn) -> DraftCalculation:
    before, now = _cells(pair, row, column)
    return DraftCalculation(id=id_, operation="difference", operands=(now, before))


def _change_of(id_: str, pair: ComparedRows, row: int, column: EvidenceColumn) -> DraftCalculation:
    """Ratios change by points, and so does what has no percentage (a start at or below zero); the rest by percent."""
    then = pair.before.row_of(pair.now.key(row))
    old = pair.before.value(then, column) if then is not None else None
    if column.unit in ("ratio", "percent") or (old or Decimal(0)) <= 0:
        return _difference(id_, pair, row, column)
    return DraftCalculation(id=id_, operation="growth", operands=_cells(pair, row, column))
