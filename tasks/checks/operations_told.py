"""Does the sentence say that a calculated figure is one: a change, a gap, a share, a multiple?"""

import re
from collections.abc import Iterator

from tasks.checks.changes import change_of
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
    r"\b(?:share\w*|account\w*|represent\w*|proportion|portion|part|percentage|contribut\w*|made up|"
    r"makes up|comprise\w*|"
    r"constitut\w*|anteil\w*|entfiel\w*|entfällt|entfallen|ausmach\w*|machte\w*|macht|part|représent\w*|parte|cuota|"
    r"supuso|supone)\b|占|比重|份额",
    re.IGNORECASE,
)
_OF = re.compile(r"\s*(?:of|von|vom|der|des|aller|allen|am|an|de|du|d['’]|del|los|the)(?![^\W_])|\s*的", re.IGNORECASE)
_MULTIPLE = re.compile(
    r"\b(?:times|fold|twice|per|each|every|ratio|average|half|double|triple|as (?:much|many|high|large|big)|mal|"
    r"fach\w*|je|"
    r"jede\w*|pro|verhältnis|durchschnitt\w*|fois|par|rapport|chaque|moyenne|veces|por|cada|proporción|promedio)\b|"
    r"\d\s*[x×]|倍|每|比例|平均",
    re.IGNORECASE,
)
_BY = re.compile(r"(?:\b(?:by|um|de|en|un)|了)\s*$", re.IGNORECASE)
_TO = re.compile(r"\b(?:to|auf|à|a|hasta)\s+$|[到至]\s*$", re.IGNORECASE)
_BY_HOW_MUCH = re.compile(r"[多少高低]\s*$")
_ONLY_BETWEEN = re.compile(r"\s*(?:by|um|de|en|un|del|了)?\s*", re.IGNORECASE)


def check_operations(claim: Claim) -> Iterator[Finding]:
    """Reasons why a calculated figure would be read as a plain value, or a plain one as calculated."""
    for figure in claim.figures:
        if figure.calculation is None and figure.value is not None and figure.cells:
            yield from _check_plain(figure, claim)
        if figure.operation in ("growth", "compound_rate") and _TO.search(claim.words, 0, figure.start):
            yield Finding(f"“{figure.figure.text}” is a change, told as what was reached.")
        if figure.operation in ("difference", "growth", "compound_rate"):
            if not (_is_signed(figure, claim) or _tells_change(figure, claim) or _is_set_against(figure, claim)):
                yield Finding(f"“{figure.figure.text}” is a {figure.operation}; the sentence does not tell it as one.")
        elif figure.operation == "share":
            if not (_is_of_something(figure, claim) or _says(figure, claim, (_SHARE,))):
                yield Finding(f"“{figure.figure.text}” is a share; say of what.")
            for match in _changes_before(figure, claim):
                yield Finding(f"“{match[0]} {figure.figure.text}” makes a change of a share. Bind the change.")
        elif figure.operation == "ratio" and not _says(figure, claim, (_MULTIPLE, _SHARE)):
            yield Finding(f"“{figure.figure.text}” is a ratio; the sentence does not tell it as one.")


def _is_of_something(figure: BoundFigure, claim: Claim) -> bool:
    """`16 % of cost`, and not `16 % de 2023 a 2024`."""
    of = _OF.match(claim.words, figure.end)
    return of is not None and not any(of.end() <= p.start <= of.end() + 1 for p in claim.periods)


def _changes_before(figure: BoundFigure, claim: Claim) -> Iterator[re.Match[str]]:
    """`fell by` or `cayó un` just before a figure."""
    for pattern in (RISE, FALL):
        for match in pattern.finditer(claim.words, 0, figure.start):
            if _ONLY_BETWEEN.fullmatch(claim.words, match.end(), figure.start):
                yield match


def _is_signed(figure: BoundFigure, claim: Claim) -> bool:
    """`+8.5%` is a change by its sign, wherever it stands."""
    return figure.figure.text.startswith(("+", "−")) or claim.words[max(0, figure.start - 1) : figure.start] == "+"


def _tells_change(figure: BoundFigure, claim: Claim) -> bool:
    return _says(figure, claim, (_CHANGE, RISE, FALL, FLAT, MORE, LESS))


def _is_set_against(figure: BoundFigure, claim: Claim) -> bool:
    """`a fall of 300, against 235 for Europe`: the second is what the first is told to be."""
    before = [f for f in claim.figures if f.end <= figure.start]
    if not before or before[-1].operation != figure.operation:
        return False
    between = claim.words[before[-1].end : figure.start]
    return _AGAINST.fullmatch(between) is not None and _tells_change(before[-1], claim)


_AGAINST = re.compile(
    r"[\s,;]*(?:against|versus|vs\.?|compared (?:to|with)|gegenüber|gegen|verglichen mit|contre|frente a|对比)\s*",
    re.IGNORECASE,
)


def _check_plain(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    """`Fell by €4 million` makes the value itself a change."""
    if change_of(figure) is not None:
        return
    if _BY_HOW_MUCH.search(claim.words, 0, figure.start):
        yield Finding(f"“{figure.figure.text}” is a value, told as a difference. Bind the difference.")
    for match in _changes_before(figure, claim):
        between = claim.words[match.end() : figure.start].strip().lower()
        if not (between == "de" and _is_first_of_two(figure, claim)):
            yield Finding(f"“{match[0]} {figure.figure.text}” makes a change of a value. Bind the change.")


def _is_first_of_two(figure: BoundFigure, claim: Claim) -> bool:
    """In French and Spanish `de` is `by`, or `from` where the later value follows."""
    later = next((f for f in claim.figures if f.start > figure.end and f.cells and f.calculation is None), None)
    if later is None or later.cells[0].column.name != figure.cells[0].column.name:
        return False
    return (
        re.search(r"\b(?:a|à|hasta|jusqu['’]à)\s*$", claim.words[figure.end : later.start], re.IGNORECASE) is not None
    )


def _says(figure: BoundFigure, claim: Claim, patterns: tuple[re.Pattern[str], ...]) -> bool:
    """Whether words of the figure's clause, or of the one it is added to as in `, by 40`, tell the calculation."""
    own = clause_of(figure.start, claim.clauses)
    start, end = claim.clauses[own]
    words = claim.words_beside_measures
    if any(p.search(words, start, end) for p in patterns):
        return True
    is_added = _BY.search(words, start, figure.start) or not _names_anything(claim, start, end)
    around = [claim.clauses[at] for at in (own - 1, own + 1) if 0 <= at < len(claim.clauses)]
    return bool(is_added) and any(p.search(words, s, e) for p in patterns for s, e in around)


def _names_anything(claim: Claim, start: int, end: int) -> bool:
    named = [*claim.measures_named, *(m for mentions in claim.values_named.values() for m in mentions)]
    return any(start <= m.start < end for m in named)
