"""Markdown, with front matter."""

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools.documents.document import Block, BlockKind, Content
from tools.documents.loaders.front_matter import split_front_matter
from tools.documents.loaders.html import visible_text
from tools.documents.loaders.sections import Sections
from tools.documents.loaders.text import decode

_PARSER = MarkdownIt("commonmark").enable("table")


def load_markdown(raw: bytes) -> Content:
    """Read Markdown: headings become section paths, tables stay whole, mark-up is dropped from the text."""
    decoded = decode(raw)
    facts, body = split_front_matter(decoded.text)
    lines = body.split("\n")
    sections, blocks = Sections(), []
    tokens = _PARSER.parse(body)
    for index, token in enumerate(tokens):
        if token.level or token.nesting < 0:
            continue
        if token.type == "heading_open":
            sections.enter(int(token.tag[1]), _inline_text(tokens[index + 1]))
            continue
        text = _block_text(tokens, index, lines)
        if text:
            kind: BlockKind = "table" if token.type == "table_open" else "paragraph"
            blocks.append(Block(text=text, section=sections.path, kind=kind))
    return Content(blocks=tuple(blocks), facts=facts.or_else(sections.facts), damage=decoded.damage)


def _block_text(tokens: Sequence[Token], index: int, lines: Sequence[str]) -> str:
    token = tokens[index]
    if token.type in ("fence", "code_block"):
        return token.content.strip()
    if token.type == "html_block":
        return visible_text(token.content)
    if token.type == "table_open" and token.map:
        return "\n".join(lines[slice(*token.map)]).strip()
    return "\n".join(_paragraphs(tokens, index))


def _paragraphs(tokens: Sequence[Token], index: int) -> list[str]:
    texts, is_item = [], False
    for token in tokens[index:]:
        if token.type == "list_item_open":
            is_item = True
        if token.type in ("inline", "fence"):
            text = _inline_text(token) if token.type == "inline" else token.content.strip()
            texts.append(f"- {text}" if is_item else text)
            is_item = False
        if token.nesting < 0 and not token.level:
            break
    return texts


def _inline_text(token: Token) -> str:
    parts = [
        " " if t.type in ("softbreak", "hardbreak") else t.content
        for t in token.children or []
        if t.type != "html_inline"
    ]
    return "".join(parts).strip()
