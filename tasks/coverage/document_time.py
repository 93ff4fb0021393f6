"""Whether a question names a time as that of a document itself: `the minutes of July 2025`, `the 2024 policy`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tasks.checks.mentions import find_words
from tasks.coverage.document_words import group_of, is_pair
from tasks.dates.named_periods import read_periods
from tasks.dates.period_language import without_accents
from tools.terms import Period

_WORDS = {
    "of": "of from for dated de du des del d vom von aus fur zum der",
    "in": "in during im in wahrend en dans durante pendant on am",
    "between": "the a year month quarter week day as at end early late last jahr jahres monat monats quartal quartals "
    "letzten le la l les an annee mois trimestre el los las ano mes dernier derniere ultimo ultima that which was were "
    "is are die das war ist que qui etait est era es estaba",
    "in force": "valid force effect effective applied applicable applying apply current gultig gultige gultigen "
    "geltende geltenden galt gilt kraft vigueur valable vigente vigentes vigor",
    "saying": "say says said state states stated allow allows allowed provide provides provided promise promised "
    "require required sagt sagte steht stand dit disait prevoit prevoyait dice decia establece",
    "elsewhere": "about on over to with by and or uber zu mit und sur avec et sobre con y",
    "also verbs": "report review note notice mail email document letter paper promise contract",
    "determiners": "the a an our your its their this that these those all any which each every last",
    "auxiliaries": "did do does to will must should can could may",
}
_OF, _IN, _BETWEEN, _IN_FORCE, _SAYING, _ELSEWHERE, _ALSO_VERBS, _DETERMINERS, _AUXILIARIES = (
    frozenset(words.split()) for words in _WORDS.values()
)
_SMALL = _OF | _IN | _BETWEEN | _IN_FORCE | _SAYING | _ELSEWHERE
_MEETINGS = ("meeting", "sitzung", "versammlung", "reunion", "session", "seance", "sesion", "asamblea")
_HAPPENING = re.compile(
    r"\b(?:happen|occur|chang|geschah|geschehen|geschieht|passier|ereign|(?:ge)?ander|passe\b|arrive|paso\b|ocurri|sucedi|cambi)"
)
_WORD = re.compile(r"[^\W_]+(?:-[^\W\d_]+)*")
_LONGEST = 3
"""Words between one for a document and what it is of: `minutes of the extraordinary board meeting of July`."""


@dataclass(frozen=True)
class OwnTime:
    """A period that a question names as the time of a document, and which document it says."""

    period: Period
    kind: str
    """The word for it; empty where it is called by its title."""


def documents_own(periods: Iterable[Period], question: str, titles: Iterable[str] = ()) -> list[OwnTime]:
    """Those of a question's periods that it names as the time of a document, by its kind or by one of the titles."""
    named = [words for title in titles if len(words := _without_periods(title)) > 1]
    kinds = ((p, (_kind_beside(question, at, named) for at in find_words(question, p.words))) for p in periods)
    found = ((period, next((kind for kind in beside if kind is not None), None)) for period, beside in kinds)
    return [OwnTime(period, kind) for period, kind in found if kind is not None]


def is_only_of(heading: str) -> bool:
    """Whether a heading says no more than a time, or a kind of document with it: `July`, `Minutes of July`."""
    return all(group_of(word) for word in _without_periods(heading) if word not in _SMALL)


def _kind_beside(question: str, at: tuple[int, int], titles: Sequence[list[str]]) -> str | None:
    """The word for the document that a place in a question stands beside, None without one."""
    before, after = question[: at[0]], question[at[1] :]
    is_happening = bool(_HAPPENING.search(_plain(question)))
    followed = _kind_before(_up_to_mark(before), after, is_happening, titles)
    return _kind_after(after) if followed is None else followed


def _up_to_mark(before: str) -> list[str]:
    """The words directly before a place, none where a mark of punctuation parts them from it."""
    return _words(re.split(r"[,;:!?()]|\.\s", before)[-1])


def _kind_before(words: list[str], after: str, is_happening: bool, titles: Sequence[list[str]]) -> str | None:
    head, links = _skip(words, _OF | _IN | _BETWEEN | _IN_FORCE | _SAYING)
    is_of, is_in = bool(links & _OF), bool(links & _IN)
    if not head or (is_in and is_happening and not is_of):
        return None
    if any(head[-len(title) :] == title for title in titles):
        return ""
    kind = _document(head)
    if not kind:
        return _of_kind(head) if is_of or (is_in and head[-1].endswith(_MEETINGS)) else None
    if links & _SAYING and (is_of or not is_in):
        return None
    return kind if is_of or not is_in or _is_noun(head, after) else None


def _document(words: list[str]) -> str:
    """The word for a document that these end in, or two of them as `compte rendu`; empty without one."""
    pair = "-".join(words[-2:])
    return pair if is_pair(pair) else next((word for word in words[-1:] if group_of(word)), "")


def _of_kind(words: list[str]) -> str | None:
    """The word for a document in `minutes of the board meeting`."""
    for _ in range(_LONGEST):
        if not words or words[-1] in _SMALL:
            return None
        words = words[:-1]
        head, links = _skip(words, _OF | _BETWEEN)
        if links & _OF and (kind := _document(head)):
            return kind
    return None


def _kind_after(after: str) -> str | None:
    """The word for a document that follows, as in `2024 policy` and `July 2025's board minutes`."""
    directly = re.match(r"(?:['’]s)?(?:\s+\d{4}(?:['’]s)?)?[\s-]+([^,;:.!?()]*)", after)
    for word in _words(directly[1])[:_LONGEST] if directly else ():
        if word in _SMALL:
            return None
        if group_of(word):
            return word
    return None


def _is_noun(words: list[str], after: str) -> bool:
    """Whether the last word is no verb, as in `which faults did they report in July`."""
    if words[-1] not in _ALSO_VERBS:
        return True
    near = words[-1 - _LONGEST : -1]
    at = next((i for i in range(len(near) - 1, -1, -1) if near[i] in _DETERMINERS), None)
    if at is None:
        return False
    is_first = at == len(near) - 1
    asked = words[: len(words) - 1 - len(near) + at]
    return is_first or not asked or asked[-1] not in _AUXILIARIES or bool(_words(after))


def _skip(words: list[str], skipped: frozenset[str]) -> tuple[list[str], set[str]]:
    """The words without those at their end that only join, and these."""
    end = len(words)
    while end and words[end - 1] in skipped:
        end -= 1
    return words[:end], set(words[end:])


def _without_periods(title: str) -> list[str]:
    for named in reversed(read_periods(title)):
        title = title[: named.start] + title[named.end :]
    head, _ = _skip([word for word in _words(title) if not word.isdigit()], _OF | _IN | _BETWEEN)
    return head


def _words(text: str) -> list[str]:
    return [_plain(word) for word in _WORD.findall(text)]


def _plain(text: str) -> str:
    return without_accents(text.casefold())
