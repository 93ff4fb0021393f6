#!/usr/bin/env python
"""How a huge JSON Lines file is loaded: rate, peak memory, and what a kill in the middle costs.

    scripts/bench/big_load.py --megabytes 500
    scripts/bench/big_load.py --megabytes 2000 --kill-after 60

Writes a file of tickets, loads it by words alone into an embedded index in a process of its own, and prints one JSON
object. With `--kill-after` the process is killed after so many seconds, and the load is run again: only what is missing
is written.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

_WORDS = [f"{a}{b}{c}" for a in ("ba", "ce", "di", "fo", "gu") for b in ("ha", "je", "ki", "lo") for c in ("mu", "na")]
_A_TICKET = 250
"""Words; about 1.6 KB."""


def write_tickets(path: Path, megabytes: int) -> int:
    """Write a file of tickets of some size; returns how many there are."""
    chosen = random.Random(1)  # noqa: S311  not a secret
    tickets = size = 0
    with path.open("w") as file:
        while size < megabytes * 1_000_000:
            text = " ".join(chosen.choices(_WORDS, k=_A_TICKET))
            ticket = {"id": f"T-{tickets}", "title": f"The printer number {tickets} jams", "body": text}
            size += file.write(json.dumps(ticket) + "\n")
            tickets += 1
    return tickets


def load(place: Path, folder: Path) -> None:
    """Load a folder, in this process, and print what it took."""
    import resource

    from tools.documents.embedding import LexicalOnly
    from tools.documents.index import Manifest
    from tools.documents.ingest import add_documents
    from tools.documents.lance_index import LanceIndex

    index = LanceIndex(place, Manifest())
    before = _peak(resource)
    began = time.perf_counter()
    report = add_documents(index, folder, LexicalOnly())
    took = time.perf_counter() - began
    told = {
        "seconds": round(took, 1),
        "passages_written": report.passages,
        "passages_a_second": round(report.passages / took),
        "passages_there": index.count(),
        "peak_mb": _peak(resource),
        "peak_before_loading_mb": before,
    }
    sys.stdout.write(json.dumps(told) + "\n")


def _peak(resource: Any) -> int:
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def _start(place: Path, folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, __file__, "--load", str(place), str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603  ourselves


def main() -> None:
    """Write, load, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--kill-after", type=float, metavar="SECONDS")
    parser.add_argument("--load", nargs=2, type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.load:
        load(*arguments.load)
        return
    with tempfile.TemporaryDirectory() as scratch:
        place, folder = Path(scratch) / "index", Path(scratch) / "documents"
        folder.mkdir()
        told: dict[str, Any] = {"tickets": write_tickets(folder / "tickets.jsonl", arguments.megabytes)}
        told["file_mb"] = (folder / "tickets.jsonl").stat().st_size // 1_000_000
        if arguments.kill_after:
            first = _start(place, folder)
            time.sleep(arguments.kill_after)
            first.kill()
            first.communicate()
            told["killed_after_seconds"] = arguments.kill_after
        printed, _ = _start(place, folder).communicate()
        sys.stdout.write(json.dumps(told | json.loads(printed), indent=2) + "\n")


if __name__ == "__main__":
    main()
