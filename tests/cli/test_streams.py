"""What is printed arrives, or one message says why not, whatever stdout and stderr are connected to."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).parents[2]


def crosscheck(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The program as a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(_ROOT), **options.pop("env", {})}
    command = [sys.executable, "-m", "crew.cli.main", *arguments]
    return subprocess.run(command, env=environment, check=False, **options)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_behind_stdout_is_one_message(shop: Path, unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        ended = crosscheck("domain", "list", stdout=full, stderr=subprocess.PIPE, env={"PYTHONUNBUFFERED": unbuffered})

    assert ended.returncode == 2
    assert ended.stderr.decode() == (
        "Error: What is printed cannot be written: No space left on device. Free disk space, or name another place.\n"
    )


@pytest.mark.parametrize("closed", [1, 2])
def test_a_closed_stream_is_done_without(shop: Path, closed: int) -> None:
    ended = crosscheck("domain", "list", capture_output=True, preexec_fn=lambda: os.close(closed))

    assert ended.returncode == 0
    assert (b"shop" in ended.stdout) == (closed == 2)
    assert ended.stderr == b""


def test_signs_that_a_terminal_lacks_do_not_stop_an_answer(shop: Path) -> None:
    domain = shop / "config/domains/shop.yaml"
    domain.write_text(domain.read_text().replace("about: Orders", "about: Orders ✓"), encoding="utf-8")

    ended = crosscheck("domain", "list", capture_output=True, env={"PYTHONIOENCODING": "latin-1"})

    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"Orders ? and customers" in ended.stdout
