"""A question's words, each linked to what it stands for: a name of the domain, a cue, a number, or nothing known."""

from dataclasses import dataclass, field, replace

from crew.models.offline.asides import without_asides
from crew.models.offline.cues import Cue, cue_at
from crew.models.offline.items import Item, ItemKind, is_metric
from crew.models.offline.language import Word, stem, words_of
from crew.models.offline.measured_words import TIME_UNITS
from crew.models.offline.names import name_words
from crew.models.offline.numbers_said import is_one_counted, number_said
from crew.models.offline.participles import is_participle, meant_by_participle
from crew.models.offline.small_words import EMPTY, FILLERS, JOINING_VERBS
from crew.models.offline.vocabulary import Target, Vocabulary
from tools.terms import Period


@dataclass(frozen=True)
class Linked:
    """A question, linked word by word."""

    text: str
    items: tuple[Item, ...] = field(default=())

    @property
    def unknown(self) -> tuple[str, ...]:
        """Words that stand for nothing known."""
        return tuple(i.text for i in self.items if i.kind == "unknown")

    def cues(self, *kinds: str) -> list[Item]:
        """The cues of these kinds, in order."""
        return [i for i in self.items if i.cue in kinds]


def link_question(text: str, vocabulary: Vocabulary, periods: list[Period]) -> Linked:
    """Link every word; of two readings that begin at a word the longer wins, and a given name before a cue."""
    words = words_of(text)
    spans = _period_spans(text, periods)
    is_timed = bool(spans) or any(_is_of_time(cue_at(words, at)) for at in range(len(words)))
    items: list[Item] = []
    at = 0
    while at < len(words):
        item, length = _item_at(text, words, at, vocabulary, spans, is_timed=is_timed)
        is_unit = at + 1 < len(words) and _is_of_time(cue_at(words, at + 1))
        if item.text.lower() == "by" and at and _is_participle(words[at - 1]) and not is_unit:
            item = _item("filler", text, words[at : at + 1])
        items.append(item)
        at += length
    return Linked(text, tuple(without_asides(_without_states(items), _time_units(vocabulary))))


def _without_states(items: list[Item]) -> list[Item]:
    """Verbs that say what was done to a figure named before are no second figure: `how much fee was paid`."""
    last: list[Item] = []
    kept = []
    for item in map(_compounded, [None, *items], items):
        is_told = len(last) > 1 and last[-1].text.lower() in _BEING and is_metric(last[-2]) and is_metric(item)
        is_verb = is_told and " " not in item.text and is_participle(words_of(item.text)[0])
        kept.append(replace(item, kind="unknown", targets=()) if is_verb else item)
        last = [*last, item] if item.text.lower() not in _SMALL else last
    return kept


def _compounded(before: Item | None, item: Item) -> Item:
    """`results` in `course results` are no courses, where `results` alone are only what is asked for."""
    is_next = before is not None and before.kind == "name" and before.end + 1 == item.start
    is_rows = (
        is_next
        and before is not None
        and (any(t.kind == "table" for t in before.targets) or cue_at(words_of(before.text), 0) is not None)
    )
    is_noun = (item.kind == "filler" or item.cue == "performance") and stem(item.text.lower()) in _MADE
    return replace(item, kind="unknown", cue="") if is_rows and is_noun else item


_MADE = frozenset(["result", "answer", "value", "entry"])
"""Words for what a database holds that are things of their own behind a name."""
_BEING = frozenset(["is", "are", "was", "were"])
_SMALL = frozenset(["not", "actually", "already", "ever", "now"])


def _time_units(vocabulary: Vocabulary) -> set[str]:
    """Units of time that columns are told in by their names."""
    named = (name_words(c.name) for t in vocabulary.schema.tables for c in t.columns)
    return {word for words in named for word in words if word in TIME_UNITS}


def _item_at(
    text: str, words: list[Word], at: int, vocabulary: Vocabulary, spans: list[tuple[int, int]], *, is_timed: bool
) -> tuple[Item, int]:
    word = words[at]
    for start, end in spans:
        if start <= word.start < end:
            inside = sum(1 for w in words[at:] if w.start < end)
            return _item("period", text, words[at : at + inside]), inside
    if word.is_quoted:
        return _item("quoted", text, [word], targets=tuple(vocabulary.names.get(_stems(word.text), ()))), 1
    targets, named = _names_at(words, at, vocabulary)
    if named <= 1 and is_participle(word):
        meant = meant_by_participle(words, at, targets, vocabulary, has_period=is_timed)
        if meant is None:
            return _item("filler", text, [word]), 1
        targets, named = meant, int(bool(meant))
    cue = cue_at(words, at)
    is_before_name = cue is not None and cue.kind == "total" and _is_before_name(words, at + cue.length, vocabulary)
    is_own = _is_own_name(targets, cue) and not is_before_name if cue else False
    if cue and (cue.length > named or (cue.length == named and not is_own)):
        return _item(
            "cue", text, words[at : at + cue.length], cue=cue.kind, targets=targets if named == cue.length else ()
        ), cue.length
    if named:
        kind = cue.kind if cue and cue.length == named else ""
        item = _item("name", text, words[at : at + named], targets=targets, cue=kind)
        if item.text.lower() in ("first", "last") and all(t.rank for t in targets) and not _leads_to_name(words, at):
            return replace(item, kind="unknown", targets=()), named
        is_rows = any(t.kind == "table" for t in targets)
        is_lacking = not is_rows and [w.plain for w in words[:at][-2:]] == ["out", "of"]
        return replace(item, kind="unknown", targets=()) if is_lacking else item, named
    if _is_state(words, at) or _is_noun(words, at):
        return _item("unknown", text, [word]), 1
    if is_one_counted(words, at):
        return _item("number", text, [word], number=1), 1
    return _plain_item(text, word), 1


