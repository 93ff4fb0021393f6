"""Is a cause told only as what a cited passage says?"""

from collections.abc import Iterator

from tasks.checks.claim import Claim, Finding
from tasks.checks.language import ATTRIBUTION, CAUSE


def check_causes(claim: Claim) -> Iterator[Finding]:
    """Reasons why a cause is not proved; an attributed one still needs a judgement whether it bears on the question."""
    match = CAUSE.search(claim.words)
    if match is None:
        return
    if not claim.passages:
        yield Finding(f"“{match[0]}” states a cause. State it as what a cited passage says, or leave it out.")
    elif not (ATTRIBUTION.search(claim.text) or _names_a_title(claim)):
        yield Finding(f"“{match[0]}” states a cause as ours. Name the passage: the report says “…”.")
    else:
        yield Finding(needs_judgement=True)


def _names_a_title(claim: Claim) -> bool:
    return any(p.title and p.title.casefold() in claim.text.casefold() for p in claim.passages)
