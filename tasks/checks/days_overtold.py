"""Is more said of a day that a row holds than that it is this row's day?"""

import re
from collections.abc import Iterable, Iterator, Sequence

from tasks.checks.claim import BoundFigure, Claim
from tasks.checks.clauses import clause_of
from tasks.checks.focus import key_values, measures
from tasks.checks.language import EARLIEST, LATEST, ORDINALS, TOTAL
from tasks.checks.measure_words import column_parts, column_words, rows_words
from tasks.checks.mentions import Mention, find_words, names_word
from tasks.figures.operand_fit import end_of_days
from tools.evidence import EvidenceColumn
from tools.sql.naming import singular


def says_more(claim: Claim, told: Sequence[BoundFigure], ends: Sequence[Mention]) -> bool:
    """Whether words around the days claim what no check of days looks at."""
    return (
        any(_is_beside(figure, claim) for figure in told)
        or _lies_beside_another(claim, told)
        or _is_counted_off(claim)
        or _is_of_several(claim, told)
        or _names_another_measure(claim, told)
        or any(_ranks_rows(figure, ends, claim) for figure in told)
    )


_BESIDE = re.compile(
    r"\b(?:before|after|since|until|till|by|(?<!dates )(?<!dated )from|to|past|around|about|over|under|"
    r"within|through|throughout|between|during|towards?|than|vor|nach|seit|bis|ab|von|um|gegen|über|unter|zwischen|"
    r"avant|après|depuis|dès|jusqu['’]?(?:au|à)|vers|entre|pendant|antes del?|después del?|desde|hasta|"
    r"tras|hacia|para|sobre)(?: (?:the|zum|dem|den|der|le|el))?\s*$|[自从到至约近]\s*$",
    re.IGNORECASE,
)
"""Stands before a day that something is told to lie beside, not on."""
_AFTERWARDS = re.compile(r"\s*(?:之前|之后|以前|以后|前|后|左右)")


def _is_beside(figure: BoundFigure, claim: Claim) -> bool:
    """`After 4 March` is not on it, unless the column says so itself, as `valid_from` does."""
    before = _BESIDE.search(claim.words, 0, figure.start)
    said_by_column = before is not None and before[0].split()[0].casefold() in _own_words([figure], claim)
    return (before is not None and not said_by_column) or _AFTERWARDS.match(claim.words, figure.end) is not None


_SOMEWHERE = re.compile(
    r"\b(?:before|after|since|until|till|vor|nach|seit|bis|avant|après|depuis|dès|jusqu|antes|después|desde|hasta|tras|"
    r"at the (?:latest|earliest)|(?:spät|früh)estens|au plus t(?:ard|ôt)|a más tardar|como (?:pronto|tarde))\b",
    re.IGNORECASE,
)


def _lies_beside_another(claim: Claim, told: Sequence[BoundFigure]) -> bool:
    """`Was signed before its start on 4 March` puts two days in order; words of a period, `since 2021`, do not."""
    own = _own_words(told, claim)
    found = (m for m in _SOMEWHERE.finditer(claim.words) if m[0].casefold() not in own)
    return any(not any(p.start <= m.start() < p.end for p in claim.periods) for m in found)


def _own_words(told: Iterable[BoundFigure], claim: Claim) -> set[str]:
    columns = (figure.cells[0].column for figure in told)
    return {
        word for column in columns for words in column_words(column, claim.wording) for word in words.lower().split()
    }


def _is_counted_off(claim: Claim) -> bool:
    """`The second to sign`, other than in the name of a column or of a period such as the second quarter."""
    columns = (c for e in claim.rows for c in e.columns)
    named = [
        span for c in columns for words in column_words(c, claim.wording) for span in find_words(claim.text, words)
    ]
    named += [(p.start, p.end) for p in claim.periods]
    found = (m.start() for pattern in ORDINALS.values() for m in pattern.finditer(claim.words))
    return any(not any(start <= at < end for start, end in named) for at in found)


def _names_another_measure(claim: Claim, told: Sequence[BoundFigure]) -> bool:
    """`The annual fee started on 4 March`, where that is the start of the contract; so of another column of days."""
    own = {label for figure in claim.figures if figure.cells for label in measures(figure)}
    things = [w for f in told for w in rows_words(f.cells[0].evidence, f.cells[0].column, claim.wording)]
    others = (claim.text[m.start : m.end] for m in claim.measures_named if m.label not in own)
    if any(not any(names_word(other, thing) for thing in things) for other in others):
        return True
    bound = [c.column for f in claim.figures for c in f.cells]
    own_words = {words for column in bound for words in column_words(column, claim.wording)}
    days = (c for f in told for c in f.cells[0].evidence.columns if c.type in ("date", "datetime") and c not in bound)
    names = {words for column in days for words in column_words(column, claim.wording)} - own_words
    return any(find_words(claim.text, words) for words in names)


def _is_of_several(claim: Claim, told: Sequence[BoundFigure]) -> bool:
    """`Revenue from its last order on 4 March was €500`, where that is the revenue of all orders."""
    others = [f for f in claim.figures if f.cells and f.day is None]
    at = {clause_of(figure.start, claim.clauses) for figure in told}
    if any(f.calculation is not None or clause_of(f.start, claim.clauses) in at for f in others):
        return True
    names = " ".join(_own_words([f for f in claim.figures if f.cells], claim))
    totals = [m.start() for m in TOTAL.finditer(claim.words)] if not TOTAL.search(names) else []
    return any(not others or clause_of(start, claim.clauses) in at for start in totals)


