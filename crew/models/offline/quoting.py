"""Which sentence of which passage to quote."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from crew.models.offline.asked_words import ASKS_NUMBER, asked_words, has_kind_asked, has_number
from crew.models.offline.language import content_stems
from crew.models.offline.times import are_related
from tasks.checks.language import FALL, RISE
from tasks.coverage.passages import Told, passage_mismatches
from tasks.coverage.written_times import written_on
from tasks.figures.numbers import read_numbers
from tools.documents.passages import split_sentences
from tools.evidence import PassageEvidence
from tools.terms import Period

SHORTEST, LONGEST = 15, 400
"""Letters of a sentence that may be quoted."""
_LEAST = 0.6
"""Of the words asked, the part that a sentence with its headings carries."""
_LEADING_MARK = re.compile(r"^\s*(?:[-*•>#]+|\d+[.)])\s+")
_ENDING = re.compile(r"[.!?。！？][)\]]?$")
_CLEAR_CAUSE = re.compile(
    r"\b(?:because|due to|caus(?:ed|es?|ing)|owing to|driven by|as a result|result(?:s|ed|ing)? from|led to|"
    r"attribut\w+|reasons?|explained by|weil|wegen|aufgrund|infolge|verursacht|grund|parce que|en raison|à cause|"
    r"suite à|debido a|porque|a causa|causad\w+)\b",
    re.IGNORECASE,
)
_ASKS_AMOUNT = re.compile(
    r"\b(?:(?:how many|wie ?viele|combien d[e'’]|cu[aá]nt[oa]s) ?(?P<counted>\w+)|"
    r"how much|what (?:percentage|price|amount)|wie ?viel\b|combien\b|cu[aá]nt[oa]\b)",
    re.IGNORECASE,
)
_LAST_DAY = date(2100, 12, 31)


@dataclass(frozen=True)
class Quote:
    """A sentence as it stands in its passage, and how well it fits."""

    passage: PassageEvidence
    text: str
    score: float


@dataclass(frozen=True)
class Sought:
    """What a sentence must speak of to answer a question."""

    question: str
    names: Sequence[str] = ()
    """The things asked about: a sentence, or its heading, names each of them."""
    periods: Sequence[Period] = ()
    """The times asked about: neither a sentence nor its heading is about others."""
    today: date | None = None
    """When undated passages are taken to be written."""
    asked: str = ""
    """All that was asked, where `question` is only what it is about."""
    is_whole: bool = False
    """Whether a sentence must carry all that is asked: nothing says that the documents are about it."""

    def is_met_by(self, sentence: str, passage: PassageEvidence) -> bool:
        """Whether a sentence with its heading is about what is asked, and tells an amount where one is asked for."""
        if not self._has_amount(sentence):
            return False
        alone = passage.model_copy(update={"text": sentence})
        told = Told((sentence,), (alone,), written_on(passage) or self.today or _LAST_DAY)
        return not passage_mismatches(self.names, self.periods, told, self.asked or self.question)

    def _has_amount(self, sentence: str) -> bool:
        """Whether it tells a number of what is counted, where the question asks for one."""
        asked = _ASKS_AMOUNT.search(self.question)
        if asked is None:
            return True
        counted = content_stems(asked["counted"] or "")
        numbers = [number for number in read_numbers(sentence) if not (counted and number.unit)]
        return bool(numbers) and all(_carries(content_stems(sentence), word) for word in counted)


def answering_quotes(passages: Iterable[PassageEvidence], sought: Sought) -> list[Quote]:
    """Sentences that, with their headings, speak of nearly all that the question does, the best first.

    A sentence must itself carry one of the words that its headings lack, or what its headings say is not the answer.
    """
    question = sought.question
    asked = asked_words(question, sought.periods)
    found = []
    for passage in filter(_is_fit, passages):
        heading = content_stems(f"{passage.title} {passage.section}")
        open_words = [w for w in asked if not _carries(heading, w)]
        for sentence in sentences(passage.text):
            said = content_stems(sentence)
            own = [w for w in asked if _carries(said, w)]
            fit = len({*own, *(w for w in asked if w not in open_words)}) / max(1, len(asked))
            is_own = own and (not open_words or set(own) & set(open_words))
            if sought.is_whole and not (asked[1:] and _is_whole_answer(question, sentence, open_words)):
                continue
            if is_own and fit >= _LEAST and sought.is_met_by(sentence, passage):
                fit += _number_fit(question, sentence)
                found.append(Quote(passage, sentence, fit if _ENDING.search(sentence) else fit / 2))
    return _one_for_each_passage(found, least=_LEAST)


def summarising_quotes(passages: Iterable[PassageEvidence], sought: Sought) -> list[Quote]:
    """For each document the sentence that, with its heading, speaks most of a subject, in the documents' order."""
    asked = list(dict.fromkeys(content_stems(sought.question)))
    best: dict[str, Quote] = {}
    for passage in filter(_is_fit, passages):
        heading = content_stems(passage.section)
        for sentence in filter(_ENDING.search, sentences(passage.text)):
            said = content_stems(sentence)
            own = sum(_carries(said, word) for word in asked)
            score = own + 0.5 * sum(_carries(heading, word) for word in asked)
            known = best.get(passage.document)
            if score and (known is None or score > known.score) and sought.is_met_by(sentence, passage):
                best[passage.document] = Quote(passage, sentence, score)
    return list(best.values())


