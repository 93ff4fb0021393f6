"""Does the sentence deny what its evidence says?"""

from collections.abc import Iterator

from tasks.checks.claim import Claim, Finding
from tasks.checks.clauses import clause_of
from tasks.checks.exclusions import exclusion_spans
from tasks.checks.language import FALL, FLAT, FOUND, LESS, MORE, NEGATION, NOT_A_DENIAL, RISE

_DENIED_ELSEWHERE = (RISE, FALL, FLAT, MORE, LESS)


def check_negations(claim: Claim) -> Iterator[Finding]:
    """Reasons why a denial is not proved. A denied direction or comparison is checked where those are."""
    text = NOT_A_DENIAL.sub(lambda m: " " * len(m[0]), claim.words)
    for first, last in exclusion_spans(claim):
        text = text[:first] + " " * (last - first) + text[last:]
    for start, end in claim.clauses:
        if len(NEGATION.findall(text, start, end)) > 1:
            yield Finding(needs_judgement=True)
    for match in NEGATION.finditer(text):
        start, end = claim.clauses[clause_of(match.start(), claim.clauses)]
        if any(start <= f.start < end for f in claim.figures):
            if not any(p.search(text[match.start() : end]) for p in (RISE, FALL, FLAT)):
                yield Finding(f"“{match[0]}” denies a bound figure.")
            elif any(p.search(text[start:end]) for p in (MORE, LESS)):
                yield Finding(needs_judgement=True)
        elif not (_tells_nothing_found(claim) or any(p.search(text[match.start() : end]) for p in _DENIED_ELSEWHERE)):
            yield Finding(needs_judgement=True)


def _tells_nothing_found(claim: Claim) -> bool:
    """`No returns were found`, not `there were no returns`."""
    return bool(claim.nothing_found) and FOUND.search(claim.words) is not None
