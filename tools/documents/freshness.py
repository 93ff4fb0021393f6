"""How the age of passages counts: questions about the present, time decay, and what is called stale."""

import re
from collections.abc import Sequence
from datetime import date

from tools.documents.fusion import Candidate, in_order
from tools.documents.passages import Passage
from tools.wording import said

_PRESENT = re.compile(
    r"\b(?:currently?|now|nowadays|at present|presently|today|latest|most recent|up[- ]to[- ]date|these days|in force"
    r"|aktuell\w*|derzeit\w*|momentan\w*|heute|jetzt|neueste\w*|gegenwärtig\w*"
    r"|actuel\w*|aujourd['’]hui|maintenant|dernière version|actual(?:es|mente)?|ahora|hoy|vigentes?)\b",
    re.IGNORECASE,
)


def asks_about_present(question: str) -> bool:
    """Whether a question asks how things are now, so that newer passages say more."""
    return _PRESENT.search(question) is not None


def decayed(candidates: Sequence[Candidate], today: date, half_life: int) -> list[Candidate]:
    """Candidates in the order of their scores halved for every `half_life` days of age; an undated one is of today."""
    return in_order([c.scored(decay=round(0.5 ** (_age(c.passage, today) / half_life), 6)) for c in candidates])


def stale_warning(day: str | None, oldest: date | None) -> str | None:
    """That a passage of a day (ISO 8601) is from before the oldest day still fresh; None when not, or undated."""
    if oldest is None or not day or day >= oldest.isoformat():
        return None
    return "stale: " + said("dated {day}, before {oldest}", day=day, oldest=oldest.isoformat())


def _age(passage: Passage, today: date) -> int:
    return max(0, (today - date.fromisoformat(passage.date)).days) if passage.date else 0
