"""The joins of a domain's databases, and where each stands, as text, Markdown or JSON."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from crew.join_decisions import JoinStatus
from crew.render.json_text import json_text
from crew.render.markdown import escaped
from crew.render.paper import heading, laid_out
from crew.render.plain import counted, plain

_NONE = "No joins are declared, and none are suggested."


def joins_as_text(joins: Sequence[JoinStatus], *, width: int = 80, is_coloured: bool = False) -> str:
    """Each join with its confidence, where it stands, and why it is suggested."""
    return laid_out(_blocks(joins), width=width, is_coloured=is_coloured) if joins else _NONE


def joins_as_markdown(joins: Sequence[JoinStatus]) -> str:
    """As `joins_as_text`."""
    if not joins:
        return _NONE
    lines = ["| database | join | confidence | status | why |", "| --- | --- | --- | --- | --- |"]
    for each in joins:
        cells = (each.source, each.text, _confidence(each), each.status, _why(each))
        lines.append(f"| {' | '.join(escaped(cell) for cell in cells)} |")
    return "\n".join(lines)


def joins_as_json(joins: Sequence[JoinStatus]) -> str:
    """A list with `source`, `join`, `left`, `right`, `confidence`, `status`, `is_usable` and `why`."""
    listed = [
        {
            "source": each.source,
            "join": each.text,
            "left": each.join.left,
            "right": each.join.right,
            "confidence": each.join.confidence,
            "status": each.status,
            "is_usable": each.is_usable,
            "why": _why(each),
        }
        for each in joins
    ]
    return json_text(listed)


def _blocks(joins: Sequence[JoinStatus]) -> Iterator[RenderableType]:
    for source, found in groupby(joins, key=lambda each: each.source):
        listed = list(found)
        yield heading(f"{plain(source)} · {counted(len(listed), 'join')}")
        for each in listed:
            style = "" if each.is_usable else "yellow"
            yield Padding(Text.assemble((plain(each.text), style), f"  {_confidence(each)}"), (0, 2))
            yield Padding(Text(plain("; ".join(filter(None, (each.status, _why(each))))), "dim"), (0, 4))


def _confidence(each: JoinStatus) -> str:
    return f"{each.join.confidence:.0%}"


def _why(each: JoinStatus) -> str:
    return each.join.reason if each.join.origin == "inferred" else ""
