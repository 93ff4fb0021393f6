"""JSON that a terminal can be shown, whatever rows and documents hold."""

import json

import pytest

from crew.render.json_text import json_text

HOSTILE = "a\x1b[2J\x9b31m\u202eevil\u2066\ufeff\u2028\x7f b"


@pytest.mark.parametrize("indent", [2, None])
def test_what_cannot_be_seen_is_escaped_and_reads_back_the_same(indent: int | None) -> None:
    text = json_text({"name": HOSTILE, "town": "Łódź 東京"}, indent=indent)

    assert json.loads(text) == {"name": HOSTILE, "town": "Łódź 東京"}
    assert not set(text) & set("\x1b\x9b\u202e\u2066\ufeff\u2028\x7f")
    assert "Łódź 東京" in text
