"""Words of a text, their stems, and which of them carry no meaning of their own."""

import re
from dataclasses import dataclass

from crew.models.offline.small_words import FILLERS
from tasks.dates.period_language import without_accents
from tools.sql.naming import singular


@dataclass(frozen=True)
class Word:
    """One word, number, sign or quoted string of a text."""

    start: int
    end: int
    text: str
    """As written; for a quoted string, what stands between the quotation marks."""
    plain: str
    """In small letters and without accents."""
    stem: str
    is_quoted: bool = False

    @property
    def is_number(self) -> bool:
        """True for `12`, `30,000` and `4.5`."""
        return not self.is_quoted and self.plain[0].isdigit() and _NUMBER.fullmatch(self.plain) is not None


def words_of(text: str) -> list[Word]:
    """The words of a text, in order; punctuation other than comparison signs is left out."""
    found = []
    for match in _TOKEN.finditer(text):
        quoted = next((g for g in match.groups() if g is not None), None)
        written = match[0] if quoted is None else quoted
        plain = without_accents(written.lower())
        if quoted is None:
            plain = _ELISION.sub("", re.sub(r"['’]s?$", "", plain))
        if plain:
            found.append(Word(match.start(), match.end(), written, plain, stem(plain), quoted is not None))
    return found


def stems_of(text: str) -> tuple[str, ...]:
    """The stems of a text's words."""
    return tuple(w.stem for w in words_of(text) if not w.is_quoted or w.stem)


def content_stems(text: str) -> tuple[str, ...]:
    """The stems of the words that carry meaning."""
    return tuple(w.stem for w in words_of(text) if w.plain not in FILLERS and len(w.plain) > 1)


def stem(word: str) -> str:
    """A word without its plural ending: `countries` and `country` agree, `status` stays."""
    if word.endswith("uses") and len(word) > 6:
        return word[:-2]
    return "id" if word == "ids" else singular(word)


_ELISION = re.compile(r"^(?:[ldjsncmt]|qu)['’](?=\w{2})")
"""French articles before a vowel: `l'année` is said as `année`; `d'` stays a word, as in `combien d'années`."""
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_TOKEN = re.compile(
    r'"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«\s*([^»\n]+?)\s*»|`([^`\n]+)`|(?<!\w)\'([^\'\n]+)\'(?!\w)|(?<!\w)‘([^’\n]+)’(?!\w)'
    r"|\d{4}-\d{2}-\d{2}|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?!\w)|>=|<=|<>|!=|[<>=≥≤%]"
    r"|\b[dD](?=['’]\w{2})|[^\W_]+(?:['’][^\W_]+)*"
)
