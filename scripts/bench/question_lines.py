"""Questions with statements that answer them rightly, as the lines that `offline_questions.py` reads."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml


def write_lines(folder: Path, name: str, asked: Path) -> int:
    """Write FOLDER/questions/NAME.jsonl out of a YAML file, by asking FOLDER/sqlite/NAME.sqlite; how many they are."""
    with sqlite3.connect(f"file:{folder / 'sqlite' / f'{name}.sqlite'}?mode=ro", uri=True) as connection:
        lines = [json.dumps(item) for item in _items(name, connection, yaml.safe_load(asked.read_text()))]
    target = folder / "questions" / f"{name}.jsonl"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(lines) + "\n")
    return len(lines)


def _items(name: str, connection: sqlite3.Connection, asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
    pairs = ((category, item) for category, items in asked["questions"].items() for item in items)
    for number, (category, item) in enumerate(pairs):
        golds = {
            "gold_results": [_result(connection, statement) for statement in item.get("sql", ())],
            "gold_parts": [_result(connection, statement) for statement in item.get("parts", ())],
        }
        yield {
            "id": f"{name}-{number:03}", "db": name, "category": category, "question": item["question"],
            "clock": f"{asked['today']} 12:00:00", **{key: value for key, value in golds.items() if value},
        }  # fmt: skip


def _result(connection: sqlite3.Connection, statement: str) -> dict[str, Any]:
    cursor = connection.execute(statement)
    return {"columns": [column[0] for column in cursor.description], "rows": cursor.fetchall()}
