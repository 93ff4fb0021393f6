"""An answer in the form that was asked for."""

from typing import Literal

from crew.answer import Answer
from crew.render.json_text import json_text


def render(
    answer: Answer, output: Literal["text", "json", "markdown"] | str, *, width: int = 80, is_coloured: bool = False
) -> str:
    """The answer for a person (`text`, `markdown`) or a program (`json`); width and colour concern text alone."""
    if output == "json":
        return json_text(answer)
    if output == "markdown":
        from crew.render.markdown import as_markdown

        return as_markdown(answer)
    from crew.render.text import as_text

    return as_text(answer, width=width, is_coloured=is_coloured)
