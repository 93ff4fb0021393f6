"""Hand-written sentences over small worlds, in five languages: what is true is proved, and nothing else is."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tasks.written.checking import check_lines

WORLDS = {
    path.stem: yaml.safe_load(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parent.parent / "cases" / "receipts_worlds").glob("*.yaml"))
}
RIGHT = [pytest.param(name, text) for name, world in WORLDS.items() for text in world["right"]]
WRONG = [
    pytest.param(name, text) for name, world in WORLDS.items() for texts in world["wrong"].values() for text in texts
]


def _receipt(world: dict[str, Any], text: str) -> Any:
    asked = {key: world[key] for key in ("language", "question") if key in world}
    line = {"evidence": world["evidence"], "sentences": [{"text": text}], **asked}
    (receipt,) = check_lines([json.dumps(line, default=str)])
    assert receipt.error is None, receipt.error
    return receipt.sentences[0]


@pytest.mark.parametrize(("world", "text"), RIGHT)
def test_what_is_true_of_a_world_is_proved(world: str, text: str) -> None:
    receipt = _receipt(WORLDS[world], text)

    assert receipt.supported, receipt.reason


@pytest.mark.parametrize(("world", "text"), WRONG)
def test_what_is_false_or_says_more_is_not(world: str, text: str) -> None:
    assert not _receipt(WORLDS[world], text).supported
