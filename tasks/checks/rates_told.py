"""Is a plain value told as a rate, a multiple or a part of something?"""

import re
from collections.abc import Iterator

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import clause_of
from tasks.checks.units_told import end_with_unit

_UNIT_OF_TIME = (
    "(?:hour|day|week|month|quarter|year|head|stunde|tag|woche|monat|quartal|jahr|heure|jour|semaine|mois|trimestre|an|"
    "hora|día|semana|mes|año)"
)
_RATE = re.compile(
    r"\s*(?:(?:per|each|every|pro|je|par|por|cada|al|à la)\b|im (?:monat|quartal|jahr)\b(?!\s+(?-i:[A-ZÄÖÜ0-9]))|"
    r"(?:a|an)\s(?:day|week|month|quarter|year|head)\b|/|每)",
    re.IGNORECASE,
)
"""Stands right behind a rate."""
_EACH_TIME = re.compile(
    rf"\b(?:per|each|every|pro|je|jede[mnrs]?|par|chaque|por|cada|al)\s{_UNIT_OF_TIME}\b|"
    r"\b(?:hourly|daily|weekly|monthly|quarterly|yearly|annually|stündlich|täglich|wöchentlich|monatlich|jährlich|"
    r"quotidien\w*|hebdomadaires?|mensuels?|mensuelles?|diari[oa]s?|semanal\w*|mensual\w*)\b|每(?:小时|天|日|周|月|季|年)|"
    r"[日周月季年]均",
    re.IGNORECASE,
)
_TIME_SIGN = re.compile("[日周月季](?=[\u3040-\u9fff])")
_EACH_THING = re.compile(r"\b(?:per|pro|je)\s\w", re.IGNORECASE)
_OF_TIME = re.compile(_UNIT_OF_TIME, re.IGNORECASE)
_IS_PER = re.compile(r"\b(?:per|rate|ratio|pro|par|por)\b|每", re.IGNORECASE)
_IS_A_RATE = re.compile(r"\b(?:per|avg|average|mean|rate|ratio|each)\b", re.IGNORECASE)
_MULTIPLE = re.compile(r"[\s-]?(?:times|fold|mal|fache?s?|fois|veces|x|×|倍)(?![^\W\d_\u3040-\u9fff])", re.IGNORECASE)
_SHARE = re.compile(r"\b(?:share|proportion|percentage|anteil|quote|cuota|proporción)\b|份额|比重", re.IGNORECASE)
_OF_A_FIGURE = re.compile(r"^\W*(?:of|von|sur)\b", re.IGNORECASE)
"""Makes of what follows a part of the figure it stands before."""
_OUT_OF = re.compile(r"\b(?:out of|von insgesamt|sur un total de|de un total de)\s*$", re.IGNORECASE)


def check_rates(claim: Claim) -> Iterator[Finding]:
    """Reasons why a plain value would be read as counted by something else."""
    plain = [f for f in claim.figures if f.calculation is None and f.value is not None]
    if len(plain) > 1 and _OF_A_FIGURE.search(claim.words):
        yield Finding(needs_judgement=True)
    for figure in claim.figures:
        if figure.value is None or not figure.cells:
            continue
        if figure.operation not in ("ratio", "mean", "compound_rate"):
            yield from _check_rate(figure, claim)
        if figure.calculation is None and figure.figure.unit not in ("ratio", "percent", "times"):
            yield from _check_plain(figure, claim)


def _check_rate(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    """`€4 million a month` must come from a rate, and so must `4,000 orders a month`."""
    ends = {figure.end, end_with_unit(figure, claim)}
    ends |= {m.end for m in claim.measures_named if claim.text[figure.end : m.start].isspace()}
    start, end = claim.clauses[clause_of(figure.start, claim.clauses)]
    behind = next((m for at in sorted(ends) if (m := _RATE.match(claim.words, at))), None) or _chinese_rate(claim)
    around = _EACH_TIME.search(claim.words, start, end)
    if behind and not _is_a_rate(figure, behind[0]):
        yield Finding(f"“{behind[0].strip()}” makes a rate of “{figure.figure.text}”, which is none.")
    elif (around and not _is_a_rate(figure, around[0])) or _EACH_THING.search(claim.words, start, end):
        yield Finding(needs_judgement=not _is_a_rate(figure, ""))


def _is_a_rate(figure: BoundFigure, told: str) -> bool:
    """Whether the values are rates; an average is one over things, and over time only where its column says so."""
    names = _names(figure).casefold()
    unit = _OF_TIME.search(told)
    if unit is None:
        return _IS_A_RATE.search(names.replace("(", " ")) is not None
    return _IS_PER.search(names) is not None or unit[0].casefold() in names


def _chinese_rate(claim: Claim) -> re.Match[str] | None:
    """`月发电量` is what a month gives, unless the sign ends a period such as `2月`."""
    ends = {n.end for n in claim.periods}
    found = (_TIME_SIGN.match(claim.text, m.start - 1) for m in claim.measures_named if m.start not in ends)
    return next((match for match in found if match), None)


def _check_plain(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    shown = figure.figure.text
    if _MULTIPLE.match(claim.words, figure.end):
        yield Finding(f"“{shown}” is a value, told as a multiple.")
    start, end = claim.clauses[clause_of(figure.start, claim.clauses)]
    share = _SHARE.search(claim.words, start, end)
    if share and share[0].casefold() not in _names(figure).casefold():
        yield Finding(f"“{shown}” is a value, told as a share.")
    if _OUT_OF.search(claim.words[: figure.start]):
        yield Finding(f"“{shown}” is one row's value, told as a whole.")


def _names(figure: BoundFigure) -> str:
    return " ".join(
        w for c in figure.cells for w in (c.column.name.replace("_", " "), c.column.measure or "", *c.column.words)
    )
