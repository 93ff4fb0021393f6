"""Filling a draft's markers with values: figures are placed by code, never typed by a model."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from tasks.checks.quotations import states
from tasks.dates.row_periods import time_unit
from tasks.draft import DraftFigure, DraftSentence, Operation
from tasks.figures.calculations import CalculatedValue, evaluate
from tasks.figures.cells import Cell, is_cell, is_column, resolve
from tasks.figures.errors import NotAValue, NotQuoted, UnknownReference
from tasks.figures.numbers import read_numbers
from tasks.figures.printing import Printed, Style, print_number, print_other
from tools.evidence import Evidence, PassageEvidence, json_value
from tools.frozen import Frozen
from tools.terms import JsonScalar

_MARKER = re.compile(r"\[\[\s*(\w+)\s*\]\]")


class PlacedFigure(Frozen):
    """A value in a sentence, and where it comes from. Decimals are strings."""

    text: str
    start: int
    end: int
    value: str
    """The exact value; for names and dates the cell's text."""
    unit: str | None = None
    rounding: str = "0"
    """Half a unit of the last printed digit, in the value's unit."""
    evidence: str
    """The evidence of the cell, or of a calculation's first cell."""
    row_key: dict[str, JsonScalar] = {}
    """What names the row; of a calculation, what its rows have in common."""
    column: str | None = None
    calculation: str | None = None
    style: Style = "plain"
    cells: tuple[str, ...] = ()
    """References to every cell that went in; empty for a value that a passage states."""
    is_number: bool = True


class PlacedCalculation(Frozen):
    """A calculation that a sentence states, or that went into one."""

    id: str
    operation: Operation
    operands: tuple[str, ...]
    ascending: bool = False
    value: str
    unit: str | None = None


class PlacedSentence(Frozen):
    """A sentence as people read it, with everything its figures rest on."""

    text: str
    figures: tuple[PlacedFigure, ...] = ()
    calculations: tuple[PlacedCalculation, ...] = ()
    citations: tuple[str, ...] = ()


def place(sentence: DraftSentence, evidence: Mapping[str, Evidence], language: str = "en") -> PlacedSentence:
    """The sentence with each marker replaced by its value, printed in the language.

    Raises PlacingError when a marker, reference or calculation does not hold; the message is for the model to correct.
    """
    values = evaluate(sentence.calculations, evidence)
    figures_by_marker = {f.marker.strip("[] "): f for f in sentence.figures}
    text, figures, at = "", [], 0
    for match in _MARKER.finditer(sentence.text):
        draft = figures_by_marker.get(match[1])
        if draft is None:
            raise UnknownReference(f"[[{match[1]}]] has no entry in `figures`.")
        text += sentence.text[at : match.start()]
        figure = _placed(draft, values, evidence, language)
        text = _without_repeated_sign(text, figure.text)
        figures.append(figure.model_copy(update={"start": len(text), "end": len(text) + len(figure.text)}))
        text += figure.text
        at = match.end() + _repeated_after(sentence.text[match.end() :], figure.text)
    cited = (*sentence.citations, *(e for f in figures for e in _evidence_of(f)))
    return PlacedSentence(
        text=text + sentence.text[at:],
        figures=tuple(figures),
        calculations=_used(figures, values),
        citations=tuple(sorted(dict.fromkeys(cited), key=_by_number)),
    )


def _placed(
    draft: DraftFigure, values: Mapping[str, CalculatedValue], evidence: Mapping[str, Evidence], language: str
) -> PlacedFigure:
    if draft.passage is not None:
        return _stated(draft, evidence, language)
    if draft.of in values:
        return _calculated(draft, values[draft.of], language)
    if not is_cell(draft.of):
        raise UnknownReference(f"[[{draft.marker}]]: `{draft.of[:80]}` is neither a cell nor a calculation's id.")
    if is_column(draft.of):
        raise UnknownReference(f"[[{draft.marker}]]: {draft.of} is a column. Name one row, or a calculation over it.")
    return _from_cell(draft, resolve(draft.of, evidence)[0], language)


