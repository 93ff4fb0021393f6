"""Does the sentence name the row and the measure behind each figure, each beside its own figure?"""

import re
from collections.abc import Iterator, Sequence

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import attached, clause_of, right_behind, told_in_order
from tasks.checks.focus import columns_summed, is_over_a_column, key_values, measures
from tasks.checks.language import AVERAGE, EARLIEST, HIGHEST, LATEST, LOWEST, TOTAL, without_ends
from tasks.checks.measure_words import column_words, rows_words
from tasks.checks.mentions import Mention, names_word


def check_subjects(claim: Claim) -> Iterator[Finding]:
    """Reasons why a figure's row or measure is not the one the sentence names."""
    bound = [f for f in claim.figures if f.cells and f.is_stated]
    if not bound:
        return
    for figure in bound:
        if is_over_a_column(figure):
            yield from _check_whole_column(figure, claim)
        else:
            summed = columns_summed(figure)
            for column, values in key_values(figure).items():
                if column in summed:
                    yield from _check_whole(figure, column, values, claim)
                    continue
                yield from _check_key(figure, column, values, claim=claim, bound=bound)
        yield from _check_filters(figure, claim)
    for figure in bound:
        if figure.operation == "count":
            yield from _check_counted(figure, claim)
        elif figure.operation != "rank":
            yield from _check_measure(figure, claim, bound)
            yield from _check_kind(figure, claim)


def _check_key(
    figure: BoundFigure,
    column: str,
    values: set[str],
    *,
    claim: Claim,
    bound: Sequence[BoundFigure],
) -> Iterator[Finding]:
    mentions = claim.values_named.get(column, ())
    if not mentions:
        if claim.values_asked(column) != values:
            yield Finding(f"“{figure.figure.text}” is about {_listed(values)}, which the sentence does not name.")
        return
    if len(values) > 1:
        missing = values - {m.label for m in mentions}
        if missing:
            yield Finding(f"“{figure.figure.text}” rests on {_listed(values)}; the sentence does not name all of them.")
        return
    near = attached(figure.start, mentions, claim.clauses)
    if any(clause_of(f.start, claim.clauses) == clause_of(figure.start, claim.clauses) for f in _before(figure, bound)):
        near = right_behind((figure.start, figure.end), claim.text, mentions) or near
    if near == values or _is_listed(column, mentions, bound):
        return
    yield Finding(f"“{figure.figure.text}” is about {_listed(values)}, but stands with another name.")


def _before(figure: BoundFigure, bound: Sequence[BoundFigure]) -> list[BoundFigure]:
    return [f for f in bound if f.end <= figure.start]


def _is_listed(column: str, mentions: Sequence[Mention], bound: Sequence[BoundFigure]) -> bool:
    named = [(f, v) for f in bound if len(v := key_values(f).get(column, set())) == 1]
    return told_in_order([(f.start, f.end) for f, _ in named], [next(iter(v)) for _, v in named], mentions)


