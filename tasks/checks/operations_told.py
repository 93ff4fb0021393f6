"""Does the sentence say that a calculated figure is one: a change, a gap, a share, a multiple?"""

import re
from collections.abc import Iterator

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import clause_of
from tasks.checks.language import FALL, FLAT, LESS, MORE, RISE

_CHANGE = re.compile(
    r"\b(?:change\w*|gap|differ\w*|delta|margin|lead|apart|unterschied\w*|differenz|abstand|veränder\w*|vorsprung|"
    r"rückstand|écart\w*|différence\w*|variation|évolution|avance|retard|diferencia\w*|variación|cambio|cambió|brecha|"
    r"ventaja|rate|rose|gap|yoy|qoq|mom)\b|差|变化|变动|增速|同比|环比",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"\b(?:share\w*|account\w*|represent\w*|proportion|portion|part|percentage|contribut\w*|made up|makes up|comprise\w*|"
    r"constitut\w*|anteil\w*|entfiel\w*|entfällt|entfallen|ausmach\w*|machte\w*|macht|part|représent\w*|parte|cuota|"
    r"supuso|supone)\b|占|比重|份额",
    re.IGNORECASE,
)
_OF = re.compile(
    r"\s*(?:of|von|vom|der|des|aller|allen|am|an|de|du|d['’]|del|los|the)(?![^\W_])|\s*的", re.IGNORECASE
)
_MULTIPLE = re.compile(
    r"\b(?:times|fold|twice|per|each|every|ratio|average|half|double|triple|as (?:much|many|high|large|big)|mal|fach\w*|je|"
    r"jede\w*|pro|verhältnis|durchschnitt\w*|fois|par|rapport|chaque|moyenne|veces|por|cada|proporción|promedio)\b|"
    r"\d\s*[x×]|倍|每|比例|平均",
    re.IGNORECASE,
)
_BY = re.compile(r"(?:\b(?:by|um|de|en|un)|了)\s*$", re.IGNORECASE)


def check_operations(claim: Claim) -> Iterator[Finding]:
    """Reasons why a figure that was calculated would be read as a plain value, or as another calculation."""
    for figure in claim.figures:
        if figure.operation in ("difference", "growth", "compound_rate"):
            if not _says(figure, claim, (_CHANGE, RISE, FALL, FLAT, MORE, LESS)):
                yield Finding(f"“{figure.figure.text}” is a {figure.operation}; the sentence does not tell it as one.")
        elif figure.operation == "share":
            if not (_OF.match(claim.words, figure.end) or _says(figure, claim, (_SHARE,))):
                yield Finding(f"“{figure.figure.text}” is a share; say of what.")
        elif figure.operation == "ratio" and not _says(figure, claim, (_MULTIPLE, _SHARE)):
            yield Finding(f"“{figure.figure.text}” is a ratio; the sentence does not tell it as one.")


def _says(figure: BoundFigure, claim: Claim, patterns: tuple[re.Pattern[str], ...]) -> bool:
    """Whether words of the figure's clause, or of the one it is added to as in `, by 40`, tell the calculation."""
    own = clause_of(figure.start, claim.clauses)
    start, end = claim.clauses[own]
    if any(p.search(claim.words, start, end) for p in patterns):
        return True
    is_added = _BY.search(claim.words, start, figure.start) or not _names_anything(claim, start, end)
    around = [claim.clauses[at] for at in (own - 1, own + 1) if 0 <= at < len(claim.clauses)]
    return bool(is_added) and any(p.search(claim.words, s, e) for p in patterns for s, e in around)


def _names_anything(claim: Claim, start: int, end: int) -> bool:
    named = [*claim.measures_named, *(m for mentions in claim.values_named.values() for m in mentions)]
    return any(start <= m.start < end for m in named)
