"""Writes the questions over two sample databases, Chinook and Sakila, as `offline_questions.py` reads them.

The right results are those of the statements beside each question in `media/chinook.yaml` and `media/sakila.yaml`.

Usage: scripts/bench/media_questions.py FOLDER chinook=DATABASE sakila=DATABASE
       scripts/bench/offline_questions.py FOLDER --questions chinook,sakila
"""

import argparse
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from question_lines import write_lines


def main() -> None:
    """Copy each database to FOLDER/sqlite/NAME.sqlite and write FOLDER/questions/NAME.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("databases", nargs="+", metavar="NAME=DATABASE")
    options = parser.parse_args()
    for name, _, database in (given.partition("=") for given in options.databases):
        copied = options.folder / "sqlite" / f"{name}.sqlite"
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(database, copied)
        count = write_lines(options.folder, name, Path(__file__).parent / "media" / f"{name}.yaml")
        print(f"{count} questions over {name} in {options.folder}")


if __name__ == "__main__":
    main()
