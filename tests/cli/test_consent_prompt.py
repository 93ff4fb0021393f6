"""On a terminal, a plan is shown and nothing is drawn over the question whether to carry it out."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

_WITHIN = 120


def _read(terminal: int, until: bytes, seconds: float) -> bytes:
    """What comes from the terminal until some text was read, or for so long."""
    read, end = b"", time.monotonic() + seconds
    while until not in read and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                read += os.read(terminal, 4096)
            except OSError:  # the other end is closed
                break
    return read


def test_the_question_stays_on_the_screen_until_it_is_answered(shop: Path) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "TERM": "xterm", "COLUMNS": "60"}
    asking = subprocess.Popen(
        [sys.executable, "-m", "crew.cli.main", "ask", "--plan", "What was the revenue by region in Q2 2025?"],
        cwd=shop,
        env=environment,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    try:
        shown = _read(ours, b"Carry it out? [y/N]:", _WITHIN)
        drawn_over = _read(ours, b"never", 1.0)
        os.write(ours, b"n\n")
        _read(ours, b"never", 20)
        assert asking.wait(timeout=_WITHIN) == 13
    finally:
        asking.kill()
        os.close(ours)

    plan = shown.decode().partition("Evidence wanted")[2].replace("\r", "")
    assert shown.endswith(b"Carry it out? [y/N]:")
    assert drawn_over.strip() == b""
    assert max(map(len, plan.splitlines())) <= 60
