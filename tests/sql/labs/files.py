"""Labs in files: SQLite and DuckDB."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb

from tests.sql.labs.lab import SECRET, SHOP


class FileLab:
    """What labs in files have in common: `url` is the kept copy, and restoring is copying it."""

    url: str

    def __init__(self, folder: Path, scheme: str) -> None:
        self._kept, self._path = folder / "kept.db", folder / "shop.db"
        self.url = f"{scheme}:///{self._kept}"
        for name in ("secret.txt", "secret.csv"):
            (folder / name).write_text(f"word\n{SECRET}\n")
        self.words = {"folder": str(folder), "file": str(folder / "secret.txt"), "account": "", "version": ""}

    def has_file(self, path: str) -> bool:
        return Path(path).exists()

    def restore(self) -> None:
        for left in self._path.parent.glob("shop.db*"):
            left.unlink()
        shutil.copy(self._kept, self._path)

    def close(self) -> None:
        return None


class SqliteLab(FileLab):
    """SQLite."""

    locked_out = sqlite3.OperationalError

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "sqlite")
        self.words["version"] = sqlite3.sqlite_version
        with closing(sqlite3.connect(self._kept)) as connection:
            connection.executescript(";\n".join(SHOP))
        with closing(sqlite3.connect(folder / "other.db")) as connection:
            connection.executescript(f"CREATE TABLE kept (word TEXT); INSERT INTO kept VALUES ('{SECRET}')")
        self.restore()

    def connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=0.1, isolation_level=None, uri=True, check_same_thread=False)

    def run(self, connection: Any, statements: str) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = []
        for statement in _single_statements(statements):
            rows += connection.execute(statement).fetchall()
        return rows

    def stopper(self, connection: Any) -> Callable[[], None]:
        return connection.interrupt


class DuckdbLab(FileLab):
    """DuckDB."""

    locked_out = duckdb.Error

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "duckdb")
        self.words["version"] = duckdb.__version__
        with duckdb.connect(self._kept) as connection:
            for statement in (*SHOP, *_DUCKDB_EXTRAS):
                connection.execute(statement)
        with duckdb.connect(folder / "other.db") as connection:
            connection.execute(f"CREATE TABLE kept AS SELECT '{SECRET}' AS word")
        self.restore()

    def connect(self) -> Any:
        connection = duckdb.connect(self._path)
        connection.execute("SET default_null_order = 'nulls_first'")
        return connection

    def run(self, connection: Any, statements: str) -> list[tuple[Any, ...]]:
        return list(connection.execute(statements).fetchall())

    def stopper(self, connection: Any) -> Callable[[], None]:
        return connection.interrupt


_DUCKDB_EXTRAS = (
    "CREATE TABLE leaked_words (word VARCHAR)",
    "CREATE SEQUENCE tickets START 100",
    "CREATE MACRO leaked() AS (SELECT max(word) FROM secrets)",
    "CREATE MACRO leaked_rows() AS TABLE SELECT word FROM secrets",
)


def _single_statements(script: str) -> list[str]:
    """The statements of a script, as the sqlite3 shell would part them."""
    parts, current = [], ""
    for piece in script.split(";"):
        current += piece + ";"
        if sqlite3.complete_statement(current):
            parts.append(current)
            current = ""
    return [*parts, current.rstrip(";")] if current.strip("; \n") else parts
