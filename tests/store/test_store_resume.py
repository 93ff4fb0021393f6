"""A killed flow goes on in another process, with the missing steps only."""

import os
import subprocess
import sys
from pathlib import Path

from crew.store.store import Store
from tests.store.builders import start

PROGRAM = Path(__file__).with_name("resumable.py")
ROOT = PROGRAM.parents[2]


def run_flow(url: str, run: str, folder: Path, killed_in: str = "") -> tuple[int, list[str]]:
    """The exit code, and the steps that really ran."""
    quiet = {"CREWAI_DISABLE_TELEMETRY": "true", "CREWAI_TRACING_ENABLED": "false", "CREWAI_STORAGE_DIR": str(folder)}
    environment = {**os.environ, **quiet, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(PROGRAM), url, run, killed_in]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder)
    steps = [line for line in ended.stdout.splitlines() if line in ("plan", "gather", "draft")]
    return ended.returncode, steps


def test_a_flow_killed_in_a_step_is_resumed_by_another_process_with_the_missing_steps_only(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'state.sqlite'}"
    with Store.open(url) as store:
        run = start(store)

        assert run_flow(url, run, tmp_path, killed_in="draft") == (9, ["plan", "gather"])
        assert store.load_state(run) == {"id": run, "results": {"plan": "done", "gather": "done"}}
        assert [unfinished.id for unfinished in store.unfinished_runs()] == [run]

        assert run_flow(url, run, tmp_path) == (0, ["draft"])
        assert (store.load_state(run) or {})["results"].keys() == {"plan", "gather", "draft"}
