"""Is a value that the bound rows leave out told as left out, and is what is told as left out missing from them?"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import attached
from tasks.checks.focus import focus, key_values
from tasks.checks.language import LEAVES_OUT, LEFT_OUT_BEHIND, NOT_A_DENIAL
from tasks.checks.mentions import Mention, find_mentions
from tasks.checks.wording import Wording
from tasks.figures.cells import Cell
from tasks.figures.operand_fit import constraints

_NOT = re.compile(r"\b(?:not|nicht|pas|no)\b|非", re.IGNORECASE)
_LINK = re.compile(
    r"(?:the|in|of|for|from|to|and|or|nor|die|der|das|den|dem|in|im|aus|von|für|und|oder|le|la|les|l|en|de|du|des|"
    r"pour|et|ou|el|los|las|del|para|y|o|e|了|和|与)",
    re.IGNORECASE,
)
_AND = re.compile(r"\b(?:and|or|und|oder|et|ou|y|o)\b|和|与|及", re.IGNORECASE)
_LIST_GOES_ON = re.compile(r"(?:,\s*[^\s,]+(?:\s[^\s,]+)?)*,?\s*(?:and|or|und|oder|et|ou|y|o)\b", re.IGNORECASE)
_NEAR = 40
"""Characters."""


def check_exclusions(claim: Claim) -> Iterator[Finding]:
    """Reasons why a figure cannot be about a value that its rows leave out, or cannot leave out what it is told to."""
    bound = [f for f in claim.figures if f.cells]
    for figure in bound:
        for column, values in values_left_out(focus(figure)).items():
            for value in values:
                yield from _check_left_out(figure, column, value, claim=claim, bound=bound)
    told = [f for f in bound if f.is_stated]
    for column, mention in _told_left_out(claim) if told else ():
        if not any(mention.label in values_left_out(f.cells).get(column, ()) for f in told):
            yield _not_left_out(mention, column, claim, told)


def values_left_out(cells: Iterable[Cell]) -> dict[str, frozenset[str]]:
    """The values that the statements behind the cells leave out, by column."""
    found: dict[str, frozenset[str]] = {}
    for column, operator, values in (c for cell in cells for c in constraints(cell)):
        if operator in ("!=", "not in", "not like"):
            named = frozenset(v.strip("%") for v in values)
            found[column] = found.get(column, frozenset()) | named
    return found


def is_named_as_included(text: str, column: str, value: str, wording: Wording) -> bool:
    """Whether the text names a value without saying that it is left out."""
    mentions = find_mentions(text, {value: _words(value, wording)})
    return any(_standing(text, m, mentions, column) == "included" for m in mentions)


def exclusion_spans(claim: Claim) -> Iterator[tuple[int, int]]:
    """Where the sentence tells, with which words, that a value is left out which the bound rows do leave out."""
    for column, values in values_left_out(c for f in claim.figures for c in f.cells).items():
        mentions = _mentions(claim, column, values)
        for mention in mentions:
            if mention.label in values and _standing(claim.text, mention, mentions, column) == "left out":
                opening = _opening(claim.text, mention.start)
                behind = LEFT_OUT_BEHIND.match(claim.text, mention.end)
                start = opening.start() if opening and not behind else mention.start
                yield start, behind.end() if behind else mention.end


def _check_left_out(
    figure: BoundFigure, column: str, value: str, *, claim: Claim, bound: Sequence[BoundFigure]
) -> Iterator[Finding]:
    mentions = [m for m in _mentions(claim, column, frozenset([value])) if m.label == value]
    standings = [Mention(m.start, m.end, _standing(claim.text, m, mentions, column)) for m in mentions]
    told = {m.label for m in standings}
    if "included" in told and any(value in _about(f, column) for f in bound if f is not figure):
        told = set(attached(figure.start, standings, claim.clauses))
    if "included" in told:
        yield Finding(f"“{figure.figure.text}” leaves out {value}, which the sentence names. Say “excluding {value}”.")
    elif "open" in told:
        yield Finding(needs_judgement=True)


def _not_left_out(mention: Mention, column: str, claim: Claim, told: Sequence[BoundFigure]) -> Finding:
    """Rows of another value and calculations may well be without it."""
    is_open = any(f.calculation is not None or key_values(f).get(column, set()) - {mention.label} for f in told)
    words = claim.text[mention.start : mention.end]
    return Finding(needs_judgement=True) if is_open else Finding(f"Nothing bound leaves out “{words}”.")


def _told_left_out(claim: Claim) -> Iterator[tuple[str, Mention]]:
    for column, mentions in claim.values_named.items():
        for mention in mentions:
            opening = _opening(claim.text, mention.start)
            is_told = _standing(claim.text, mention, mentions, column) == "left out"
            if is_told and not (opening and _NOT.fullmatch(opening[0])):
                yield column, mention


def _about(figure: BoundFigure, column: str) -> set[str]:
    equal = {v for c in figure.cells for name, op, vs in constraints(c) if (name, op) == (column, "=") for v in vs}
    return equal | key_values(figure).get(column, set())


def _mentions(claim: Claim, column: str, values: frozenset[str]) -> tuple[Mention, ...]:
    known: Mapping[str, tuple[str, ...]] = claim.known.get(column, {})
    return find_mentions(claim.text, {**known, **{v: _words(v, claim.wording) for v in values}})


def _words(value: str, wording: Wording) -> tuple[str, ...]:
    return (value, *wording.words_for(value))


def _standing(text: str, mention: Mention, others: Sequence[Mention], column: str) -> str:
    """`left out` right behind or before words that say so, `open` with other words between, otherwise `included`."""
    if LEFT_OUT_BEHIND.match(text, mention.end):
        return "left out"
    opening = _opening(text, mention.start)
    if opening is None:
        return "included"
    between = text[opening.end() : mention.start]
    for other in others:
        if opening.end() <= other.start and other.end <= mention.start:
            between = between.replace(text[other.start : other.end], " ")
    words = re.findall(r"\w+", between)
    is_list = "," not in between or _AND.search(between) or _LIST_GOES_ON.match(text, mention.end)
    if is_list and all(_LINK.fullmatch(w) or _is_of_column(w, column) for w in words):
        return "left out"
    return "included" if re.search(r"[,;:.，；。]", between) else "open"


def _opening(text: str, end: int) -> re.Match[str] | None:
    """The last words before a position that leave something out."""
    text = NOT_A_DENIAL.sub(lambda m: " " * len(m[0]), text)
    found = [*LEAVES_OUT.finditer(text, max(0, end - _NEAR), end), *_NOT.finditer(text, max(0, end - _NEAR), end)]
    return max(found, key=lambda m: m.end(), default=None)


def _is_of_column(word: str, column: str) -> bool:
    parts = {p for p in re.split(r"\W|_", column.casefold()) if p}
    return bool(parts & {word.casefold(), word.casefold() + "s", re.sub("y$", "ies", word.casefold())})
