"""Ctrl-C ends a question even while a provider hangs, and what was done is recorded."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

_ENDED_WITHIN = 20
"""Seconds; a run that waited for its provider would take minutes."""


@pytest.fixture
def silent_provider() -> Iterator[socket.socket]:
    """A server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def _heed_interrupts() -> None:
    """As in a terminal: a suite that runs in the background hands down that interrupts are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_a_question_while_the_provider_hangs(shop: Path, silent_provider: socket.socket) -> None:
    port = silent_provider.getsockname()[1]
    deployment = (
        f'{{model: openai/hangs, api_base: "http://127.0.0.1:{port}/v1", api_key_env: HANGING_KEY, timeout: 300}}'
    )
    routes = "".join(f"  {name}: {{deployments: [{deployment}]}}\n" for name in ("fast", "strong", "verifying"))
    (shop / "config/routes.yaml").write_text(f"version: 1\nroutes:\n{routes}")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "HANGING_KEY": "none"}
    command = [sys.executable, "-m", "crew.cli.main", "ask", "Why did revenue fall?"]

    asking = subprocess.Popen(
        command,
        cwd=shop,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heed_interrupts,
    )
    silent_provider.settimeout(120)
    connection, _ = silent_provider.accept()
    asking.send_signal(signal.SIGINT)
    stdout, stderr = asking.communicate(timeout=_ENDED_WITHIN)
    connection.close()

    assert asking.returncode == 130
    assert "Cancelled. The run was recorded" in stderr
    assert "Traceback" not in stderr
    assert stdout == ""
    listed = subprocess.run([*command[:3], "runs", "list"], cwd=shop, env=environment, capture_output=True, text=True)
    assert "Why did revenue" in listed.stdout


def test_ctrl_c_at_an_empty_prompt_tells_of_no_run(shop: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    chatting = subprocess.Popen(
        [sys.executable, "-m", "crew.cli.main", "chat"],
        cwd=shop,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heed_interrupts,
    )
    assert chatting.stdout is not None
    assert chatting.stdout.readline().startswith("Conversation ")
    chatting.send_signal(signal.SIGINT)
    _, stderr = chatting.communicate(timeout=_ENDED_WITHIN)

    assert chatting.returncode == 130
    assert stderr.strip() == "Ended. No question was being answered."
