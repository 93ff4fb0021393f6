"""Which sentence of which passage to quote."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crew.models.offline.language import content_stems
from tools.evidence import PassageEvidence

_SENTENCE_END = re.compile(
    r"(?<=[.!?。！？])[\s]+(?=[A-ZÀ-Ý0-9„“\"«(\u3040-\u9fff])|\n\s*\n|\n(?=\s*(?:[-*•#|]|\d+[.)]))"
)
_LEADING_MARK = re.compile(r"^\s*(?:[-*•>#]+|\d+[.)])\s+")
_CAUSE = re.compile(
    r"\b(?:because|due to|caused?|owing to|driven by|as a result|result(?:s|ed)? (?:from|of)|led to|attribut\w+|reason|reflect\w*|"
    r"following|after|since|therefore|weil|wegen|aufgrund|durch|grund|infolge|verursacht|parce que|en raison|a cause|"
    r"à cause|suite à|debido a|porque|a causa|por culpa|causad\w+)\b",
    re.IGNORECASE,
)
LONGEST = 320


@dataclass(frozen=True)
class Quote:
    """A sentence as it stands in its passage, and how well it fits."""

    passage: PassageEvidence
    text: str
    score: float


def quotes(
    passages: Iterable[PassageEvidence], about: Sequence[str], must_name: Sequence[str] = (), is_cause: bool = False
) -> list[Quote]:
    """Sentences that speak of `about` (stems), best first, at most one for each passage.

    `must_name` holds stems of which the sentence, or its passage's headings, must carry one. For causes a sentence must
    say that something followed from something.
    """
    usable = [p for p in passages if not _is_unfit(p)]
    weights = _weights(usable, about)
    found = []
    for passage in usable:
        heading = set(content_stems(f"{passage.title} {passage.section}"))
        best = max(
            (_scored(passage, s, heading, weights, must_name, is_cause) for s in sentences(passage.text)),
            key=lambda q: q.score,
            default=None,
        )
        if best is not None and best.score > 0:
            found.append(best)
    return sorted(found, key=lambda q: -q.score)


def sentences(text: str) -> list[str]:
    """A passage's sentences, verbatim but for white space at line ends and list marks."""
    parts = (_LEADING_MARK.sub("", part).strip() for part in _SENTENCE_END.split(text))
    return [" ".join(p.split()) for p in parts if 15 <= len(p) <= LONGEST and not set(p) & set('“”„"«»|')]


def _scored(
    passage: PassageEvidence, sentence: str, heading: set[str], weights: dict[str, float],
    must_name: Sequence[str], is_cause: bool,
) -> Quote:  # fmt: skip
    stems = set(content_stems(sentence))
    if must_name and not set(must_name) & (stems | heading):
        return Quote(passage, sentence, 0.0)
    if is_cause and not _CAUSE.search(sentence):
        return Quote(passage, sentence, 0.0)
    own = sum(w for word, w in weights.items() if word in stems)
    shared = sum(w for word, w in weights.items() if word in heading - stems)
    total = sum(weights.values()) or 1.0
    return Quote(passage, sentence, (own + 0.5 * shared) / total if own else 0.0)


def _weights(passages: Sequence[PassageEvidence], about: Sequence[str]) -> dict[str, float]:
    """Words that few of the passages carry say more."""
    carried = [set(content_stems(f"{p.title} {p.section} {p.text}")) for p in passages]
    return {word: 1.0 / (1 + sum(word in c for c in carried)) + 0.2 for word in dict.fromkeys(about)}


def _is_unfit(passage: PassageEvidence) -> bool:
    return any(w.startswith(("injection_suspected", "superseded_by")) for w in passage.warnings)
