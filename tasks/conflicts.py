"""Where rows and passages, or two passages, state different values for the same measure, thing and period."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import date
from decimal import Decimal

from tasks.checks.claim import Claim
from tasks.checks.language import FALL, RISE
from tasks.checks.sentences import split_sentences
from tasks.checks.stated_values import StatedValue, stated_values
from tasks.checks.wording import Wording
from tasks.dates.row_periods import row_period
from tasks.figures.operand_fit import constraints, measure_of
from tasks.figures.placing import PlacedSentence
from tasks.figures.unit_words import unit_behind, unit_of_words
from tasks.passage_facts import NOT_ACTUAL, PassageFact, facts_of
from tools.documents.language import detect_language
from tools.evidence import Evidence, PassageEvidence, RowsEvidence, json_value
from tools.frozen import Frozen
from tools.wording import said

_BY = re.compile(r"\b(?:by|um|de|d[’']|en|un|of)\s*$", re.IGNORECASE)
_MOST_ROWS = 300


class ConflictingValue(Frozen):
    """One side of a conflict. `date` is the passage's; rows have none."""

    value: str
    unit: str | None = None
    evidence: str
    source: str
    date: str | None = None


class Conflict(Frozen):
    """Values of different sources that cannot all be right."""

    about: str
    values: tuple[ConflictingValue, ...]
    preferred: str | None = None
    """The evidence id that the configured order prefers; None where the order does not decide."""
    rule: str


def find_conflicts(
    evidence: Sequence[Evidence],
    today: date,
    authority: Mapping[str, int],
    synonyms: Mapping[str, tuple[str, ...]] | None = None,
) -> tuple[Conflict, ...]:
    """What sources tell differently beyond their rounding; `authority` ranks sources, higher is believed more.

    Passages are compared with the cells they speak of, and with each other where no cell is told otherwise.
    """
    rows = [e for e in evidence if isinstance(e, RowsEvidence) and len(e.rows) <= _MOST_ROWS]
    passages = [e for e in evidence if isinstance(e, PassageEvidence)]
    against: dict[str, list[tuple[PassageEvidence, StatedValue]]] = {}
    for passage in passages:
        for stated in _contradictions(passage, rows, today, synonyms or {}):
            against.setdefault(stated.cell.reference, []).append((passage, stated))
    found = [_conflict(pairs, authority) for pairs in against.values()]
    told = {(v.evidence, Decimal(v.value)) for conflict in found for v in conflict.values if _is_number(v.value)}
    return (*found, *_between_passages(passages, today, authority, told))


def _between_passages(
    passages: Sequence[PassageEvidence], today: date, authority: Mapping[str, int], told: Set[tuple[str, Decimal]]
) -> Iterator[Conflict]:
    """Facts that passages tell differently, those apart that a cell was already held against."""
    facts = [f for p in passages for f in facts_of(p, today) if (p.id, _shown(f)) not in told]
    groups: list[list[PassageFact]] = []
    for fact in facts:
        group = next((g for g in groups if g[0].is_of_the_same(fact)), None)
        if group is None:
            groups.append([fact])
        elif not any(f.agrees_with(fact) or f.passage.document == fact.passage.document for f in group):
            group.append(fact)
    for group in groups:
        if len(group) > 1:
            values = [_told(f) for f in group]
            preferred = _preferred(values, authority)
            yield Conflict(
                about=group[0].about, values=tuple(values), preferred=preferred, rule=_rule(values, preferred)
            )


def _told(fact: PassageFact) -> ConflictingValue:
    passage, unit = fact.passage, fact.number.unit
    value = format(_shown(fact), "f")
    return ConflictingValue(value=value, unit=unit, evidence=passage.id, source=passage.source, date=passage.date)


