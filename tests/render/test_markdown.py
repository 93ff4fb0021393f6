"""An answer as Markdown: what others wrote stays text."""

import pytest

from crew.render.answer import render
from crew.render.markdown import escaped
from tests.render.sample import sample


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("**bold** _it_ `code`", r"\*\*bold\*\* \_it\_ \`code\`"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("![x](http://evil/?q=1)", r"\!\[x\](http&#58;//evil/?q=1)"),
        ("a | b", r"a \| b"),
        ("# heading", r"\# heading"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("1850123.40", "1850123.40"),
        ("---", r"\---"),
        ("a\n# b", r"a \# b"),
        ("    code", "code"),
        ("www.evil.example and a@b.example", "www&#46;evil.example and a&#64;b.example"),
        ("&lt;", "&amp;lt;"),
    ],
)
def test_markup_in_content_is_printed_as_it_stands(written: str, printed: str) -> None:
    assert escaped(written) == printed


def test_a_cell_cannot_break_out_of_its_table() -> None:
    evidence = [{**sample().evidence[0], "rows": [["a | b\n\n# c", "1"]], "row_count": 1}]

    assert r"| a \| b  \# c | 1 |" in render(sample(evidence=evidence), "markdown")


def test_the_sections_are_those_of_the_text() -> None:
    headings = [line for line in render(sample(), "markdown").splitlines() if line.startswith("###")]

    assert headings == ["### Receipt", "### Conflicts", "### Please note", "### Evidence", "### How it came about"]
