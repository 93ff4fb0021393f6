"""What one statement returned, for a terminal: rows, what was computed, and how it is known."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from crew.render.evidence_text import row_blocks
from crew.render.paper import laid_out
from crew.render.plain import plain
from crew.render.words import parameter_words, row_count_words

_MAX_ROWS = 50


def statement_as_text(evidence: dict[str, Any], *, width: int = 80, is_coloured: bool = False) -> str:
    """The first rows, then the evidence behind them."""
    return laid_out(_blocks(evidence), width=width, is_coloured=is_coloured)


def receipt_lines(evidence: dict[str, Any]) -> list[str]:
    """What was computed, from where, when, with what joins and cautions, and the digest."""
    if evidence["kind"] == "rows":
        count, statement = row_count_words(evidence), evidence["statement"]
    else:
        count, statement = f"nothing found: {evidence['reason']}", evidence["tried"]
    lines = [
        f"computed: {evidence['computed']}",
        f"returned: {count}" + (", cut by the limits" if evidence.get("truncated") else ""),
        f"statement: {statement}",
    ]
    lines += [f"with: {parameter_words(evidence)}"] if evidence.get("parameters") else []
    lines += [f"join: {_join(join)}" for join in evidence.get("joins", ())]
    lines.append(f"from {evidence['source']} at {evidence['retrieved_at']}, sha256 {evidence['sha256']}")
    lines += [f"! {warning}" for warning in evidence.get("warnings", ())]
    return [plain(line) for line in lines]


def _blocks(evidence: dict[str, Any]) -> Iterator[RenderableType]:
    if evidence["kind"] == "rows":
        yield from row_blocks(evidence, _MAX_ROWS)
        yield Text()
    for line in receipt_lines(evidence):
        yield Text(line, "yellow" if line.startswith("!") else "dim")


def _join(join: dict[str, Any]) -> str:
    counts = {
        "rows before": join["rows_before"],
        "after": join["rows_after"],
        "unmatched on the left": join["unmatched_left"],
        "on the right": join["unmatched_right"],
    }
    told = [f"{name} {count}" for name, count in counts.items() if count is not None]
    return join["on"] + (f" ({', '.join(told)})" if told else "")
