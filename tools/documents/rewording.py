"""Other words for a search: broader, narrower, in other terms, or for one of several readings."""

import re
from collections.abc import Iterable, Mapping, Sequence

from tools.documents.ambiguity import Reading
from tools.documents.content_words import content_words
from tools.documents.language import detect_language

_LEAST_WORDS = 2
_MOST_SWAPS = 3
_WORD = re.compile(r"[\w'’-]+")
_QUALIFIER = re.compile(
    r"\b(?:\d[\d.,:%-]*|q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|first|last|next|this|previous|current|recent|latest|new|old|exact|exactly|only|main|total|quarter|month|year)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"\"[^\"]+\"|“[^”]+”|(?<!^)\b(?:[A-ZÀ-Þ][\w'’-]+)(?:\s+[A-ZÀ-Þ][\w'’-]+)*|\b[A-Z]{2,}\b|\b\d{4}\b")
_SHORT = re.compile(r"\b[A-Z][A-Z0-9]{1,7}\b")
_SPELLED = re.compile(r"((?:[\w'’-]+\s+){1,8})\(([A-Z][A-Z0-9]{1,7})s?\)")
_JOINING = frozenset(["of", "the", "for", "and", "in", "on", "de", "la", "le", "des", "du", "der", "die", "und", "für"])


def broaden(words: str) -> list[str]:
    """The same without periods, numbers and qualifiers, then its longest words alone; empty when it is broad."""
    without = without_qualifiers(words)
    language = detect_language(words) or "en"
    content = [word for word in _WORD.findall(without) if content_words(word, language)]
    longest = sorted(content, key=lambda word: (-len(word), word))[: max(_LEAST_WORDS, len(content) // 2)]
    core = " ".join(word for word in content if word in longest)
    return [each for each in (without, core) if len(each.split()) >= _LEAST_WORDS and each != words]


def without_qualifiers(words: str) -> str:
    """The same without periods, numbers and words such as "latest", which a passage need not repeat."""
    return _tidy(_QUALIFIER.sub(" ", words))


def narrow(words: str) -> list[str]:
    """Only the names, quoted words and years of a search; empty when it has none or nothing else."""
    names = [name.strip('"“”') for name in _NAME.findall(words)]
    narrowed = " ".join(dict.fromkeys(names))
    return [narrowed] if narrowed and narrowed != _tidy(words) else []


def disambiguate(words: str, reading: Reading) -> str:
    """The same for one of several readings: with what sets that reading's document apart."""
    return f"{words} {reading.title}"


def translate(words: str, terms: Mapping[str, Sequence[str]]) -> list[str]:
    """The same in other terms: each term that occurs in it put in the words that mean the same, and the other way."""
    pairs = [(term, other) for term, others in terms.items() for other in others]
    pairs += [(other, term) for term, other in pairs]
    swapped = (_swapped(words, term, other) for term, other in pairs)
    return [each for each in dict.fromkeys(swapped) if each != words][:_MOST_SWAPS]


def short_names(words: str) -> list[str]:
    """What in a search may be an acronym."""
    return list(dict.fromkeys(_SHORT.findall(words)))


def find_acronyms(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Acronyms that texts spell out as "Full Name (FN)", with the names they stand for."""
    found: dict[str, dict[str, None]] = {}
    for text in texts:
        for before, acronym in _SPELLED.findall(text):
            name = _name_of(acronym, before.split())
            if name:
                found.setdefault(acronym, {})[name] = None
    return {acronym: tuple(names) for acronym, names in found.items()}


def _swapped(words: str, term: str, other: str) -> str:
    return other.join(re.split(rf"(?<!\w){re.escape(term)}(?!\w)", words, flags=re.IGNORECASE))


def _name_of(acronym: str, before: Sequence[str]) -> str | None:
    """The shortest run of words just before an acronym whose initials it is, joining words counted or not."""
    for start in range(len(before) - 1, -1, -1):
        run = before[start:]
        counted = [word for word in run if word.lower() not in _JOINING]
        for initials in (run, counted):
            if "".join(word[0] for word in initials).upper() == acronym.upper() and run[0] in initials:
                return " ".join(run)
    return None


def _tidy(words: str) -> str:
    return " ".join(words.split()).strip(" ,;:?.!")
