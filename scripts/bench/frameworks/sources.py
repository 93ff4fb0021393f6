"""The demo's database and documents for the other frameworks: one read-only statement, one search by words."""

import sqlite3
from functools import cache
from pathlib import Path


def run_sql(database: str, statement: str) -> str:
    """The rows of a statement as text."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return "\n".join(str(row) for row in connection.execute(statement).fetchall())
    finally:
        connection.close()


@cache
def texts(folder: str) -> tuple[str, ...]:
    """The text documents of a folder."""
    return tuple(path.read_text(errors="replace") for path in sorted(Path(folder).rglob("*.md")))


def search(folder: str, words: str, limit: int = 5) -> list[str]:
    """The documents with most of the words."""
    wanted = set(words.lower().split())
    return sorted(texts(folder), key=lambda text: -len(wanted & set(text.lower().split())))[:limit]