def _ranks_rows(figure: BoundFigure, ends: Sequence[Mention], claim: Claim) -> bool:
    """Whether `first` is said of other days than were compared: those of the rows, or those of one of them."""
    clause = clause_of(figure.start, claim.clauses)
    near = [end for end in ends if clause_of(end.start, claim.clauses) == clause] or ends
    is_told = _is_of_one_row if end_of_days(figure.cells[0].column) is None else _is_of_all_rows
    return any(is_told(end, figure, claim) for end in near)


_THE = r"(?:the|las?|el|los|les?|der|die|das|den|dem|l['’])"
_OF = re.compile(
    r"\s+(?P<things>(?:[^\W\d]+\s+){0,4})(?:of|for|from|with|at|to|by|in|on|de|del|des|du|der|von|vom|für|bei|an|pour|chez|"
    rf"à|a|para|con)(?:\s+{_THE})?\s*",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|was|are|were|came|comes|went|goes|ist|war|sind|waren|kam|ging|est|était|fut|vient|es|fue|era|son|eran)\b",
    re.IGNORECASE,
)
_ADVERB = re.compile(r"zuerst|zuletzt", re.IGNORECASE)
_ITS = re.compile(
    r"(?:\b(?:its|his|her|their|sein\w*|ihr\w*|s[ao]n?|leurs?|sus?)|['’]s?|的)\s*(?:[^\W\d]+\s+)?$", re.IGNORECASE
)


def _names(figure: BoundFigure, claim: Claim) -> list[Mention]:
    keys = key_values(figure).items()
    return [m for column, values in keys for m in claim.values_named.get(column, ()) if m.label in values]


def _is_said_of(end: Mention, name: Mention, claim: Claim) -> bool:
    """`First contract of Almeda`; not `first came the contract of Almeda`, nor `the first, of Almeda`."""
    between = _OF.fullmatch(claim.text, end.end, name.start)
    return between is not None and not _VERB.search(between["things"]) and not _ADVERB.match(claim.text, end.start)


def _is_of_one_row(end: Mention, figure: BoundFigure, claim: Claim) -> bool:
    """`The first contract of Almeda` and `Almeda first signed` are first of its own, of which the rows hold one."""
    names = _names(figure, claim)
    if _ITS.search(claim.text, 0, end.start) or any(claim.text[m.end : end.start].isspace() for m in names):
        return True
    return any(_is_said_of(end, m, claim) for m in names if m.start >= end.end)


_FIRST_TO = re.compile(r"\s+(?:one\s+)?(?:to|à|en)\b|\s*,\s*(?:der|die|das)\b", re.IGNORECASE)


_AS_FIRST = re.compile(r"\b(?:as(?: the)?|als|en|comme|como)\s+$", re.IGNORECASE)


def _is_of_all_rows(end: Mention, figure: BoundFigure, claim: Claim) -> bool:
    """`The first customer` is the first of all; the day of the first order of each customer is not compared."""
    if (
        _FIRST_TO.match(claim.text, end.end)
        or _AS_FIRST.search(claim.text, 0, end.start)
        or not _is_its_own(end, figure, claim)
    ):
        return True
    own = {*column_words(figure.cells[0].column, claim.wording), *column_parts(figure.cells[0].column)}
    keys = (c for c in figure.cells[0].evidence.columns if c.role == "key")
    names = {name for column in keys for name in _things_of(column, claim)} - own
    spans = (span for name in names for span in find_words(claim.text, name))
    return any(_stands_beside(end, span, claim.text, own) for span in spans)


_TIME = re.compile(r"\s+(?:time|mal|fois|vez)\b", re.IGNORECASE)
_ALONE = re.compile(rf"(?P<before>.*?)\b{_THE}\s*", re.IGNORECASE | re.DOTALL)


def _is_its_own(end: Mention, figure: BoundFigure, claim: Claim) -> bool:
    """Whether `first` belongs to the row named: not in `the first came from Almeda` or `Almeda placed the first`."""
    names = _names(figure, claim)
    before = [m for m in names if m.end <= end.start]
    if not before:
        return not names or any(_is_said_of(end, m, claim) for m in names if m.start >= end.end)
    between = claim.text[max(m.end for m in before) : end.start]
    alone = _ALONE.fullmatch(between)
    if (
        _TIME.match(claim.text, end.end)
        or alone is None
        or (not alone["before"].strip(" ,:") and any(sign in between for sign in ",:"))
    ):
        return True
    is_second = any(pattern.search(claim.text, 0, end.start) for pattern in (EARLIEST, LATEST))
    has_number = any(f.start < end.start and f.day is None for f in claim.figures)
    return is_second or (has_number and "," in between)


def _stands_beside(end: Mention, name: tuple[int, int], text: str, own: Iterable[str]) -> bool:
    """`First new customer`, `machine la plus ancienne`; not `first order, customer`."""
    between = text[end.end : name[0]].lower().split()
    follows = name[0] >= end.end and len(between) <= 1 and not any(word in between for word in own)
    return follows or bool(re.fullmatch(r"\s+(?:l[ae]|el)\s+", text[name[1] : end.start]))


def _things_of(column: EvidenceColumn, claim: Claim) -> Iterator[str]:
    """What a row of a key may be called: its column's words, and its table's."""
    yield from (*column_words(column, claim.wording), *column_parts(column))
    table = (column.source or "").split(".")[0]
    yield from (table, singular(table)) if table else ()
