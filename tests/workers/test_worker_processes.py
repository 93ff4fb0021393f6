"""Several workers of one machine: what is lost is replaced, and all end together."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_PROGRAM = """\
import os, sys, time
from crew.cli.worker_processes import keep_working

def work():
    os.write(1, b"begun\\n")
    time.sleep(600)
    return 0

sys.exit(keep_working(2, work))
"""


@pytest.fixture
def keeper() -> Iterator[subprocess.Popen[str]]:
    """Two workers under their keeper."""
    process = subprocess.Popen([sys.executable, "-c", _PROGRAM], cwd=ROOT, text=True, stdout=subprocess.PIPE)
    yield process
    process.kill()
    process.wait()


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def has_begun(keeper: subprocess.Popen[str], count: int) -> None:
    assert keeper.stdout is not None
    assert [keeper.stdout.readline() for _ in range(count)] == ["begun\n"] * count


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_a_killed_worker_is_replaced_and_all_end_on_sigterm(keeper: subprocess.Popen[str]) -> None:
    has_begun(keeper, 2)
    first, second = children(keeper.pid)
    os.kill(first, signal.SIGKILL)
    has_begun(keeper, 1)

    assert first not in (now := children(keeper.pid))
    assert second in now
    assert len(now) == 2

    keeper.terminate()
    assert keeper.wait(60) == 0
    assert not any(Path(f"/proc/{each}").exists() for each in now)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_workers_end_when_their_keeper_is_killed(keeper: subprocess.Popen[str]) -> None:
    has_begun(keeper, 2)
    orphans = children(keeper.pid)
    keeper.kill()
    keeper.wait()

    wait_until(lambda: not any(_is_alive(each) for each in orphans))


def _is_alive(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False