def _is_state(words: list[Word], at: int) -> bool:
    """`use` in `in use` says in which state things are, where as a verb it says nothing of its own."""
    is_verb = words[at].plain in JOINING_VERBS and not words[at].plain.endswith(("ed", "ing"))
    return is_verb and at > 0 and words[at - 1].plain in ("in", "on", "under", "out")


def _is_noun(words: list[Word], at: int) -> bool:
    """`will` in `their will`, which behind a word that stands before nouns is no auxiliary."""
    return words[at].plain in _AUXILIARY and at > 0 and words[at - 1].plain in _DETERMINING


_AUXILIARY = frozenset(["will", "can", "may", "might", "must"])
_DETERMINING = frozenset(["a", "the", "their", "our", "my", "your", "his", "her", "its", "no", "any"])


def _is_of_time(cue: Cue | None) -> bool:
    """Whether a cue groups by a calendar unit or names days of the week."""
    return (
        cue is not None and cue.kind.startswith(("unit_", "on_", "when")) and cue.kind not in ("unit_day", "unit_year")
    )


def _is_participle(word: Word) -> bool:
    """`written by authors` names who wrote, where `revenue by author` groups."""
    return word.plain in JOINING_VERBS or word.plain.endswith("ed")


def _plain_item(text: str, word: Word) -> Item:
    if (number := number_said(word)) is not None:
        return _item("number", text, [word], number=number)
    if (word.plain in FILLERS or word.plain in EMPTY) and not _is_letter(word):
        return _item("filler", text, [word])
    if not word.plain[0].isalnum():
        return _item("sign", text, [word])
    return _item("unknown", text, [word])


def _is_letter(word: Word) -> bool:
    """A capital that stands for itself, as in `grade A`."""
    return len(word.text) == 1 and word.text.isupper() and word.text != "I" and word.start > 0


def _names_at(words: list[Word], at: int, vocabulary: Vocabulary) -> tuple[tuple[Target, ...], int]:
    for length in range(min(vocabulary.longest, len(words) - at), 0, -1):
        span = words[at : at + length]
        is_letter = length == 1 and _is_letter(words[at])
        is_filler = length == 1 and words[at].plain in FILLERS and not is_letter and not _is_listed(words, at)
        if any(w.is_quoted for w in span) or is_filler:
            continue
        if length == 1 and len(words[at].plain) == 1 and not is_letter:
            continue
        targets = vocabulary.names.get(tuple(w.stem for w in span))
        if targets:
            return tuple(targets), length
    return (), 0


def _leads_to_name(words: list[Word], at: int) -> bool:
    """`first` in `first and last name`."""
    return any(w.plain.startswith("name") for w in words[at + 1 : at + 4])


def _is_listed(words: list[Word], at: int) -> bool:
    """`make` among columns that are listed, as in `plate, make and model`, or behind `by` or `the`."""
    before = words[at - 1] if at else None
    behind = words[at + 1] if at + 1 < len(words) else None
    is_joined = behind is not None and behind.plain == "and"
    is_named = before is not None and before.plain in ("and", "by", "per", "each", "which", "the")
    return words[at].plain in _NOUNS and (is_joined or is_named)


_NOUNS = frozenset(["make", "like", "likes"])
"""Small words that columns are called by."""


def _is_before_name(words: list[Word], at: int, vocabulary: Vocabulary) -> bool:
    """`total` adds up what is named right behind it, even where a column is called so."""
    return at < len(words) and any(t.kind in ("column", "metric") for t in _names_at(words, at, vocabulary)[0])


def _is_own_name(targets: tuple[Target, ...], cue: Cue) -> bool:
    return any(t.rank == 0 for t in targets) and cue.kind not in _STRONGER_THAN_NAMES


_STRONGER_THAN_NAMES = {
    "each",
    "and",
    "or",
    "not",
    "which",
    "average",
    "count",
    "above",
    "below",
    "why",
    "listing",
    "highest",
    "lowest",
}


def _item(kind: ItemKind, text: str, words: list[Word], **values: object) -> Item:
    start, end = words[0].start, words[-1].end
    written = words[0].text if kind == "quoted" else text[start:end]
    return Item(kind, written, start, end, is_capital=start > 0 and text[start].isupper(), **values)  # type: ignore[arg-type]


def _stems(text: str) -> tuple[str, ...]:
    return tuple(w.stem for w in words_of(text))


def _period_spans(text: str, periods: list[Period]) -> list[tuple[int, int]]:
    spans = []
    at = 0
    for period in periods:
        start = text.lower().find(period.words.lower(), at) if period.words else -1
        if start >= 0:
            at = start + len(period.words)
            spans.append((start, at))
    return spans
