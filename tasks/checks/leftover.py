"""Is something said that no check looked at? Then the verifier's model must judge it."""

import re
from collections.abc import Iterable, Iterator

from tasks.checks.changes import change_of
from tasks.checks.claim import Claim, Finding
from tasks.checks.comparisons import TIMES
from tasks.checks.exclusions import exclusion_spans
from tasks.checks.language import (
    ATTRIBUTION,
    AVERAGE,
    EARLIEST,
    FALL,
    FLAT,
    FOUND,
    HIGHEST,
    LATEST,
    LESS,
    LOWEST,
    MORE,
    NEGATION,
    ORDINALS,
    RISE,
    STEPS_BACK,
    TIED,
    TOTAL,
)
from tasks.checks.measure_words import column_parts, column_words, rows_words
from tasks.checks.mentions import find_words, names_word
from tasks.checks.neutral_words import NEUTRAL_CHINESE, NEUTRAL_WORDS, WORDS_OF
from tasks.checks.units_told import end_with_unit
from tasks.dates.row_periods import is_day_word

_CHECKED = (
    *(HIGHEST, LOWEST, MORE, LESS, RISE, FALL, FLAT, NEGATION, AVERAGE, TOTAL, TIED),
    *(pattern for _, pattern in TIMES),
    *ORDINALS.values(),
    *STEPS_BACK.values(),
)
_APPROXIMATELY = re.compile(
    r"\b(?:nearly|almost|about|exactly|roughly|approximately|more than|less than|at least|at most|fast|knapp|rund|etwa|"
    r"mehr als|weniger als|mindestens|presque|environ|plus de|moins de|près d[e’']|casi|unos|unas|aproximadamente|"
    r"más del?|"
    r"menos del?)(?![^\W\d_])|[近约]|接近",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"\s*(?:(?:a|an|the|that|one|ein\w*|de[rmns]|die|das|une?|l[ea]s?|du|una?|el|los)\s+|l['’])?", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def check_leftover(claim: Claim) -> Iterator[Finding]:
    """A call for judgement where words remain that are neither bound, checked, nor neutral."""
    if any(leftover_words(claim)):
        yield Finding(needs_judgement=True)


def leftover_words(claim: Claim) -> Iterator[str]:
    """The words of the sentence that no check accounts for."""
    known = tuple(dict.fromkeys(_evidence_words(claim)))
    text = _blanked(claim.text, _spans(claim, known))
    told = (ATTRIBUTION,) if claim.passages else (FOUND,) if claim.nothing_found else ()
    told = (*told, EARLIEST, LATEST) if claim.tells_days else told
    for pattern in (*_CHECKED, *told):
        text = pattern.sub(lambda m: " " * len(m[0]), text)
    for match in _APPROXIMATELY.finditer(text):
        if _stands_before_an_amount(match, claim):
            text = _blanked(text, [match.span()])
    if claim.wording.language.startswith("zh"):
        yield from (sign for sign in _CHINESE.findall(text) if sign not in NEUTRAL_CHINESE)
    neutral = NEUTRAL_WORDS.get(claim.wording.language.split("-")[0], NEUTRAL_WORDS["en"]) | _calculated_words(claim)
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if _CHINESE.search(word) or word in neutral or word.endswith("-") or (claim.tells_days and is_day_word(word)):
            continue
        if not any(names_word(match[0], w) for w in known if " " not in w):
            yield match[0]


def _calculated_words(claim: Claim) -> frozenset[str]:
    """The words that belong to what the sentence's figures are: a change, a part of a whole, a multiple."""
    operations = {f.operation for f in claim.figures}
    told = {name for name, pattern in _KINDS_TOLD.items() if pattern.search(claim.words)}
    is_multiple = "ratio" in operations or any(p.search(claim.words) for _, p in TIMES)
    is_ranked = "rank" in operations or told & {"highest", "lowest"}
    is_whole = operations & {"share", "sum", "mean", "count"} or told & {"total", "tied"}
    kinds = {
        "changes": operations & {"growth", "difference", "compound_rate"} or any(map(change_of, claim.figures)),
        "wholes": is_whole or is_ranked or is_multiple,
        "multiples": is_multiple or is_ranked,
        "ranks": is_ranked or any(p.search(claim.words) for p in ORDINALS.values()),
        "percentages": any(f.figure.unit in ("ratio", "percent") for f in claim.figures),
        "counts": "count" in operations,
        "days": claim.tells_days,
        "searches": claim.nothing_found or claim.passages,
    }
    return frozenset(word for kind, holds in kinds.items() if holds for word in WORDS_OF[kind])


_KINDS_TOLD = {"highest": HIGHEST, "lowest": LOWEST, "total": TOTAL, "tied": TIED}


def _stands_before_an_amount(match: re.Match[str], claim: Claim) -> bool:
    """`Nearly 40` and `almost half` are looked at elsewhere; `nearly reached` is not."""
    amounts = {f.start for f in claim.figures} | {n.start for n in claim.numbers}
    amounts |= {m.start() for _, pattern in TIMES for m in pattern.finditer(claim.words)}
    article = _ARTICLE.match(claim.words, match.end())
    return article is not None and any(match.end() <= at <= article.end() for at in amounts)


def _spans(claim: Claim, known: Iterable[str]) -> Iterator[tuple[int, int]]:
    yield from ((f.start, end_with_unit(f, claim)) for f in claim.figures)
    yield from ((n.start, n.end) for n in claim.numbers)
    yield from ((p.start, p.end) for p in claim.periods)
    yield from exclusion_spans(claim)
    mentions = [*claim.measures_named, *(m for named in claim.values_named.values() for m in named)]
    yield from ((m.start, m.end) for m in mentions)
    for words in known:
        yield from find_words(claim.text, words)


def _evidence_words(claim: Claim) -> Iterator[str]:
    """Words for the columns, tables and texts the sentence cites."""
    for evidence in claim.rows:
        for column in evidence.columns:
            yield from column_words(column, claim.wording)
            yield from column_parts(column)
            if column.role == "key" or claim.tells_days:
                yield from rows_words(evidence, column, claim.wording)
            if column.unit:
                yield column.unit
        yield from (v for row in evidence.rows[:50] for v in row if isinstance(v, str) and v)
    for passage in claim.passages:
        yield from (t for t in (passage.title, passage.section, passage.author or "") if t)
    for empty in claim.nothing_found:
        yield from re.findall(r"[^\W\d_]{3,}", empty.tried)


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
