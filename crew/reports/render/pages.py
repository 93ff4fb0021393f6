"""HTML and Markdown from templates; whatever sources, models or people wrote is escaped."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

from crew.answer import SentenceOut
from crew.render.markdown import escaped
from crew.render.plain import plain
from crew.render.words import MARKS, standing
from crew.reports.document import ReportDocument, SectionOut, TableOut
from crew.reports.render.words import Words

_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")


def as_html(report: ReportDocument, templates: Path | None = None) -> str:
    """One file that holds everything, asks no host, and follows the reader's light or dark."""
    environment = environment_for(templates, is_html=True)
    page = environment.get_template("report.html.j2").render(
        **names_in(report), told=_told, text=_text, svg=_svg(report)
    )
    return re.sub(r"\n\s*\n+", "\n", page)


def as_markdown(report: ReportDocument, templates: Path | None = None) -> str:
    """The report as Markdown, with alternative text in the place of charts."""
    environment = environment_for(templates, is_html=False)
    text = environment.get_template("report.md.j2").render(**names_in(report), grid=_grid, code=_code)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


@cache
def environment_for(templates: Path | None, *, is_html: bool) -> Environment:
    """Templates of the report's own folder first; a template can compute nothing but what it is given."""
    own = [FileSystemLoader(templates)] if templates else []
    return SandboxedEnvironment(
        loader=ChoiceLoader([*own, PackageLoader("crew.reports.render")]),
        autoescape=is_html,
        finalize=_for_html if is_html else _for_markdown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def names_in(report: ReportDocument) -> dict[str, Any]:
    """What every template may use."""
    words = Words(report)
    calls = ("day", "days", "moment", "mark", "sentence_mark", "cited", "arrow", "question", "side_words")
    return {
        "report": report,
        "labels": words.labels,
        "usage": words.usage(),
        "counts": words.counts(),
        "change_words": words.change,
        **{name: getattr(words, name) for name in calls},
    }


def _for_html(value: Any) -> Any:
    """Text without control characters; Jinja2 escapes it."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else plain(value)


def _for_markdown(value: Any) -> Any:
    return value if isinstance(value, Markup) else escaped(value)


def _told(sentence: SentenceOut, section: SectionOut) -> Markup:
    """A sentence as a list item: its mark, its figures in bold, its evidence as links."""
    html = str(_text(sentence.text))
    for figure in sorted({figure.text for figure in sentence.figures}, key=len, reverse=True):
        shown = re.escape(str(escape(plain(figure))))
        html = re.sub(rf"(?<![\w>]){shown}(?![\w<])", r"<b>\g<0></b>", html)
    text = Markup(html)  # noqa: S704  escaped above
    links = Markup(", ").join(
        Markup('<a href="#s{}-{}">{}</a>').format(section.number, number, number) for number in sentence.citations
    )
    cited = Markup(' <span class="cite">[{}]</span>').format(links) if sentence.citations else ""
    kind = standing(sentence)
    return Markup('<li><span class="mark {}">{}</span><span>{}{}</span></li>').format(kind, MARKS[kind], text, cited)


def _text(text: str) -> Markup:
    """Text that keeps each date on one line."""
    return Markup(_DATE.sub(r'<span class="date">\g<0></span>', str(escape(plain(text)))))  # noqa: S704  escaped here


def _svg(report: ReportDocument) -> Any:
    def draw(section: SectionOut, size: Any) -> Markup:
        from crew.reports.charts.pictures import as_svg

        if section.chart is None:
            return Markup("")
        return Markup(as_svg(section.chart, report.language, size=size, id_=f"c{section.number}{size[0]}"))  # noqa: S704

    return draw


def _grid(table: TableOut) -> Markup:
    head = [escaped(column.name) for column in table.columns]
    line = ["---:" if column.is_number else "---" for column in table.columns]
    rows = [head, line, *([escaped(cell) for cell in row] for row in table.rows)]
    return Markup("\n".join("| " + " | ".join(row) + " |" for row in rows))  # noqa: S704


def _code(text: str) -> Markup:
    return Markup(plain(text))  # noqa: S704  an indented block prints everything as it stands
