"""Is a cause told only as what a cited passage says?"""

import re
from collections.abc import Iterator

from tasks.checks.claim import Claim, Finding
from tasks.checks.language import ATTRIBUTION, CAUSE, FALL, RISE

_LINKS = re.compile(
    r"\b(?:so|as|following|with|amid|after|da|durch|indem|nach|car|puisque|donc|como|al|pues)\b|随着|使|令|从而|因此|于是",
    re.IGNORECASE,
)
"""Tells a cause where it joins two changes, and is harmless elsewhere."""


def check_causes(claim: Claim) -> Iterator[Finding]:
    """Reasons why a cause is not proved; an attributed one still needs a judgement whether it bears on the question."""
    match = CAUSE.search(claim.words)
    if match is None:
        if _joins_changes(claim):
            yield Finding(needs_judgement=True)
        return
    if not claim.passages:
        yield Finding(f"“{match[0]}” states a cause. State it as what a cited passage says, or leave it out.")
    elif not (ATTRIBUTION.search(claim.text) or _names_a_title(claim)):
        yield Finding(f"“{match[0]}” states a cause as ours. Name the passage: the report says “…”.")
    else:
        yield Finding(needs_judgement=True)


def _joins_changes(claim: Claim) -> bool:
    """`Orders fell as prices rose`: changes of two measures, with a word between that may say why."""
    changes = [m for p in (RISE, FALL) for m in p.finditer(claim.words)]
    is_of_two = len({m.label for m in claim.measures_named}) > 1
    return is_of_two and len(changes) > 1 and _LINKS.search(claim.words) is not None


def _names_a_title(claim: Claim) -> bool:
    return any(p.title and p.title.casefold() in claim.text.casefold() for p in claim.passages)
