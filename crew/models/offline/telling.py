"""Sentences about figures, with every value as a marker bound to its cell or calculation."""

from collections.abc import Iterator

from crew.models.offline.conditions_told import condition_words
from crew.models.offline.tellable import OF_UNIT, TellableRows, measure_words
from crew.models.offline.wording import say
from tasks.dates.periods import period_words
from tasks.draft import DraftCalculation, DraftFigure, DraftSentence
from tasks.plan import Need, Slot
from tools.evidence import EvidenceColumn

MOST_ROWS = 12
"""A drafted answer names no more rows than this."""
_RANKED = 5
"""Of a ranking that asks for no number of rows, this many are told, and those equal to the last of them."""


class Teller:
    """Words sentences in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def values(self, told: TellableRows) -> Iterator[DraftSentence]:
        """Each row and measure in a sentence of its own; for results without keys, each measure."""
        for row in range(min(len(told.evidence.rows), MOST_ROWS)):
            yield from self._row_values(told, row)

    def ranking(self, told: TellableRows, is_highest: bool) -> Iterator[DraftSentence]:
        """The first row as the highest or lowest, if no other equals it, then as many as were asked for."""
        column = told.measures[0]
        found = [told.value(i, column) for i in range(len(told.evidence.rows))]
        rows = [s for row in range(self.ranked(told)) for s in self._row_values(told, row)]
        if len(found) > 1 and told.is_nameable(0) and found[0] is not None and found[0] != found[1] and rows:
            text = say(
                self.language, "first" if is_highest else "last", row=_row_name(told, 0), measure=measure_words(column),
                when=self._when(told), value="[[f1]]",
            )  # fmt: skip
            figure = DraftFigure(marker="f1", of=told.cell(0, column))
            rows[0] = self._sentence(told, text, [figure])
        yield from rows

    def ranked(self, told: TellableRows) -> int:
        """How many rows of a ranking are told: as many as were asked for, else five and what equals the last."""
        rows = len(told.evidence.rows)
        if told.evidence.computed.limit is not None:
            return min(rows, MOST_ROWS)
        end = min(rows, _RANKED)
        while end < min(rows, MOST_ROWS) and told.stated(end, told.measures[0]) == told.stated(
            end - 1, told.measures[0]
        ):
            end += 1
        return end

    def listing(self, told: TellableRows) -> Iterator[DraftSentence]:
        """The rows of a list: in one sentence where they have one column, else in one sentence each."""
        columns = list(told.evidence.columns)
        if len(columns) == 1:
            yield self._names(told, columns[0])
            return
        for row in range(min(len(told.evidence.rows), MOST_ROWS)):
            named = [
                c for c in columns if told.evidence.rows[row][told.evidence.column_index(c.name)] not in (None, "")
            ]
            figures = [DraftFigure(marker=f"f{n}", of=told.cell(row, c)) for n, c in enumerate(named, 1)]
            text = ", ".join(f"{measure_words(c)} [[f{n}]]" for n, c in enumerate(named, 1))
            if figures:
                yield self._sentence(told, say(self.language, "item", row=text), figures)

    def _names(self, told: TellableRows, column: EvidenceColumn) -> DraftSentence:
        rows = [r for r in range(len(told.evidence.rows)) if told.evidence.rows[r][0] not in (None, "")][:MOST_ROWS]
        figures = [DraftFigure(marker=f"f{r}", of=told.cell(r, column)) for r in rows]
        text = f"{measure_words(column)}: {', '.join(f'[[f{r}]]' for r in rows)}"
        return self._sentence(told, say(self.language, "item", row=text), figures)

    def count(self, told: TellableRows) -> DraftSentence:
        """How many rows there are in all."""
        column = told.evidence.columns[0]
        counted = DraftCalculation(id="C1", operation="count", operands=(told.column(column),))
        return self._sentence(
            told, say(self.language, "rows", count="[[f1]]"), [DraftFigure(marker="f1", of="C1")], [counted]
        )

    def share(self, told: TellableRows, row: int, column: EvidenceColumn) -> DraftSentence:
        """What part of the whole column falls to a row."""
        calculations = [
            DraftCalculation(id="C1", operation="share", operands=(told.cell(row, column), told.column(column))),
            DraftCalculation(id="C2", operation="sum", operands=(told.column(column),)),
        ]
        figures = [
            DraftFigure(marker="s", of="C1", style="percent"),
            DraftFigure(marker="v", of=told.cell(row, column)),
            DraftFigure(marker="w", of="C2"),
        ]
        text = say(
            self.language, "share", row=_row_name(told, row), share="[[s]]", measure=measure_words(column),
            when=self._when(told), value="[[v]]", whole="[[w]]",
        )  # fmt: skip
        return self._sentence(told, text, figures, calculations)

    def _row_values(self, told: TellableRows, row: int) -> Iterator[DraftSentence]:
        for column in told.measures:
            if told.is_nameable(row) and told.stated(row, column) is not None:
                yield self._value(told, row, column)

    def _value(self, told: TellableRows, row: int, column: EvidenceColumn) -> DraftSentence:
        figure = DraftFigure(marker="f1", of=told.cell(row, column))
        when = self._when(told)
        if any(OF_UNIT.match(c.source or "") for c in told.keys):
            when = told.other_day + condition_words(self.language, told.slot)
        if told.keys:
            text = say(
                self.language, "value_row", measure=measure_words(column), row=_row_name(told, row), when=when,
                value="[[f1]]",
            )  # fmt: skip
        else:
            text = say(
                self.language,
                "value",
                measure=measure_words(column),
                of=entity_words(self.language, told, row),
                when=when,
                value="[[f1]]",
            )
        return self._sentence(told, text, [figure])

    def _sentence(
        self,
        told: TellableRows,
        text: str,
        figures: list[DraftFigure],
        calculations: list[DraftCalculation] | None = None,
    ) -> DraftSentence:
        return DraftSentence(
            text=text, citations=(told.evidence.id,), figures=tuple(figures), calculations=tuple(calculations or ()),
            slot=told.slot.id,
        )  # fmt: skip

    def _when(self, told: TellableRows) -> str:
        slot = told.slot
        name = told.narrower_period(self.language) or (period_name(self.language, slot) if slot.need.period else "")
        when = say(self.language, "when", period=name) if name else ""
        return when + told.other_day + (condition_words(self.language, slot) if slot.need.grain else "")


def entity_words(language: str, told: TellableRows, row: int) -> str:
    """` for Spain`: the row's own name, else what the slot is about; empty when there is neither."""
    named = _row_name(told, row) or _together(told.slot.need)
    return (say(language, "of", entity=named) if named else "") + condition_words(language, told.slot)


def _together(need: Need) -> str:
    """The names a slot is about; the parts of a person's name, which two conditions give, are not torn apart."""
    columns = [f.column.lower() for f in need.filters if f.values and str(f.values[0]) in need.entities]
    is_person = len(need.entities) == len(columns) == 2 and all(c.endswith("name") for c in columns)
    return (" " if is_person else ", ").join(need.entities)


def period_name(language: str, slot: Slot) -> str:
    """The slot's period by name; empty when it has none."""
    return period_words(slot.need.period, language) if slot.need.period else ""


def _row_name(told: TellableRows, row: int) -> str:
    """What names the row; the parts of a person's name are not torn apart by a comma."""
    is_person = len(told.name(row)) == 2 and sum(c.name.lower().endswith("name") for c in told.keys) == 2
    return (" " if is_person else ", ").join(str(v) for v in told.name(row) if v is not None)
