"""Writes an invented database and its questions as `offline_questions.py` reads them.

The right results are those of the statements beside each question in `freight/questions.yaml`.

Usage: scripts/bench/freight_questions.py FOLDER && scripts/bench/offline_questions.py FOLDER --questions freight
"""

import argparse
import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).parent))

from freight.data import TODAY, create

NAME = "freight"


def main() -> None:
    """Write FOLDER/sqlite/freight.sqlite and FOLDER/questions/freight.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    for part in ("sqlite", "questions"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    database = folder / "sqlite" / f"{NAME}.sqlite"
    create(database)
    with sqlite3.connect(database) as connection:
        lines = [json.dumps(item) for item in _items(connection)]
    (folder / "questions" / f"{NAME}.jsonl").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} questions in {folder}")


def _items(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    asked = yaml.safe_load((Path(__file__).parent / NAME / "questions.yaml").read_text())
    numbered = enumerate((category, question) for category, questions in asked.items() for question in questions)
    for number, (category, item) in numbered:
        told = {"id": f"{NAME}-{number:03}", "db": NAME, "category": category, "question": item["question"]}
        golds = [_result(connection, statement) for statement in item.get("sql", ())]
        yield {**told, "clock": f"{TODAY} 12:00:00", **({"gold_results": golds} if golds else {})}


def _result(connection: sqlite3.Connection, statement: str) -> dict[str, Any]:
    cursor = connection.execute(statement)
    return {"columns": [column[0] for column in cursor.description], "rows": cursor.fetchall()}


if __name__ == "__main__":
    main()
