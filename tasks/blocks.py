"""The JSON blocks in which prompts carry their material.

A block is `<block name="schema" version="1">{…}</block>`. Inside strings `<`, `{` and `}` are written as JSON escapes,
so content can neither end a block nor be expanded as a placeholder by CrewAI.
"""

import json
import re
from typing import Any

from tools.evidence import json_value

VERSION = 1

_BLOCK = re.compile(r'<block name="([a-z_]+)" version="(\d+)">\n(.*?)\n</block>', re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def render_blocks(blocks: dict[str, Any]) -> str:
    """The blocks as prompt text, in the order given."""
    return "\n".join(
        f'<block name="{name}" version="{VERSION}">\n{_escaped(content)}\n</block>' for name, content in blocks.items()
    )


def read_blocks(text: str) -> dict[str, Any]:
    """The content of every block in a prompt, by name; a later block of the same name wins."""
    return {name: json.loads(content) for name, _version, content in _BLOCK.findall(text)}


def _escaped(content: Any) -> str:
    text = json.dumps(content, ensure_ascii=False, default=_plain)
    return _STRING.sub(_escape_string, text)


def _escape_string(match: re.Match[str]) -> str:
    return match[0].replace("<", "\\u003c").replace("{", "\\u007b").replace("}", "\\u007d")


def _plain(value: Any) -> Any:
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", exclude_defaults=True)
    return json_value(value)
