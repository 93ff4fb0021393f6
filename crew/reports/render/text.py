"""A report for the terminal: what to know first, then each section with its chart as bars."""

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crew.render.paper import heading, laid_out
from crew.render.plain import plain
from crew.reports.charts.terminal import as_bars
from crew.reports.document import DriftOut, ReportDocument, SectionOut, TableOut
from crew.reports.render.words import Words

_TONES = {"good": "green", "bad": "red", "even": "dim"}
_STATUS = {"verified": "green", "failed": "red", "text": "dim", "removed": "dim"}


def as_text(report: ReportDocument, *, width: int = 80, is_coloured: bool = False) -> str:
    """The report at a width in columns."""
    words = Words(report)
    blocks: list[RenderableType] = [*_head(report, words), *_tiles(report)]
    if report.summary and not report.is_short:
        blocks += [
            Text(),
            heading(words.labels.summary),
            *(_line(f"{words.mark(line.marks)} {line.text} §{line.section}") for line in report.summary),
        ]
    if report.drift is not None:
        blocks += [Text(), heading(words.labels.changed), *drift_blocks(report.drift, words)]
    if not report.is_short:
        for section in report.sections:
            blocks += [
                Text(),
                heading(plain(f"{section.number} {section.title}")),
                *_section(section, words, report.language),
            ]
    return laid_out(blocks, width=width, is_coloured=is_coloured)


def drift_text(drift: DriftOut, report: ReportDocument, *, width: int = 80, is_coloured: bool = False) -> str:
    """What changed since a run, alone."""
    return laid_out(drift_blocks(drift, Words(report)), width=width, is_coloured=is_coloured)


def drift_blocks(drift: DriftOut, words: Words) -> list[RenderableType]:
    """The changes, material ones first; that there is none is said in a line."""
    labels = words.labels
    blocks: list[RenderableType] = []
    if not drift.material:
        blocks.append(_line(labels.unchanged.format(when=words.moment(drift.since_at))))
        blocks.append(_line(labels.unchanged_checked.format(checked=drift.checked)))
    for change in drift.changes:
        text = Text(plain(f"{change.section}: {words.change(change)} · {labels.cause(change.cause)}"))
        text.stylize("bold yellow" if change.is_material else "dim")
        blocks.append(Padding(text, (0, 2)))
    return blocks


def _head(report: ReportDocument, words: Words) -> list[RenderableType]:
    labels = words.labels
    counts = ", ".join(f"{count} {status}" for count, status in words.counts())
    about = f"{words.days(report.period)} · {labels.rights.format(id=plain(report.run_as.id))} · {counts}"
    return [
        Text(plain(report.title), "bold"),
        Text(labels.status(report.status).upper(), _STATUS.get(report.status, "yellow")),
        Text(about, "dim"),
    ]


def _tiles(report: ReportDocument) -> list[RenderableType]:
    grid = Table.grid(padding=(0, 2))
    for tile in report.tiles:
        grid.add_row(
            Text(plain(tile.label)),
            Text(tile.value, "bold"),
            Text(tile.change or "", _TONES[tile.tone]),
            Text(plain(tile.before or ""), "dim"),
        )
    return [Text(), Padding(grid, (0, 2))] if report.tiles else []


def _section(section: SectionOut, words: Words, language: str) -> list[RenderableType]:
    labels = words.labels
    blocks: list[RenderableType] = []
    if section.kind != "text":
        blocks.append(Padding(Text(labels.status(section.status), _STATUS.get(section.status, "yellow")), (0, 2)))
    blocks += [_line(each) for each in (*section.paragraphs, section.message) if each]
    blocks += [_line(f"{words.sentence_mark(s)} {s.text} {words.cited(s)}") for s in section.sentences]
    if section.chart is not None:
        blocks += [
            Text(),
            Padding(Text(plain(section.chart.title), "bold"), (0, 2)),
            Padding(as_bars(section.chart, language), (0, 2)),
        ]
    else:
        blocks += [Padding(_grid(table), (0, 2)) for table in section.tables]
    for conflict in section.conflicts:
        sides = " / ".join(words.side_words(side, section) for side in conflict.values)
        blocks.append(_line(f"{labels.conflicts}: {conflict.about}: {sides} ({conflict.rule})"))
    blocks += [_line(f"✗ {labels.unproved}: {sentence.text}") for sentence in section.removed]
    blocks += [_line(f"{labels.missing}: {each}") for each in section.missing]
    return blocks + [_line(f"{labels.warning}: {each}") for each in section.warnings]


def _grid(table: TableOut) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for column in table.columns:
        grid.add_column(Text(plain(column.name)), justify="right" if column.is_number else "left", overflow="fold")
    for row in table.rows:
        grid.add_row(*(Text(plain(cell)) for cell in row))
    return grid


def _line(text: str) -> RenderableType:
    return Padding(Text(plain(text)), (0, 2))