def _shown(fact: PassageFact) -> Decimal:
    return fact.number.value * (100 if fact.number.unit == "percent" else 1)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def _contradictions(
    passage: PassageEvidence, rows: Sequence[RowsEvidence], today: date, synonyms: Mapping[str, tuple[str, ...]]
) -> Iterator[StatedValue]:
    """What the passage states of a cell, where nothing else in it agrees with that cell."""
    language = detect_language(passage.text) or "en"
    found = [
        stated
        for sentence in split_sentences(passage.text)
        if not NOT_ACTUAL.search(sentence)
        for stated in _stated(sentence, passage, rows, Wording(language=language, synonyms=synonyms, today=today))
    ]
    agreed = {s.cell.reference for s in found if s.agrees}
    told: set[str] = set()
    for stated in found:
        if stated.cell.reference not in agreed | told:
            told.add(stated.cell.reference)
            yield stated


def _stated(
    sentence: str, passage: PassageEvidence, rows: Sequence[RowsEvidence], wording: Wording
) -> Iterator[StatedValue]:
    shelf: dict[str, Evidence] = {e.id: e for e in rows}
    claim = Claim(PlacedSentence(text=sentence, citations=tuple(shelf)), shelf, wording)
    for stated in stated_values(claim, rows, f"{passage.title}. {passage.section}"):
        before = claim.text[: stated.number.start]
        is_change = _BY.search(before) and (RISE.search(claim.text) or FALL.search(claim.text))
        if not is_change and not _counts_something_else(stated, claim):
            yield stated


def _counts_something_else(stated: StatedValue, claim: Claim) -> bool:
    """Whether a number is of what stands right behind it, as in “a strike of five weeks” or “three shops closed”."""
    measure, number = measure_of(stated.cell), stated.number
    called = " ".join((measure, stated.cell.unit or "", *claim.wording.synonyms.get(measure, ()))).lower()
    own = set(_WORD.findall(called))
    unit = unit_behind(claim.text, number.end)
    if unit is not None:
        return unit[0] not in {unit_of_words(word) for word in own}
    noun = _NOUN.match(claim.text, number.end) if number.is_word else None
    return noun is not None and noun[1] not in own


_WORD = re.compile(r"[^\W\d_]+")
_NOUN = re.compile(r"\s+(?!(?:from|with|over|than|dans|pour|nach|über|para|desde|this|last|that)\b)([a-zà-öø-ÿ]{4,})\b")
"""A word right behind a number that is none of the small ones."""


def _conflict(pairs: Sequence[tuple[PassageEvidence, StatedValue]], authority: Mapping[str, int]) -> Conflict:
    cell = pairs[0][1].cell
    values = [
        ConflictingValue(
            value=str(json_value(cell.value)),
            unit=cell.unit,
            evidence=cell.evidence.id,
            source=cell.evidence.source,
        )
    ]
    for passage, stated in pairs:
        value = format(stated.number.value * (100 if cell.unit == "percent" else 1), "f")
        values.append(
            ConflictingValue(value=value, unit=cell.unit, evidence=passage.id, source=passage.source, date=passage.date)
        )
    preferred = _preferred(values, authority)
    return Conflict(about=_about(pairs[0][1]), values=tuple(values), preferred=preferred, rule=_rule(values, preferred))


def _preferred(values: Sequence[ConflictingValue], authority: Mapping[str, int]) -> str | None:
    if not all(v.source in authority for v in values):
        return None
    ranks = sorted({authority[v.source] for v in values}, reverse=True)
    best = [v for v in values if authority[v.source] == ranks[0]]
    return best[0].evidence if len({v.evidence for v in best}) == 1 else None


def _rule(values: Sequence[ConflictingValue], preferred: str | None) -> str:
    if preferred is None:
        return said("The configured order of authority does not decide between these sources.")
    sources = {v.evidence: v.source for v in values}
    others = ", ".join(dict.fromkeys(v.source for v in values if v.evidence != preferred))
    return said(
        "{source} is believed before {others}, by the domain's order of authority.",
        source=sources[preferred],
        others=others,
    )


def _about(stated: StatedValue) -> str:
    cell = stated.cell
    names = [", ".join(values) for _, operator, values in sorted(constraints(cell)) if operator in ("=", "in")]
    period = row_period(cell.evidence, cell.row)
    days = f"{period.start} … {period.end}" if period else ""
    return ", ".join(part for part in (measure_of(cell), *names, days) if part)