@dataclass(frozen=True)
class SoughtCause:
    """What a cause is sought for, in stems."""

    names: Mapping[str, float]
    """Names of the things that moved, with weights."""
    words: Sequence[str]
    """Other words that a fitting sentence carries: measures, words of the question."""
    other_names: frozenset[str] = frozenset()
    """Names of other things; a sentence about one of them alone explains nothing here."""
    since: date | None = None
    """Passages from before cannot speak of what happened then."""
    direction: Decimal = Decimal(0)
    """Below zero for a fall, above for a rise."""


def causing_quotes(passages: Iterable[PassageEvidence], sought: SoughtCause) -> list[Quote]:
    """Sentences that say why, of one of the names and as many other words as possible, the best first."""
    found = []
    for passage in filter(_is_fit, passages):
        if sought.since and passage.date and passage.date[:10] < sought.since.isoformat():
            continue
        heading = set(content_stems(f"{passage.title} {passage.section}"))
        for sentence in sentences(passage.text):
            score = _cause_score(sentence, heading, sought)
            if score:
                found.append(Quote(passage, sentence, score))
    return _one_for_each_passage(found, least=1.0)


def _cause_score(sentence: str, heading: set[str], sought: SoughtCause) -> float:
    if not _CLEAR_CAUSE.search(sentence) or not _ENDING.search(sentence) or _moves_otherwise(sentence, sought):
        return 0.0
    said = set(content_stems(sentence))
    named = max((w for n, w in sought.names.items() if n in said), default=0.0)
    implied = max((w / 2 for n, w in sought.names.items() if n in heading), default=0.0)
    if not named and said & sought.other_names:
        return 0.0
    known = max(named, implied)
    return known + 0.5 * len(said & set(sought.words)) if known else 0.0


def _moves_otherwise(sentence: str, sought: SoughtCause) -> bool:
    """True when the sentence tells of the other direction alone."""
    rises, falls = RISE.search(sentence) is not None, FALL.search(sentence) is not None
    return rises != falls and bool(sought.direction) and rises != (sought.direction > 0)


def sentences(text: str) -> list[str]:
    """A passage's sentences, verbatim but for white space and list marks; none that holds quotation marks or cells."""
    parts = (" ".join(_LEADING_MARK.sub("", part).split()) for part in split_sentences(text))
    return [p for p in parts if SHORTEST <= len(p) <= LONGEST and not set(p) & set('“”„"«»|')]


def _is_whole_answer(question: str, sentence: str, words: Sequence[str]) -> bool:
    """Whether one part of a sentence has all the words and what the question asks for: a day, a person, a place."""
    parts = (content_stems(part) for part in sentence.split(";"))
    return has_kind_asked(question, sentence) and any(all(_carries(p, w) for w in words) for p in parts)


def _one_for_each_passage(found: list[Quote], least: float) -> list[Quote]:
    best: dict[str, Quote] = {}
    for quote in sorted(found, key=lambda q: -q.score):
        if quote.score >= least and all(q.text != quote.text for q in best.values()):
            best.setdefault(quote.passage.passage, quote)
    return list(best.values())


def _number_fit(question: str, sentence: str) -> float:
    """A question for a number or a day is answered by a sentence that has one."""
    if not ASKS_NUMBER.search(question):
        return 0.0
    return 0.2 if has_number(sentence) else -0.2


def _carries(stems: Iterable[str], word: str) -> bool:
    return any(s == word or (len(word) > 4 and are_related(s, word)) for s in stems)


def _is_fit(passage: PassageEvidence) -> bool:
    return not any(w.startswith(("injection_suspected", "superseded_by")) for w in passage.warnings)
