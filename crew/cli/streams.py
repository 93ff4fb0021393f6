"""stdout and stderr, whatever they are connected to."""

import io
import os
import sys
from pathlib import Path


def prepare_streams() -> None:
    """Let both be written to: a closed one goes nowhere, and signs that its encoding lacks become question marks."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115  as long as the process
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def drop_output() -> None:
    """Let what is still to be printed go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def flush_streams() -> None:
    """Write out what is printed; a reader that has gone away, as in `crosscheck … | head`, is no error.

    Raises OSError when stdout cannot take it; what is left is then dropped.
    """
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError as error:
        drop_output()
        if not isinstance(error, BrokenPipeError):
            raise
