"""Where a sentence names values, measures and other known words, spelled a little differently or not."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

_LETTERS = r"[^\W_\u3040-\u9fff]+"
_WORD = re.compile(rf"{_LETTERS}(?:[-&.’']{_LETTERS})*|[\u3040-\u9fff]+|[^\w\s]", re.UNICODE)
_ENDINGS = frozenset({
    "s", "es", "n", "an", "ian", "ean", "ern", "er", "en", "e", "isch", "ische", "ischen", "ischer", "isches", "äisch",
    "äische", "äischen", "ne", "nes", "ns", "d", "ed", "ing", "'s", "’s",
})  # fmt: skip
_LOST_ENDINGS = frozenset(["", "e", "y", "a", "en"])


@dataclass(frozen=True)
class Mention:
    """A stretch of the sentence that names something; `label` says what."""

    start: int
    end: int
    label: str


def find_mentions(text: str, names: Mapping[str, Iterable[str]]) -> tuple[Mention, ...]:
    """Where the text names a label. Longer and exact namings win over shorter and inflected ones."""
    exact = [Mention(s, e, label) for label, words in names.items() for w in words for s, e in find_words(text, w)]
    loose = [Mention(s, e, label) for label, words in names.items() for w in words for s, e in _inflected(text, w)]
    chosen: list[Mention] = []
    for mention in sorted(exact, key=_longest_first):
        if _is_as_good(mention, chosen):
            chosen.append(mention)
    spelled = list(chosen)
    for mention in sorted(loose, key=_longest_first):
        if _is_as_good(mention, chosen) and not any(m.start < mention.end and mention.start < m.end for m in spelled):
            chosen.append(mention)
    return tuple(sorted(set(chosen), key=lambda m: (m.start, m.label)))


def _is_as_good(mention: Mention, chosen: list[Mention]) -> bool:
    """Whether what is chosen already lies elsewhere, or names another label with the very same words."""
    rivals = [c for c in chosen if mention.start < c.end and c.start < mention.end]
    return all((c.start, c.end) == (mention.start, mention.end) and c.label != mention.label for c in rivals)


def without_shadowed(text: str, named: Mapping[str, tuple[Mention, ...]]) -> dict[str, tuple[Mention, ...]]:
    """Mentions by column without loose ones inside what another column's value spells: `Steve` in `Stevens`."""
    spelled = [(column, m) for column, mentions in named.items() for m in mentions if _is_spelled(text, m)]

    def is_shadowed(column: str, mention: Mention) -> bool:
        return not _is_spelled(text, mention) and any(
            other != column and m.start <= mention.start and mention.end <= m.end for other, m in spelled
        )

    return {column: tuple(m for m in mentions if not is_shadowed(column, m)) for column, mentions in named.items()}


def _is_spelled(text: str, mention: Mention) -> bool:
    return _even(text[mention.start : mention.end]) == _even(mention.label)


def find_words(text: str, words: str) -> list[tuple[int, int]]:
    """Where whole words stand in a text, without regard to case; signs of Chinese and the like need no boundary."""
    wanted, folded = " ".join(_even(words).split()), _even(text)
    found: list[tuple[int, int]] = []
    start = folded.find(wanted) if wanted and len(folded) == len(text) else -1
    while start >= 0:
        end = start + len(wanted)
        if _is_bounded(folded, start, end):
            found.append((start, end))
        start = folded.find(wanted, start + 1)
    return found


def is_only_a_name(text: str, mention: Mention) -> bool:
    """Whether a mention is written as its label and can be no everyday words: several, or one with a capital inside."""
    written = text[mention.start : mention.end]
    if not _is_spelled(text, mention) or written[:1] != mention.label[:1]:
        return False
    is_inside = re.search(r"[^\s.!?:]\s*$", text[: mention.start]) is not None
    return len(_WORD.findall(written)) > 1 or (is_inside and written[:1].isupper() and written[1:].islower())


def names_word(text: str, words: str) -> bool:
    """Whether the text names the words, inflected or not."""
    return bool(find_words(text, words) or _inflected(text, words))


_EVEN = str.maketrans("\u00a0\u202f’‘ʼ`", "  ''''")


@lru_cache(maxsize=4096)
def _even(text: str) -> str:
    """The text with its letters in lower case and its spaces and apostrophes of one kind, each where it stood."""
    return text.lower().translate(_EVEN)


def _longest_first(mention: Mention) -> tuple[int, int]:
    return mention.start - mention.end, mention.start


def _is_bounded(text: str, start: int, end: int) -> bool:
    """Whether no word goes on before or behind."""
    goes_on_before = start > 0 and _needs_boundary(text[start - 1]) and _needs_boundary(text[start])
    goes_on_behind = end < len(text) and _needs_boundary(text[end]) and _needs_boundary(text[end - 1])
    return not (goes_on_before or goes_on_behind)


def _needs_boundary(letter: str) -> bool:
    return letter.isalnum() and not "\u3040" <= letter <= "\u9fff"


def _inflected(text: str, words: str) -> list[tuple[int, int]]:
    """The words with another ending on the last one: `European` for Europe, `orders` for order."""
    *first, last = words.split() or [""]
    if len(last) < 4 or not last.isalpha() or not _needs_boundary(last[0]):
        return []
    if last[:4].casefold() not in text.casefold():
        return []
    tokens = list(_WORD.finditer(text))
    found = []
    for index in range(len(first), len(tokens)):
        opening = tokens[index - len(first) : index]
        same = [t[0].casefold() for t in opening] == [w.casefold() for w in first]
        if same and _is_inflection(tokens[index][0], last):
            found.append(((opening[0] if opening else tokens[index]).start(), tokens[index].end()))
    return found


def _is_inflection(token: str, word: str) -> bool:
    token, word = (unicodedata.normalize("NFC", w.casefold()) for w in (token, word))
    common = 0
    while common < min(len(token), len(word)) and token[common] == word[common]:
        common += 1
    if common < max(4, -(-len(word) * 7 // 10)):
        return False
    gained, lost = token[common:], word[common:]
    return token != word and lost in _LOST_ENDINGS and (gained in _ENDINGS or (not gained and lost != ""))
