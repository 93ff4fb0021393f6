# ruff: noqa: S603 - the commands are our own
"""What becomes of real databases: a domain is drafted, checked, described, and asked with the offline model.

Usage: python scripts/bench/real_schemas.py URL [URL …]     such as sqlite:////data/chinook.sqlite

For each database it runs `domain init`, `domain check` and `domain describe` in a folder of its own, asks the first
ten questions that the description proposes, and reports how each command ended and with what status each was answered.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 300
STATUSES = {0: "verified", 10: "partly_verified", 11: "needs_review", 12: "clarify", 13: "declined", 14: "no_evidence"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--questions", type=int, default=10)
    options = parser.parse_args()
    for url in options.urls:
        with tempfile.TemporaryDirectory() as folder:
            tried(url, Path(folder), options.questions)


def tried(url: str, folder: Path, most: int) -> None:
    """Run each command over one database and print what came of it."""
    print(f"\n{url}")
    for command in (["domain", "init", "real", "--database", url], ["domain", "check", "real"]):
        ended = crosscheck(folder, *command)
        print(f"  {' '.join(command[:2])}: {ended.returncode} {last_line(ended)}")
    described = crosscheck(folder, "domain", "describe", "real", "--output", "json")
    if described.returncode:
        print(f"  domain describe: {described.returncode} {last_line(described)}")
        return
    description = json.loads(described.stdout)
    print(f"  {len(description['measures'])} measures, {len(description['dimensions'])} dimensions")
    statuses: collections.Counter[str] = collections.Counter()
    for question in description["examples"][:most]:
        ended = crosscheck(folder, "ask", question, "--domain", "real")
        status = STATUSES.get(ended.returncode, f"ended with {ended.returncode}")
        statuses[status] += 1
        print(f"  {status:16} {question}\n{'':19}{(ended.stdout.strip() or last_line(ended)).splitlines()[0]}")
    print(f"  {dict(statuses)}")


def crosscheck(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One command, with state and configuration of its own."""
    environment = os.environ | {"CROSSCHECK_HOME": str(folder / "home")}
    command = [str(Path(sys.executable).with_name("crosscheck")), *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def last_line(ended: subprocess.CompletedProcess[str]) -> str:
    """The last thing a command said."""
    return ((ended.stderr or ended.stdout).strip().splitlines() or [""])[-1]


if __name__ == "__main__":
    main()
