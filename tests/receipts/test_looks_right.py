"""Sentences that look right and are wrong, or say more than the evidence proves, are never supported."""

import json
from pathlib import Path

import pytest
import yaml

from tasks.written.checking import check_lines

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "receipts_looks_right.yaml").read_text("utf-8"))


def _is_supported(text: str) -> bool:
    sentence = {"text": text, "citations": []}
    line = json.dumps({"id": 1, "language": "en", "evidence": CASES["evidence"], "sentences": [sentence]}, default=str)
    (receipt,) = check_lines([line])
    assert receipt.error is None, receipt.error
    return receipt.sentences[0].supported


@pytest.mark.parametrize("text", CASES["right"])
def test_what_is_right_is_supported(text: str) -> None:
    assert _is_supported(text)


@pytest.mark.parametrize("text", [text for texts in CASES["wrong"].values() for text in texts])
def test_what_only_looks_right_is_not(text: str) -> None:
    assert not _is_supported(text)