def _from_cell(draft: DraftFigure, cell: Cell, language: str) -> PlacedFigure:
    value = cell.value
    is_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    if (is_number and cell.column.role == "key") or (time_unit(cell.column) and isinstance(value, int)):
        printed, is_number = Printed(str(value), Decimal(0)), False
    elif is_number:
        printed = print_number(cell.number, cell.unit, draft.style, language)
    else:
        printed = Printed(print_other(cell.day or value, language), Decimal(0))
    return PlacedFigure(
        text=printed.text,
        start=0,
        end=0,
        value=_as_text(cell.number) if is_number else str(json_value(value)),
        unit=cell.unit if is_number else None,
        rounding=_as_text(printed.rounding),
        evidence=cell.evidence.id,
        row_key=_key(cell),
        column=cell.column.name,
        style=draft.style,
        cells=(cell.reference,),
        is_number=is_number,
    )


def _calculated(draft: DraftFigure, value: CalculatedValue, language: str) -> PlacedFigure:
    if not value.cells:
        raise NotAValue(f"{value.id} rests on no rows.")
    printed = print_number(value.value, value.unit, draft.style, language, operation=value.operation)
    keys = [_key(c) for c in value.cells]
    return PlacedFigure(
        text=printed.text,
        start=0,
        end=0,
        value=_as_text(value.value),
        unit=value.unit,
        rounding=_as_text(printed.rounding),
        evidence=value.cells[0].evidence.id,
        row_key={k: v for k, v in keys[0].items() if all(k in other and other[k] == v for other in keys)},
        column=value.cells[0].column.name,
        calculation=value.id,
        style=draft.style,
        cells=tuple(c.reference for c in value.cells),
    )


def _stated(draft: DraftFigure, evidence: Mapping[str, Evidence], language: str) -> PlacedFigure:
    passage = evidence.get(draft.passage or "")
    quoted = (draft.quoted or "").strip()
    if not isinstance(passage, PassageEvidence):
        raise UnknownReference(f"[[{draft.marker}]]: {draft.passage} is no passage.")
    if not quoted or not states(passage, quoted):
        raise NotQuoted(f"{passage.id} does not say `{quoted[:80]}`. Copy the value exactly as it stands there.")
    numbers = read_numbers(quoted, language)
    number = numbers[0] if len(numbers) == 1 else None
    return PlacedFigure(
        text=quoted,
        start=0,
        end=0,
        value=_as_text(number.value) if number else quoted,
        unit=number.unit if number else None,
        rounding=_as_text(number.rounding) if number else "0",
        evidence=passage.id,
        is_number=number is not None,
    )


def _key(cell: Cell) -> dict[str, JsonScalar]:
    return {name: json_value(value) for name, value in cell.row_key.items()}


def _used(figures: Sequence[PlacedFigure], values: Mapping[str, CalculatedValue]) -> tuple[PlacedCalculation, ...]:
    wanted = [f.calculation for f in figures if f.calculation is not None]
    for name in wanted:
        wanted.extend(o for o in values[name].operands if o in values and o not in wanted)
    return tuple(
        PlacedCalculation.model_validate(
            {
                "id": v.id,
                "operation": v.operation,
                "operands": v.operands,
                "ascending": v.ascending,
                "value": _as_text(v.value),
                "unit": v.unit,
            }
        )
        for v in values.values()
        if v.id in wanted
    )


def _evidence_of(figure: PlacedFigure) -> tuple[str, ...]:
    return (figure.evidence, *(reference.split("[")[0] for reference in figure.cells))


def _by_number(evidence: str) -> tuple[str, int, str]:
    number = re.search(r"\d+$", evidence)
    return evidence[: number.start()] if number else evidence, int(number[0]) if number else 0, evidence


def _without_repeated_sign(before: str, figure: str) -> str:
    """Models like to write the currency around the marker too: `€[[f1]]`."""
    for sign in ("US$", "€", "$", "£", "¥", "￥"):
        if before.endswith(sign) and sign in figure:
            return before[: -len(sign)]
    return before


def _repeated_after(rest: str, figure: str) -> int:
    match = re.match(r"\s?(%|€)", rest)
    return match.end() if match and match[1] in figure else 0


def _as_text(number: Decimal) -> str:
    return format(number.normalize() if number.as_tuple().exponent != 0 else number, "f")
