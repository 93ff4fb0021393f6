"""Writes an invented database and its questions as `offline_questions.py` reads them.

The right results are those of the statements beside each question in `freight/questions.yaml`.

Usage: scripts/bench/freight_questions.py FOLDER && scripts/bench/offline_questions.py FOLDER --questions freight
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from freight.data import create
from question_lines import write_lines

NAME = "freight"


def main() -> None:
    """Write FOLDER/sqlite/freight.sqlite and FOLDER/questions/freight.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    database = folder / "sqlite" / f"{NAME}.sqlite"
    database.parent.mkdir(parents=True, exist_ok=True)
    create(database)
    count = write_lines(folder, NAME, Path(__file__).parent / NAME / "questions.yaml")
    print(f"{count} questions in {folder}")


if __name__ == "__main__":
    main()
