"""What passages state: one number of one thing in one period, told by the words around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from tasks.checks.language import FALL, NEGATION, RISE
from tasks.checks.mentions import names_word
from tasks.checks.neutral_words import NEUTRAL_WORDS
from tasks.checks.quotations import without_quotations
from tasks.checks.sentences import split_sentences
from tasks.dates.named_periods import read_periods
from tasks.figures.numbers import ReadNumber, read_numbers
from tools.documents.language import detect_language
from tools.evidence import PassageEvidence
from tools.terms import Period

NOT_ACTUAL = re.compile(
    r"\b(?:target|targets|forecast|forecasts|budget\w*|plan|planned|expect\w*|guidance|goal|outlook|estimate\w*|ziel\w*|"
    r"prognose\w*|plan\w*|erwart\w*|objectif\w*|prévision\w*|prévu\w*|objetivo\w*|previst\w*|presupuest\w*)\b|"
    r"目标|预测|预计|计划",
    re.IGNORECASE,
)
"""Speaks of what was hoped for, not of what was."""
_CONTENT = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*")
_FEWEST_WORDS = 2
"""A number with fewer words around it, such as `Total: 5`, is of nothing that could be compared."""


@dataclass(frozen=True)
class PassageFact:
    """A number that a passage states."""

    passage: PassageEvidence
    number: ReadNumber
    words: frozenset[str]
    period: Period

    @property
    def about(self) -> str:
        """What the number is of, and when."""
        return f"{' '.join(sorted(self.words))}, {self.period.start} … {self.period.end}"

    def is_of_the_same(self, other: "PassageFact") -> bool:
        """Whether both speak of the same thing and period in the same unit."""
        is_same_time = (self.period.start, self.period.end) == (other.period.start, other.period.end)
        return is_same_time and self.number.unit == other.number.unit and _covers(self, other) and _covers(other, self)

    def agrees_with(self, other: "PassageFact") -> bool:
        """Whether both numbers may print one value."""
        return abs(self.number.value - other.number.value) <= self.number.rounding + other.number.rounding


def facts_of(passage: PassageEvidence, today: date) -> Iterator[PassageFact]:
    """The sentences that state just one number of one period as what was; the period may stand in the heading."""
    language = detect_language(passage.text) or "en"
    heading = {
        (n.period.start, n.period.end): n.period for n in read_periods(f"{passage.title}. {passage.section}", today)
    }
    for sentence in split_sentences(passage.text):
        text = without_quotations(sentence)
        numbers = read_numbers(text, language)
        named = read_periods(text, today)
        periods = {(n.period.start, n.period.end): n.period for n in named} or heading
        is_plain = not any(p.search(text) for p in (NOT_ACTUAL, NEGATION, RISE, FALL))
        if len(numbers) != 1 or len(periods) != 1 or not is_plain:
            continue
        for start, end in [(numbers[0].start, numbers[0].end), *((n.start, n.end) for n in named)]:
            text = text[:start] + " " * (end - start) + text[end:]
        neutral = NEUTRAL_WORDS.get(language, NEUTRAL_WORDS["en"])
        words = frozenset(w.casefold() for w in _CONTENT.findall(text) if w.casefold() not in neutral)
        if len(words) >= _FEWEST_WORDS:
            yield PassageFact(passage, numbers[0], words, next(iter(periods.values())))


def _covers(fact: PassageFact, other: PassageFact) -> bool:
    text = " ".join(other.words)
    return all(names_word(text, word) or any(names_word(word, o) for o in other.words) for word in fact.words)
