"""HTML pages, without what a reader of the page would not see."""

import re

from bs4 import BeautifulSoup, Comment, Tag

from tools.documents.document import Block, BlockKind, Content, Facts
from tools.documents.loaders.sections import Sections
from tools.documents.loaders.text import decode
from tools.documents.stated import read_date

_UNSEEN = ["script", "style", "noscript", "template", "nav", "head", "svg", "form", "iframe"]
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
_APART = [
    *("br", "hr", "p", "div", "ul", "ol", "li", "dl", "dd", "dt", "pre", "blockquote", "table", "caption", "tr", "td"),
    *("th", "section", "article", "header", "footer", "figure", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6"),
]
_TEXT = ["p", "li", "pre", "blockquote", "dd", "dt", "figcaption", "table", "h1", "h2", "h3", "h4", "h5", "h6"]


def load_html(raw: bytes) -> Content:
    """Read an HTML page: headings become section paths, tables stay whole, hidden text is left out."""
    decoded = decode(raw)
    page = BeautifulSoup(decoded.text, "lxml")
    facts = _facts(page)
    _remove_unseen(page)
    sections, blocks = Sections(), []
    for element in page.find_all(_TEXT):
        if element.find_parent(_TEXT):
            continue
        if re.fullmatch(r"h[1-6]", element.name):
            sections.enter(int(element.name[1]), _text_of(element))
            continue
        text = _table_text(element) if element.name == "table" else _text_of(element)
        if text:
            kind: BlockKind = "table" if element.name == "table" else "paragraph"
            blocks.append(Block(text=text, section=sections.path, kind=kind))
    return Content(blocks=tuple(blocks or _bare_text(page)), facts=sections.facts.or_else(facts), damage=decoded.damage)


def visible_text(html: str) -> str:
    """The text a reader would see of a piece of HTML."""
    page = BeautifulSoup(html, "lxml")
    _remove_unseen(page)
    return _text_of(page)


def _bare_text(page: BeautifulSoup) -> list[Block]:
    text = page.get_text("\n", strip=True)
    return [Block(text=text)] if text else []


def _remove_unseen(page: BeautifulSoup) -> None:
    for comment in page.find_all(string=lambda node: isinstance(node, Comment)):
        comment.extract()
    for element in page.find_all(_is_unseen):
        element.extract()


def _is_unseen(element: Tag) -> bool:
    style = str(element.get("style") or "")
    return element.name in _UNSEEN or element.has_attr("hidden") or _HIDDEN.search(style) is not None


def _text_of(element: Tag) -> str:
    """The text within an element; what is not in line with its surroundings is set apart from them."""
    for inner in element.find_all(_APART):
        inner.insert_before(" ")
        inner.insert_after(" ")
    return re.sub(r"\s+", " ", element.get_text()).strip()


def _table_text(table: Tag) -> str:
    rows = [[_text_of(cell) for cell in row.find_all(["th", "td"])] for row in table.find_all("tr")]
    return "\n".join(" | ".join(row) for row in rows if any(row))


def _facts(page: BeautifulSoup) -> Facts:
    meta = {
        str(tag.get("name") or tag.get("property") or "").lower(): str(tag.get("content") or "")
        for tag in page.find_all("meta")
    }
    day = read_date(meta.get("article:modified_time") or meta.get("article:published_time") or meta.get("date"))
    language = page.html.get("lang") if page.html else None
    return Facts(
        title=_text_of(page.title) if page.title else None,
        author=meta.get("author"),
        date=day,
        date_source="stated" if day else "",
        language=str(language).split("-")[0].lower() if language else None,
    )
