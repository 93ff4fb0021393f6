"""Where a section's evidence comes from, in a line that people read; the statements stand in the appendix."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from crew.answer import Answer
from crew.render.plain import plain, shortened
from crew.render.words import passage_place
from crew.reports.document import SourceOut
from crew.reports.labels import Labels
from crew.reports.numbers import people_period
from tools.evidence import Computed
from tools.sql.specs import SemanticSpec
from tools.terms import Filter

_UNIT = re.compile(r"(\w+)\(([\w.]+)\)")
_LONGEST = 200
_SIGNS = {"!=": "≠", "<=": "≤", ">=": "≥", "in": "=", "not in": "≠"}


def sources_of(answer: Answer, labels: Labels, semantics: Mapping[str, SemanticSpec]) -> Iterator[SourceOut]:
    """The evidence that sentences and conflicts cite; without any sentence, all rows."""
    cited = {number for sentence in answer.sentences for number in sentence.citations}
    cited |= {side.evidence for conflict in answer.conflicts for side in conflict.values}
    for piece in answer.evidence:
        if piece["id"] in cited or (not cited and piece["kind"] != "passage"):
            yield SourceOut(
                evidence=piece["id"],
                kind=piece["kind"],
                source=piece["source"],
                words=source_words(piece, labels, semantics.get(piece["source"])),
                retrieved_at=str(piece.get("retrieved_at") or ""),
            )


def source_words(piece: dict[str, Any], labels: Labels, semantic: SemanticSpec | None = None) -> str:
    """A passage's place; of rows what was computed: measures, grouping, conditions and period."""
    if piece["kind"] == "passage":
        return passage_place(piece)
    terms = piece.get("computed_terms")
    if piece["kind"] == "nothing_found" or not terms:
        told = plain(piece.get("computed") or piece.get("tried") or "")
        return labels.nothing_found.format(tried=told) if piece["kind"] == "nothing_found" else told
    computed = Computed.model_validate(terms)
    parts = [_what(computed, labels, semantic)]
    parts += [_condition(each, labels, semantic) for each in (*computed.filters, *computed.having)]
    parts += [people_period(computed.period, labels.language)] if computed.period else []
    parts += [f"≤ {computed.limit} {labels.rows_of}"] if computed.limit is not None else []
    parts += [labels.not_read.format(part=shortened("; ".join(computed.unread), _LONGEST))] if computed.unread else []
    return plain(" · ".join(part for part in parts if part))


def _what(computed: Computed, labels: Labels, semantic: SemanticSpec | None) -> str:
    measures = ", ".join(name.replace("_", " ") if "(" not in name else name for name in computed.measures)
    grain = ", ".join(_name(term, semantic) for term in computed.grain)
    told = labels.chart_by.format(measure=measures, keys=grain) if measures and grain else measures or grain
    return f"{told[:1].upper()}{told[1:]}" if "(" not in told.split(" ")[0] else told


def _condition(condition: Filter, labels: Labels, semantic: SemanticSpec | None) -> str:
    name = _name(condition.column, semantic)
    if condition.operator in ("is null", "is not null"):
        return f"{name} {labels.is_empty if condition.operator == 'is null' else labels.not_empty}"
    values = ", ".join("—" if value is None else str(value) for value in condition.values)
    return f"{name} {_SIGNS.get(condition.operator, condition.operator)} {values}"


def _name(term: str, semantic: SemanticSpec | None) -> str:
    """A dimension's name, the unit of a date, or the column's own name."""
    unit = _UNIT.fullmatch(term)
    if unit:
        return unit[1]
    dimensions = semantic.dimensions if semantic else {}
    found = next((name for name, spec in dimensions.items() if spec.column == term), term.rpartition(".")[2])
    return found.replace("_", " ")
