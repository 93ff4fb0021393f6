"""A run whose process is killed goes on in another one, doing only what is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crew.assemble import open_desk
from crew.settings import Settings
from tests.flow.shop import make_shop
from tools.asker import Asker

KILLED_AT = 9
PROGRAM = """
import os, sys
from pathlib import Path
import crew.steps.{module} as step
import crew.flow as flow
from crew.assemble import open_desk
from crew.settings import Settings
from tools.asker import Asker

setattr(flow, "{name}", lambda *_: os._exit({code}))
with open_desk("shop", config=Path(sys.argv[1]), settings=Settings.read(), asker=Asker(id="ana")) as desk:
    desk.ask("How did revenue in Spain change last quarter against the previous year?")
"""


@pytest.mark.parametrize(
    ("module", "name", "done"),
    [
        ("gathering", "gather", ["intake", "plan"]),
        ("drafting", "draft", ["intake", "plan", "gather", "assess"]),
        ("checking", "check", ["intake", "plan", "gather", "assess", "draft"]),
        ("closing", "close", ["intake", "plan", "gather", "assess", "draft", "check"]),
    ],
)
def test_a_killed_run_goes_on_with_the_missing_step(tmp_path: Path, module: str, name: str, done: list[str]) -> None:
    config = make_shop(tmp_path)
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "CROSSCHECK_HOME": str(tmp_path / "state")}
    program = PROGRAM.format(module=module, name=name, code=KILLED_AT)
    killed = subprocess.run(
        [sys.executable, "-c", program, str(config)],
        env={**os.environ, **environment, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=False,
    )
    assert killed.returncode == KILLED_AT, killed.stderr.decode()

    with open_desk("shop", config=config, settings=Settings.read(environment), asker=Asker(id="ana")) as desk:
        (record,) = desk.store.unfinished_runs()
        state = desk.store.load_state(record.id)
        assert [trace["step"] for trace in state["trail"]] == done
        calls_before = len(desk.store.calls(record.id))

        answer = desk.resume(record)

        assert answer.status == "verified", (answer.removed, answer.missing)
        assert answer.run_id == record.id
        calls = desk.store.calls(record.id)
        assert len(calls) - calls_before == (1 if name in ("gather", "draft") else 0)
        assert desk.store.verify(record.id) == []
