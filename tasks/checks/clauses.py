"""Which name belongs to which figure: the one before it in its clause, the one after it, or the sentence's subject."""

import re
from collections.abc import Sequence
from itertools import pairwise

from tasks.checks.language import CLAUSE_END
from tasks.checks.mentions import Mention

_ONLY_A_PREPOSITION = re.compile(
    r"\s*\(?(?:in|im|for|from|during|of|on|as of|von|aus|au|en|de|pour|pendant|durante|para)?"
    r"(?: the| le| la| el| l’année| l'année| année| año| Jahr| Jahre| year)*\s*",
    re.IGNORECASE,
)
Span = tuple[int, int]


def find_clauses(text: str, masked: Sequence[Span]) -> list[Span]:
    """The clauses of a sentence; marks inside masked spans, such as a figure's comma, do not end one."""
    cuts = [m.end() for m in CLAUSE_END.finditer(text) if not any(s < m.end() and m.start() < e for s, e in masked)]
    edges = [0, *cuts, len(text)]
    return [(a, b) for a, b in pairwise(edges) if re.search(r"\w", text[a:b])] or [(0, len(text))]


def clause_of(position: int, clauses: Sequence[Span]) -> int:
    """The number of the clause a position lies in."""
    return next((i for i, (_, end) in enumerate(clauses) if position < end), len(clauses) - 1)


def attached(position: int, mentions: Sequence[Mention], clauses: Sequence[Span]) -> frozenset[str]:
    """The labels a figure is said of; several where the sentence leaves it open, none where it names none."""
    own = clause_of(position, clauses)
    inside = _within(clauses[own], mentions)
    before = [m for m in inside if m.start < position]
    if before:
        return _at(before[-1], before)
    after = [m for m in inside if m.start > position]
    if after:
        return _at(after[0], after)
    for clause in [*reversed(clauses[:own]), *clauses[own + 1 :]]:
        there = _within(clause, mentions)
        if there:
            return frozenset(m.label for m in there)
    return frozenset()


def right_behind(figure: Span, text: str, mentions: Sequence[Mention]) -> frozenset[str]:
    """The label that directly follows a figure, with at most a preposition between: `€4 million in` Q3."""
    following = next((m for m in mentions if m.start >= figure[1]), None)
    if following is None or not _ONLY_A_PREPOSITION.fullmatch(text[figure[1] : following.start]):
        return frozenset()
    return _at(following, mentions)


def told_in_order(figures: Sequence[Span], labels: Sequence[str], mentions: Sequence[Mention]) -> bool:
    """Whether names and figures are listed one after the other: `Europe, Asia and Africa made 5, 3 and 2 million`."""
    named = [m for i, m in enumerate(mentions) if i == 0 or m.label != mentions[i - 1].label]
    if len(figures) < 2 or [m.label for m in named] != list(labels):
        return False
    return named[-1].end <= figures[0][0] or figures[-1][1] <= named[0].start


def _within(clause: Span, mentions: Sequence[Mention]) -> list[Mention]:
    return [m for m in mentions if clause[0] <= m.start < clause[1]]


def _at(mention: Mention, others: Sequence[Mention]) -> frozenset[str]:
    return frozenset(m.label for m in others if (m.start, m.end) == (mention.start, mention.end))
