"""Passages: the quotable pieces of a document, cut at headings and sentences."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from tools.documents.document import Block, Document, Facts
from tools.documents.language import count_cjk
from tools.frozen import Frozen

_OWN = ("author", "date", "language", "access")
"""What a record among many may know better than its file."""
_AIM = 180
_MOST = 220
_SENTENCE = re.compile(r"\s(?:(?<=[.!?]\s)|(?<=[.!?][\"'”’)\]]\s))\s*(?=[\"'“‘(\[]?[A-Z0-9À-Þ#*-])|\n+")
"""Between two sentences. That every way begins with white space makes it twice as fast."""
_FULL_STOP = re.compile(r"(?<=[。！？])")
_ABBREVIATION = re.compile(r"\b(?:[A-Z]|Mr|Mrs|Ms|Dr|St|No|vs|e\.g|i\.e|etc|Inc|Ltd|Co|Fig|approx)\.$")


class Passage(Frozen):
    """A quotable piece of a document, with what search filters and cites by.

    `id` is `<document>#<position>`; `digest` is that of the whole document's bytes.
    """

    id: str
    document: str
    position: int
    title: str
    section: str = ""
    page: int | None = None
    text: str
    type: str = ""
    language: str = ""
    author: str | None = None
    date: str | None = None
    version: str | None = None
    supersedes: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    digest: str = ""

    @property
    def search_text(self) -> str:
        """What is indexed and embedded: the text below its title and headings."""
        headings = " > ".join(part for part in (self.title, self.section) if part)
        return f"{headings}\n{self.text}"


_SHARED = tuple(sorted(set(Passage.model_fields) & set(Document.model_fields) - {"id"}))


def cut_passages(document: Document, first: int = 0) -> list[Passage]:
    """Cut a document into passages of about 120 to 220 words; tables stay whole, sections are not mixed.

    `first` is the position of the first passage, for a document that is read in parts.
    """
    pieces = [piece for _, blocks in groupby(document.blocks, key=_place) for piece in _pack(list(blocks))]
    return [_passage(document, position, piece) for position, piece in enumerate(pieces, first)]


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, in order, without white space at their ends."""
    sentences: list[str] = []
    plain = text if text.isascii() else _FULL_STOP.sub("\n", text)
    for part in filter(None, (p.strip() for p in _SENTENCE.split(plain))):
        if sentences and _ABBREVIATION.search(sentences[-1]):
            sentences[-1] += f" {part}"
        else:
            sentences.append(part)
    return sentences


def _place(block: Block) -> tuple[tuple[str, ...], int | None, Facts | None]:
    return block.section, block.page, block.facts


def _passage(document: Document, position: int, piece: Block) -> Passage:
    shared = {name: getattr(document, name) for name in _SHARED}
    if piece.facts:
        shared |= {name: value for name in _OWN if (value := getattr(piece.facts, name))}
    return Passage(
        **shared,
        id=f"{document.id}#{position}",
        document=document.id,
        position=position,
        section=" > ".join(piece.section),
        page=piece.page,
        text=piece.text,
    )


def _pack(blocks: Sequence[Block]) -> Iterator[Block]:
    """Join the sentences of neighbouring blocks until a passage is full; the last two share what is left evenly."""
    first = blocks[0]
    for kind, run in groupby(blocks, key=lambda block: block.kind):
        if kind == "table":
            yield from run
            continue
        units = [unit for block in run for unit in _units(block.text)]
        for text in _fill(units):
            yield first.model_copy(update={"text": text, "kind": kind})


def _units(text: str) -> list[tuple[str, str]]:
    """Sentences with what precedes each when joined: a space within a block, a new line before it."""
    if _length(text) <= _MOST and "\n" in text:
        return [(text.strip(), "\n")]
    parts = [part for sentence in split_sentences(text) for part in _split_long(sentence)]
    return [(part, " " if i else "\n") for i, part in enumerate(parts)]


def _split_long(sentence: str) -> list[str]:
    if _length(sentence) <= _MOST:
        return [sentence]
    if count_cjk(sentence) > len(sentence) // 2:
        return [sentence[i : i + 2 * _AIM] for i in range(0, len(sentence), 2 * _AIM)]
    words = sentence.split()
    return [" ".join(words[i : i + _AIM]) for i in range(0, len(words), _AIM)]


def _fill(units: Sequence[tuple[str, str]]) -> Iterator[str]:
    total = sum(_length(unit) for unit, _ in units)
    if not total:
        return
    aim = total / max(1, round(total / _AIM)) if total > _MOST else _MOST
    text, length = "", 0
    for unit, joint in units:
        size = _length(unit)
        if text and (length + size > _MOST or length + size / 2 > aim):
            yield text
            text, length = "", 0
        text = f"{text}{joint}{unit}" if text else unit
        length += size
    yield text


def _length(text: str) -> int:
    """Words, a CJK character counting half a word."""
    return len(text.split()) + count_cjk(text) // 2
