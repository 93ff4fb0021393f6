"""How many false sentences pass the receipt, how many true ones are refused, and how fast sentences are checked.

Tables and sentences are invented, in five languages; false ones differ from true ones by one known change. A random
figure stands in a true sentence's words. Speed is a ratio against parsing the same lines as JSON a hundred times.

Usage: scripts/bench/receipts.py [--sentences 2000] [--seed 1] [--show 20]
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tasks.written.checking import check_lines
from tests.receipts.invented import Saying, random_figures, sayings


def main() -> None:
    """Print the rates, and examples of what went wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sentences", type=int, default=2000, help="true sentences; false ones come on top")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20, help="examples of wrong receipts")
    options = parser.parse_args()
    told = list(sayings(options.seed, options.sentences))
    _report("true refused", [s for s in told if s.is_true], options.show)
    _report("false passed", [s for s in told if not s.is_true], options.show)
    _report("random figure passed", list(random_figures(options.seed, options.sentences)), options.show)
    _report_speed([s.line for s in told][: options.sentences])


def _report(title: str, told: list[Saying], show: int) -> None:
    wrong: list[tuple[Saying, str]] = []
    groups: Counter[str] = Counter()
    for saying in told:
        (receipt,) = check_lines([saying.line])
        if receipt.error or receipt.sentences[0].supported != saying.is_true:
            wrong.append((saying, receipt.error or receipt.sentences[0].reason or ""))
            groups[f"{saying.change or saying.kind}/{saying.language}"] += 1
    print(f"{title}: {len(wrong)} of {len(told)} ({len(wrong) / max(1, len(told)):.2%})")
    if not wrong and told and not told[0].is_true:
        print("  changes: " + ", ".join(f"{k} {n}" for k, n in Counter(s.change for s in told).most_common()))
    for group, count in groups.most_common():
        print(f"  {group}: {count}")
    for saying, reason in wrong[:show]:
        print(f"    [{saying.kind}, {saying.change}] {saying.text}  →  {reason}")


def _report_speed(lines: Iterable[str]) -> None:
    lines = list(lines)
    started = time.process_time()
    for line in lines:
        for _ in range(100):
            json.loads(line)
    parsing = time.process_time() - started
    started = time.process_time()
    count = sum(len(receipt.sentences) for receipt in check_lines(lines))
    checking = time.process_time() - started
    print(f"checking {count} sentences takes {checking / parsing:.1f} × parsing their lines 100 times,", end=" ")
    print(f"{count / checking:.0f} sentences a CPU second")


if __name__ == "__main__":
    main()
