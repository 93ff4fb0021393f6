"""Documents and passages as text for a terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crew.render.paper import laid_out
from crew.render.plain import plain, shortened

if TYPE_CHECKING:
    from tools.documents.index import DocumentCard
    from tools.documents.passages import Passage
    from tools.documents.search import SearchResult

_MAX_PASSAGE = 400
"""Characters."""


def cards_as_text(cards: Sequence["DocumentCard"], width: int, is_coloured: bool) -> str:
    """One line for each document."""
    if not cards:
        return "No documents. Add some with `crosscheck documents add`."
    grid = Table.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column(overflow="fold")
    for card in cards:
        grid.add_row(Text(plain(card.id)), Text(plain(card.title), "bold"), Text(plain(card.date or ""), "dim"))
    return laid_out([grid], width=width, is_coloured=is_coloured)


def passages_as_text(passages: Sequence["Passage"], width: int, is_coloured: bool) -> str:
    """A document's text, section by section."""
    blocks: list[RenderableType] = [Text(plain(passages[0].title), "bold"), Text(_facts(passages[0]), "dim")]
    section = None
    for passage in passages:
        if passage.section != section:
            section = passage.section
            blocks.append(Text(f"\n{plain(section)}", "cyan"))
        blocks.append(Padding(Text(plain(passage.text)), (0, 2)))
    return laid_out(blocks, width=width, is_coloured=is_coloured)


def found_as_text(found: "SearchResult", width: int, is_coloured: bool) -> str:
    """The passages of a search with their scores, best first."""
    blocks: list[RenderableType] = []
    for number, each in enumerate(found.passages, start=1):
        passage = each.passage
        place = " · ".join(part for part in (plain(passage.section), _page(passage)) if part)
        blocks.append(Text.assemble((f"{number}. {plain(passage.title)}", "bold"), "  ", (place, "cyan")))
        scores = "  ".join(f"{name} {_score(name, score)}" for name, score in each.scores.items())
        blocks.append(Padding(Text(f"{plain(passage.document)}  {scores}", "dim"), (0, 3)))
        if each.superseded:
            older = ", ".join(map(plain, each.superseded))
            blocks.append(Padding(Text(f"stands in place of {older}", "dim"), (0, 3)))
        blocks.append(Padding(Text(shortened(plain(passage.text), _MAX_PASSAGE)), (0, 3, 1, 3)))
    for warning in found.warnings:
        blocks.append(Text(f"! {plain(warning)}", "yellow"))
    return laid_out(blocks, width=width, is_coloured=is_coloured)


def _score(name: str, score: float) -> str:
    return f"{score:.0f}" if name.startswith("rank_") else f"{score:.3f}"


def _facts(passage: "Passage") -> str:
    parts = (passage.document, passage.type, passage.author, passage.date, passage.version)
    return " · ".join(plain(part) for part in parts if part)


def _page(passage: "Passage") -> str:
    return f"p. {passage.page}" if passage.page else ""
