"""`open_desk` in somebody else's program: nothing outside the desk is changed, nothing is printed, no host is asked."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from crew.desk import Desk, DeskClosed
from crew.errors import WrongInput
from tasks.plan import Plan
from tests.flow.shop import make_shop
from tests.models import ScriptedModels

PROGRAM = """
import json, logging, os, signal, socket, sys
from pathlib import Path

asked = []
real = socket.getaddrinfo
socket.getaddrinfo = lambda host, *more, **other: (asked.append(host), real(host, *more, **other))[1]

def surroundings():
    signals = [str(signal.getsignal(s)) for s in (signal.SIGINT, signal.SIGTERM)]
    root = logging.getLogger()
    return [dict(os.environ), signals, root.level, [str(h) for h in root.handlers], os.getcwd()]

before = surroundings()
from crew.assemble import open_desk
from crew.settings import Settings

with open_desk("shop", config=Path(sys.argv[1]), settings=Settings.read()) as desk:
    answer = desk.ask("What was revenue in Spain last quarter?")
print(json.dumps({"status": answer.status, "is_unchanged": before == surroundings(), "hosts": asked}), file=sys.stderr)
"""


def test_a_program_that_opens_a_desk_is_left_as_it_was(tmp_path: Path) -> None:
    config = make_shop(tmp_path)
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "CROSSCHECK_HOME": str(tmp_path / "state")}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)

    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(config)], env=environment, capture_output=True, text=True, check=True
    )

    told = json.loads(done.stderr.splitlines()[-1])
    assert told == {"status": "verified", "is_unchanged": True, "hosts": []}
    assert done.stdout == ""


def test_a_closed_desk_refuses_to_be_asked(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", Plan(decision="clarify", message="Which?"))
    record = desk.store.run(desk.ask("How many?").run_id)
    desk.close()
    desk.close()

    with pytest.raises(DeskClosed, match="closed"):
        desk.ask("How many?")
    with pytest.raises(DeskClosed):
        desk.resume(record)


@pytest.mark.parametrize("question", [None, 7, b"Why?", ["Why?"]])
def test_a_question_that_is_no_text_is_told_so(desk: Desk, question: Any) -> None:
    with pytest.raises(WrongInput, match=f"no text but {type(question).__name__}"):
        desk.ask(question)
