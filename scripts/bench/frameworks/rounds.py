"""Rounds of one framework: the first warms it up, and each of the others is told as a line of JSON."""

import json
import sys
import time
from collections.abc import Callable


def run_rounds(ask: Callable[[], object], count: int) -> None:
    """Ask once for warmth, then `count` times, and print when each round began and ended."""
    ask()
    for _ in range(count):
        began = time.monotonic()
        ask()
        print(json.dumps({"began": began, "ended": time.monotonic()}), file=sys.stdout, flush=True)
