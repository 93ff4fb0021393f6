"""Does the sentence cite evidence, and does an empty result prove no more than it can?"""

import re
from collections.abc import Iterator

from tasks.checks.claim import Claim, Finding
from tasks.checks.comparisons import TIMES
from tasks.checks.language import FALL, FLAT, FOUND, HIGHEST, LESS, LOWEST, MORE, NEGATION, ORDINALS, RANKED, RISE

_RANK_ALONE = re.compile(
    RANKED.pattern.removesuffix("$") + "(?:" + "|".join(p.pattern for p in ORDINALS.values()) + ")", re.IGNORECASE
)
_PROVED_BY_ROWS = (HIGHEST, LOWEST, RISE, FALL, FLAT, MORE, LESS)
"""What other checks prove or refuse from the rows a sentence names, without a figure."""


def check_support(claim: Claim) -> Iterator[Finding]:
    """Reasons why a sentence rests on nothing."""
    unknown = [c for c in claim.placed.citations if c not in claim.evidence]
    if unknown:
        yield Finding(f"There is no evidence {', '.join(unknown)}.")
    if not claim.cited and not _is_framing(claim):
        yield Finding("The sentence cites no evidence.")
    if claim.nothing_found:
        yield from _check_nothing_found(claim)
    elif claim.rows and not claim.passages and not any(f.cells for f in claim.figures):
        yield Finding(
            needs_judgement=not any(
                p.search(claim.words) for p in (*_PROVED_BY_ROWS, _RANK_ALONE, *(p for _, p in TIMES))
            )
        )


def _is_framing(claim: Claim) -> bool:
    """A line that only leads over to what follows."""
    return claim.placed.text.rstrip().endswith((":", "：")) and not claim.numbers and not claim.figures


def _check_nothing_found(claim: Claim) -> Iterator[Finding]:
    if len(claim.nothing_found) < len(claim.cited):
        return
    if claim.numbers or any(f.value is not None for f in claim.figures):
        yield Finding("An empty result proves no number, not even zero. Say that nothing was found.")
    elif not (NEGATION.search(claim.words) and FOUND.search(claim.words)):
        yield Finding("An empty result proves only that nothing was found. Say so.")