def _check_whole_column(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    every = [key_values(BoundFigure(figure.figure, (c,), None, None)) for c in figure.cells]
    for column in {c for key in every for c in key}:
        values = {v for key in every for v in key.get(column, set())}
        yield from _check_whole(figure, column, values, claim)


def _check_whole(figure: BoundFigure, column: str, values: set[str], claim: Claim) -> Iterator[Finding]:
    start, end = claim.clauses[clause_of(figure.start, claim.clauses)]
    inside = {m.label for m in claim.values_named.get(column, ()) if start <= m.start < end}
    if inside and not values <= {m.label for m in claim.values_named.get(column, ())}:
        yield Finding(f"“{figure.figure.text}” is about all rows, but stands with {_listed(inside)}.")


def _check_filters(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    """A filter's value must be named as soon as another value of its column is."""
    for condition in {f for c in figure.cells for f in c.evidence.computed.filters if f.operator in ("=", "in")}:
        own = {str(v) for v in condition.values}
        named = {m.label for m in claim.values_named.get(condition.column, ())}
        keys = key_values(figure).get(condition.column, set())
        if named and not named & own and not keys:
            yield Finding(f"“{figure.figure.text}” is about {_listed(own)}, but the sentence names {_listed(named)}.")
        if named or keys:
            continue
        asked = claim.values_asked(condition.column)
        is_of_all = any(p.search(claim.words_beside_measures) for p in (TOTAL, _ALL))
        if is_of_all or (asked and not own <= asked) or (len(asked) > 1 and len(own) == 1):
            yield Finding(f"“{figure.figure.text}” is about {_listed(own)} only; name it in the sentence.")
        elif not asked:
            yield Finding(needs_judgement=True)


_ALL = re.compile(
    r"\b(?:(?<!in )all|every|entire|whole|alle[nrs]?|sämtliche\w*|gesamte\w*|tous|toutes?|todos|todas|"
    r"todo el|toda la)\b|所有|全部",
    re.IGNORECASE,
)


def _check_counted(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    cell = figure.cells[0]
    columns = [c for c in cell.evidence.columns if c.role == "key"] if cell.column.role != "key" else [cell.column]
    words = [w for column in columns for w in rows_words(cell.evidence, column, claim.wording)]
    if words and not any(names_word(claim.text, w) for w in words):
        yield Finding(f"“{figure.figure.text}” counts {words[0]}, which the sentence does not name.")


def _check_measure(figure: BoundFigure, claim: Claim, bound: Sequence[BoundFigure]) -> Iterator[Finding]:
    mentions = claim.measures_named
    own = measures(figure)
    labels = {m.label for m in mentions}
    if not labels:
        if not claim.measures_asked & own:
            yield Finding(f"“{figure.figure.text}” measures {_listed(own)}; name the measure in the sentence.")
        return
    if len(own) > 1:
        if not own <= labels:
            yield Finding(f"“{figure.figure.text}” rests on {_listed(own)}; name them in the sentence.")
        return
    near = _behind(figure, claim) or attached(figure.start, mentions, claim.clauses)
    if figure.day is not None and _is_one_of_those(figure, [m for m in mentions if m.label in near], claim):
        return
    named = [next(iter(m)) for f in bound if len(m := measures(f)) == 1]
    if near != own and not told_in_order([(f.start, f.end) for f in bound], named, mentions):
        yield Finding(f"“{figure.figure.text}” measures {_listed(own)}, but stands with another measure.")


def _is_one_of_those(figure: BoundFigure, mentions: Sequence[Mention], claim: Claim) -> bool:
    """The day of `14 orders, the last on 30 June`: an order's, told of the orders that are counted before it."""
    words = without_ends(column_words(figure.cells[0].column, claim.wording))
    before = [claim.text[m.start : m.end] for m in mentions if m.end <= figure.start]
    ends = [m.end() for pattern in (EARLIEST, LATEST) for m in pattern.finditer(claim.words, 0, figure.start)]
    if not ends or not _ON.fullmatch(claim.text, max(ends), figure.start):
        return False
    return len(before) == len(mentions) > 0 and all(any(names_word(b, w) for w in words) for b in before)


_ON = re.compile(r"\s+(?:(?:one|was|war|est|fue)\s+)?(?:(?:on|am|le|el)\s+)?(?:the\s+)?", re.IGNORECASE)


def _behind(figure: BoundFigure, claim: Claim) -> frozenset[str]:
    """A measure right behind its figure, as in `1,204 orders`."""
    if figure.figure.unit not in ("count", None) or figure.day is not None:
        return frozenset(m.label for m in claim.measures_named if claim.text[figure.end : m.start].isspace())
    return frozenset(m.label for m in claim.measures_named if 0 <= m.start - figure.end <= 2)


_EXACTLY_AVERAGE = re.compile(
    r"\b(?:average|averaged|mean|durchschnittlich\w*|durchschnitt|moyenne?s?|promedio)\b|平均", re.IGNORECASE
)

_MEDIAN = re.compile(r"\b(?:median\w*|médiane?s?|medianas?)\b|中位数", re.IGNORECASE)


def _check_kind(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    """An average is told as one, and nothing else is."""
    start, end = claim.clauses[clause_of(figure.start, claim.clauses)]
    is_alone = sum(f.is_stated for f in claim.figures) == 1
    clause = claim.words if is_alone else claim.words[start:end]
    is_average = figure.operation in ("mean", "ratio") or any(m.startswith("avg(") for m in measures(figure))
    words = " ".join(w for c in figure.cells for w in (*c.column.words, c.column.name.replace("_", " ")))
    if is_average and figure.operation != "ratio" and not AVERAGE.search(f"{claim.words} {claim.wording.question}"):
        yield Finding(f"“{figure.figure.text}” is an average; say so.")
    if is_average and figure.operation != "ratio" and TOTAL.search(clause) and not TOTAL.search(words):
        yield Finding(f"“{figure.figure.text}” is an average, not a total.")
    if (median := _MEDIAN.search(clause)) and not _MEDIAN.search(words):
        yield Finding(f"“{figure.figure.text}” is no {median[0].lower()}.")
    elif not is_average and _EXACTLY_AVERAGE.search(clause) and not AVERAGE.search(words):
        yield Finding(f"“{figure.figure.text}” is no average.")
    if figure.calculation is None and figure.value is not None:
        yield from _check_extreme(figure, claim, clause, words)


def _check_extreme(figure: BoundFigure, claim: Claim, clause: str, words: str) -> Iterator[Finding]:
    """The highest or lowest of several values is told as that, and not as their total."""
    call = figure.cells[0].column.measure or ""
    if not call.startswith(("max(", "min(")):
        return
    own, other = (_MAXIMUM, _MINIMUM) if call.startswith("max(") else (_MINIMUM, _MAXIMUM)
    shown = f"“{figure.figure.text}” is the {'highest' if own is _MAXIMUM else 'lowest'} of several values"
    if other.search(clause) and not own.search(clause):
        yield Finding(f"{shown}, not the {'lowest' if own is _MAXIMUM else 'highest'}.")
    elif TOTAL.search(clause) and not TOTAL.search(words):
        yield Finding(f"{shown}, not a total.")
    elif not own.search(f"{claim.words} {claim.wording.question}"):
        yield Finding(needs_judgement=True)


_MAXIMUM = re.compile(
    rf"{HIGHEST.pattern}|\b(?:max|peak\w*|up to|at most|höchst\w*|bis zu|jusqu['’]à)\b", re.IGNORECASE
)
_MINIMUM = re.compile(rf"{LOWEST.pattern}|\b(?:min|at least|mindestens|au moins|al menos)\b", re.IGNORECASE)


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)[:5])
