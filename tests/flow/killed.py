"""Questions that are killed (SIGKILL) at a place of their path: `killed.py CONFIG` with places and folders on stdin.

Each line is `{"home": …, "question": …, "at": …}`. One child process for each, forked before anything is opened, so
that the libraries are imported once. `at` is `step N` (the Nth step of the path begins), `call TASK` (the model works
on it), or `search` (the documents are being searched).
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import crew.answering.fetching as fetching
import crew.flow as flow
import crew.models.offline.provider as provider
from crew.assemble import open_desk
from crew.models.offline.material import read_material
from crew.settings import Settings
from tools.asker import Asker


def die(*_: Any, **__: Any) -> None:
    """End this process as a lost machine would."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_when_statements_are_done(*_: Any, **__: Any) -> None:
    """End this process in a search, the statements beside it being long done."""
    time.sleep(3)
    die()


def lay_trap(at: str) -> None:
    """Let this process die at a place."""
    kind, _, which = at.partition(" ")
    if kind == "step":
        _before(flow.QuestionFlow, "_attempt", lambda self, *_: len(self.state.trail) == int(which))
    elif kind == "call":
        _before(provider, "answer", lambda messages, *_: read_material(messages).task == which)
    else:
        fetching.search_with_reformulations = die_when_statements_are_done  # type: ignore[assignment]


def _before(owner: Any, name: str, is_there: Callable[..., bool]) -> None:
    wrapped = getattr(owner, name)

    def guarded(*arguments: Any, **keywords: Any) -> Any:
        if is_there(*arguments):
            die()
        return wrapped(*arguments, **keywords)

    setattr(owner, name, guarded)


def main() -> None:
    """Kill one child after the other, and print how each ended."""
    for line in sys.stdin:
        case = json.loads(line)
        child = os.fork()
        if child == 0:
            lay_trap(case["at"])
            settings = Settings.read({**os.environ, "CROSSCHECK_HOME": case["home"]})
            with open_desk("shop", config=Path(sys.argv[1]), settings=settings, asker=Asker(id="ana")) as desk:
                desk.ask(case["question"])
            os._exit(0)
        sys.stdout.write(f"{os.WTERMSIG(os.waitpid(child, 0)[1])}\n")


if __name__ == "__main__":
    main()
