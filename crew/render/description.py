"""What can be asked of a domain, for a terminal."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crew.domains.describe import Description
from crew.render.paper import heading, laid_out
from crew.render.plain import counted, plain, shortened

_MAX_TITLES = 12


def description_as_text(description: Description, *, width: int = 80, is_coloured: bool = False) -> str:
    """Questions to begin with first, then measures, dimensions, periods and documents."""
    return laid_out(_blocks(description), width=width, is_coloured=is_coloured)


def _blocks(description: Description) -> Iterator[RenderableType]:
    yield Text.assemble((plain(description.domain), "bold"), "  ", plain(description.about))
    sections = (
        ("Questions to begin with", _lines(description.examples)),
        ("Measures", _measures(description)),
        ("Ways to group and filter", _dimensions(description)),
        ("Periods", _lines([f"{p.column}: {p.first} … {p.last}" for p in description.periods])),
        ("Checked questions", _lines(description.checked_questions)),
        ("Documents", _documents(description)),
        ("Not available now", _lines(description.unavailable)),
        ("Changed since the schema was read", _lines(description.changes)),
    )
    for title, content in sections:
        body = list(content)
        if body:
            yield Text()
            yield heading(title)
            yield from (Padding(each, (0, 2)) for each in body)


def _lines(lines: tuple[str, ...] | list[str]) -> Iterator[RenderableType]:
    yield from (Text(plain(line)) for line in lines)


def _measures(description: Description) -> Iterator[RenderableType]:
    if description.measures:
        grid = _grid()
        for measure in description.measures:
            also = f" (also: {', '.join(measure.synonyms)})" if measure.synonyms else ""
            unit = f" [{measure.unit}]" if measure.unit else ""
            grid.add_row(Text(plain(measure.name), "bold"), Text(plain(f"{measure.about}{unit}{also}".strip())))
        yield grid


def _dimensions(description: Description) -> Iterator[RenderableType]:
    if description.dimensions:
        grid = _grid()
        for dimension in description.dimensions:
            values = shortened(", ".join(dimension.values), 160)
            about = " ".join(part for part in (dimension.about, values) if part)
            grid.add_row(Text(plain(dimension.name), "bold"), Text(plain(about)))
        yield grid


def _documents(description: Description) -> Iterator[RenderableType]:
    for index, count in description.documents.items():
        yield Text(plain(f"{index}: {counted(count, 'document')}"))
    for title in description.titles[:_MAX_TITLES]:
        yield Text(f"  {plain(title)}", "dim")
    if len(description.titles) > _MAX_TITLES:
        yield Text(f"  and {len(description.titles) - _MAX_TITLES} more; `crosscheck documents list`", "dim")


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(max_width=26, overflow="fold")
    grid.add_column(ratio=1, overflow="fold")
    return grid
