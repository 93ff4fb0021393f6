"""Is a figure also said of something it is not about: `96 in Leasing, as in Advisory`?"""

import re
from collections.abc import Iterator
from itertools import pairwise

from tasks.checks.claim import Claim, Finding
from tasks.checks.comparisons import TIMES
from tasks.checks.exclusions import exclusion_spans
from tasks.checks.language import FALL, FLAT, HIGHEST, LESS, LOWEST, MORE, MULTIPLIED, RISE, TIED
from tasks.checks.mentions import Mention
from tasks.checks.periods_named import periods_told
from tasks.dates.row_periods import entity_key, row_period

_AND = re.compile(
    r"[,、]?\s*(?:and|or|und|oder|sowie|et|ou|y|e|o|和|与|及)?\s*"
    r"(?:in|the|in the|der|die|das|in der|le|la|les|de|l['’]|el|los|las|en)?\s*",
    re.IGNORECASE,
)
_SETS_AGAINST = (RISE, FALL, FLAT, MORE, LESS, HIGHEST, LOWEST, MULTIPLIED, TIED, *(p for _, p in TIMES))
"""Words whose own checks look at the things and times that a sentence sets side by side."""


def check_unbound_names(claim: Claim) -> Iterator[Finding]:
    """A call for judgement where a name or period of the rows' own kind is that of no figure, and nothing compares."""
    if not any(f.is_stated and f.cells for f in claim.figures):
        return
    if any(_names_added(claim)) and not TIED.search(claim.words):
        yield Finding(needs_judgement=True)
    if any(p.search(claim.words) for p in _SETS_AGAINST):
        return
    if any(_told_of_nothing(claim)) or any(_periods_told_of_nothing(claim)):
        yield Finding(needs_judgement=True)


def _names_added(claim: Claim) -> Iterator[str]:
    """`North and South fell by 30 %`, where the figure is that of one of them."""
    unbound = {(m.start, m.end) for m in _told_of_nothing(claim)}
    for mentions in claim.values_named.values():
        for first, last in pairwise(mentions):
            pair = {(first.start, first.end), (last.start, last.end)}
            if len(pair & unbound) == 1 and _AND.fullmatch(claim.text, first.end, last.start):
                yield first.label


def _told_of_nothing(claim: Claim) -> Iterator[Mention]:
    keys = [entity_key(c.evidence, c.row) for f in claim.figures for c in f.cells]
    left_out = list(exclusion_spans(claim))
    for column in {column for key in keys for column in key}:
        told = {str(key.get(column)) for key in keys}
        for mention in claim.values_named.get(column, ()):
            is_left_out = any(s <= mention.start and mention.end <= e for s, e in left_out)
            if mention.label not in told and not mention.label.isdigit() and not is_left_out:
                yield mention


def _periods_told_of_nothing(claim: Claim) -> Iterator[str]:
    own = [p for f in claim.figures for c in f.cells if (p := row_period(c.evidence, c.row))]
    for mention in periods_told(claim) if own else ():
        start, end = mention.label.split("/")
        if not any(start <= str(p.start) and str(p.end) <= end for p in own):
            yield mention.label
