"""Does the sentence state what was, rather than ask, plan, oblige or suppose?"""

import re
from collections.abc import Iterator

from tasks.checks.claim import Claim, Finding

_ASKS = re.compile(r"[?？]\s*$|吗\s*[。.]?\s*$")
_NOT_STATED = re.compile(
    r"\b(?:was|were|is|are) to (?:be|have|reach|come|make|rise|fall|grow)\b|\b(?:had|has|have|needed?|needs|ought) "
    r"to\b|"
    r"^(?:had|were|should)\b|\b(?:will|would|should|shall|might|could|must|can)\b|"
    r"\b(?:wird|werden|würden?)\b.*\b(?:liegen|haben|sein|werden|betragen|erreichen|steigen|sinken|fallen)\s*\.?$|"
    r"\b(?:soll|sollen|sollte|sollten|dürfte|dürften|muss|müssen|musste)\b|"
    r"\b(?:devait|devaient|doit|doivent|devrait|aurai(?:t|ent)|serai(?:t|ent)|pourrait)\b|"
    r"\bn(?:e\s|['’])\s*\w+\s+(?:plus|guère)\b|"
    r"\b(?:debía|debían|debe|deben|debería|habrían?|sería|podría)\b",
    re.IGNORECASE,
)


def check_moods(claim: Claim) -> Iterator[Finding]:
    """A question states nothing; what will or must be is for the verifier to compare with rows of plans."""
    if _ASKS.search(claim.text):
        yield Finding("A question states nothing. Say what the evidence shows.")
    if _NOT_STATED.search(claim.words):
        yield Finding(needs_judgement=True)
