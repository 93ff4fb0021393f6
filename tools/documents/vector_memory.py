"""Vectors remembered on disk by the digest of their text, so that no text is embedded twice by one model."""

import hashlib
import re
import sqlite3
import threading
import time
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.documents.embedding import Vector

MOST_BYTES = 2_000_000_000
"""About 1.2 million vectors of 384 dimensions; beyond, those not used for longest are forgotten."""
_FORGOTTEN = 0.1
_AT_ONCE = 500
_DAY = 86_400
_SECONDS = 5.0
"""How long another process's writing is waited for; a vector that cannot be remembered is no error."""
_TABLES = """
CREATE TABLE IF NOT EXISTS vectors (digest BLOB PRIMARY KEY, vector BLOB NOT NULL, used INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS vectors_used ON vectors (used);
"""


class VectorMemory:
    """The vectors that one model has given to texts, in a file that processes share. Thread-safe.

    Only vectors and digests are kept, no texts. Where the file cannot be used, nothing is remembered.
    """

    def __init__(self, folder: Path, model: str, *, most_bytes: int = MOST_BYTES) -> None:
        """`model` is whatever tells a model from others: its name and its revision."""
        readable = re.sub(r"[^\w.-]+", "-", model)[:60]
        self._path = folder / f"{readable}-{hashlib.sha256(model.encode()).hexdigest()[:8]}.sqlite"
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._opened: sqlite3.Connection | None = None

    def recall(self, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors of those texts that are remembered."""
        keys = {_digest(text): text for text in texts}
        with self._lock:
            try:
                rows = [row for some in _portions(list(keys)) for row in self._read(some)]
                self._touch([digest for digest, _, used in rows if used < _today()])
            except (sqlite3.Error, OSError):
                return {}
        return {keys[digest]: array("f", vector).tolist() for digest, vector, _ in rows}

    def remember(self, vectors: Mapping[str, Vector]) -> None:
        """Keep the vectors of texts, in single precision."""
        rows = [(_digest(text), array("f", vector).tobytes(), _today()) for text, vector in vectors.items()]
        with self._lock:
            try:
                with self._connection() as connection:
                    connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)
                self._forget()
            except (sqlite3.Error, OSError):
                return

    def _connection(self) -> sqlite3.Connection:
        if self._opened is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            opened = sqlite3.connect(self._path, timeout=_SECONDS, check_same_thread=False)
            opened.execute("PRAGMA journal_mode = WAL")
            opened.execute("PRAGMA synchronous = NORMAL")
            opened.executescript(_TABLES)
            self._opened = opened
        return self._opened

    def _read(self, digests: Sequence[bytes]) -> list[tuple[bytes, bytes, int]]:
        marks = ", ".join("?" * len(digests))
        asked = f"SELECT digest, vector, used FROM vectors WHERE digest IN ({marks})"  # noqa: S608  only marks
        return self._connection().execute(asked, digests).fetchall()

    def _touch(self, digests: Sequence[bytes]) -> None:
        if digests:
            with self._connection() as connection:
                connection.executemany("UPDATE vectors SET used = ? WHERE digest = ?", [(_today(), d) for d in digests])

    def _forget(self) -> None:
        """Make room by forgetting what was not used for longest, once the file is full."""
        connection = self._connection()
        pages, free, size = (
            connection.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * size <= self._most_bytes:
            return
        with connection:
            count = connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
            oldest = "SELECT rowid FROM vectors ORDER BY used, rowid LIMIT ?"
            connection.execute(f"DELETE FROM vectors WHERE rowid IN ({oldest})", [max(1, int(count * _FORGOTTEN))])  # noqa: S608  constant


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _portions(digests: Sequence[bytes]) -> list[Sequence[bytes]]:
    return [digests[start : start + _AT_ONCE] for start in range(0, len(digests), _AT_ONCE)]


def _today() -> int:
    return int(time.time() // _DAY)
