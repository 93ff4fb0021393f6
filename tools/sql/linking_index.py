"""A full-text index over what is known of each table: SQLite's FTS5, in memory, with its BM25 and stemming.

FTS5 comes with Python, weighs fields apart, takes a table's values in when they are learned, and tells which words
matched. BM25 libraries keep one field and cannot be added to.
"""

import math
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz, process

FIELDS = ("name", "columns", "said", "vals")
_RANK = "bm25(5.0, 2.0, 3.0, 2.5)"
_INSERT = "INSERT INTO texts(rowid, name, columns, said, vals) VALUES (?, ?, ?, ?, ?)"
_FEW = 3
_WIDELY = 10
_TOGETHER = 1.0
_RARE = 30
"""Tables up to which a word leads to some of them whatever else is asked."""
_COMMON = 0.2
"""A word in more than this share of the tables is not looked for, unless the question has nothing else."""
_ALIKE, _ALIKE_FROM_THE_START = 84, 76
_START = 4
_BEGIN, _END = "\x02", "\x03"


@dataclass(frozen=True)
class Hits:
    """The tables that the words of a question lead to, the likeliest first."""

    words: tuple[str, ...]
    """As the index spells them."""
    scores: Mapping[int, float]
    """By all words together."""
    of_rare_words: tuple[int, ...]
    """The tables that the rarest words lead to best, the rarest word first."""


class TextIndex:
    """Texts of tables by number, each field a list of lines. Thread-safe."""

    def __init__(self, rows: Iterable[tuple[int, Sequence[Sequence[str]]]]) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.execute(
            "CREATE VIRTUAL TABLE texts USING fts5(name, columns, said, vals, "
            "tokenize = 'porter unicode61 remove_diacritics 2')"
        )
        self._connection.execute("INSERT INTO texts(texts, rank) VALUES ('rank', ?)", (_RANK,))
        self._connection.execute("CREATE VIRTUAL TABLE words USING fts5vocab(texts, 'row')")
        written = ((number, *("\n".join(lines) for lines in fields)) for number, fields in rows)
        self._connection.executemany(_INSERT, written)
        self._connection.commit()
        self._size = self._connection.execute("SELECT count(*) FROM texts").fetchone()[0]
        self._vocabulary: list[str] | None = None

    def put(self, number: int, fields: Sequence[Sequence[str]]) -> None:
        """Texts of one table in place of those before."""
        with self._lock:
            self._connection.execute("DELETE FROM texts WHERE rowid = ?", (number,))
            self._connection.execute(_INSERT, (number, *("\n".join(lines) for lines in fields)))
            self._vocabulary = None

    def hits(self, words: Sequence[str], count: int) -> Hits:
        """Where words lead; a word the index does not have leads where those spelt most like it do."""
        with self._lock:
            known = {near: found for word in words for near, found in self._known(word)}
            telling = [word for word, found in known.items() if found <= max(_FEW, _COMMON * self._size)]
            used = telling if len(telling) > 1 else list(known)
            rare = sorted((word for word in used if known[word] <= _RARE), key=lambda word: known[word])
            bests = [number for word in rare for number in self._scores([word], 2)]
            return Hits(tuple(used), self._ranked(used, count), tuple(bests))

    def matches(self, number: int, words: Sequence[str]) -> dict[str, dict[int, set[str]]]:
        """By field, the lines of one table that words of a question stand in, with those words."""
        query = (
            "SELECT highlight(texts, 0, char(2), char(3)), highlight(texts, 1, char(2), char(3)), "
            "highlight(texts, 2, char(2), char(3)), highlight(texts, 3, char(2), char(3)) "
            "FROM texts WHERE rowid = ? AND texts MATCH ?"
        )
        with self._lock:
            row = self._connection.execute(query, (number, _any(words))).fetchone()
        return {field: _marked(text) for field, text in zip(FIELDS, row or ("",) * len(FIELDS), strict=True)}

    def _count(self, word: str) -> int:
        query = "SELECT count(*) FROM texts WHERE texts MATCH ?"
        return int(self._connection.execute(query, (_quoted(word),)).fetchone()[0])

    def _ranked(self, words: Sequence[str], count: int) -> dict[int, float]:
        """By BM25, more for tables that have words which stand side by side in the question."""
        scores = self._scores(words, _WIDELY * count)
        for pair in pairwise(words):
            both = self._together(*pair)
            for number in both & scores.keys():
                scores[number] += _TOGETHER * math.log(1 + self._size / len(both))
        ranked = sorted(scores, key=lambda number: (-scores[number], number))
        return {number: scores[number] for number in ranked[:count]}

    def _together(self, left: str, right: str) -> set[int]:
        query = "SELECT rowid FROM texts WHERE texts MATCH ?"
        found = self._connection.execute(query, (f"{_quoted(left)} AND {_quoted(right)}",))
        return {number for (number,) in found}

    def _known(self, word: str) -> list[tuple[str, int]]:
        """The word, or those spelt like it, with the number of tables each stands in."""
        found = self._count(word)
        return [(word, found)] if found else [(near, self._count(near)) for near in self._alike(word)]

    def _scores(self, words: Sequence[str], count: int) -> dict[int, float]:
        query = "SELECT rowid, -rank FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?"
        return dict(self._connection.execute(query, (_any(words), count)).fetchall()) if words else {}

    def _alike(self, word: str) -> list[str]:
        if len(word) < 4:
            return []
        if self._vocabulary is None:
            self._vocabulary = [term for (term,) in self._connection.execute("SELECT term FROM words")]
        found = process.extract(word, self._vocabulary, scorer=fuzz.ratio, score_cutoff=_ALIKE_FROM_THE_START, limit=8)
        near = [term for term, score, _ in found if score >= _ALIKE or term[:_START] == word[:_START]]
        return near[:2]


def _any(words: Sequence[str]) -> str:
    return " OR ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def _marked(text: str) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for number, text_line in enumerate(text.split("\n")):
        words = {part.partition(_END)[0] for part in text_line.split(_BEGIN)[1:]}
        if words:
            found[number] = {word for each in words for word in each.split()}
    return found
