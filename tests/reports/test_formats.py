"""Every format of a report: what it shows, and that nothing hostile gets out of what sources wrote."""

import io
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypdf import PdfReader

from crew.answer import ConflictOut, ConflictValueOut, SentenceOut
from crew.reports.document import ChartOut, ReportDocument, SeriesOut
from crew.reports.labels import labels_for
from crew.reports.render.formats import SUFFIXES, rendered, write_report
from crew.reports.render.pages import as_html, as_markdown
from crew.reports.render.text import as_text
from tests.reports.conftest import BY_COUNTRY, QUESTION, TOTAL, Run

HOSTILE = '<script>alert(1)</script> [x](javascript:alert(1)) {{ 7*7 }} "onload=" \x1b[31m 漢字 ł'


@pytest.fixture
def document(run: Run) -> ReportDocument:
    """A report with a proved, a conflicting and an unproved section."""
    document = run(TOTAL, BY_COUNTRY, QUESTION)
    section = document.sections[2]
    doubted = section.model_copy(
        update={
            "title": HOSTILE,
            "removed": [SentenceOut(text=f"Spain boomed. {HOSTILE}", supported=False, reason="No cited cell says so.")],
            "missing": ["targets: nothing was found."],
            "conflicts": [
                ConflictOut(
                    about="revenue, Spain",
                    values=[
                        ConflictValueOut(value="200.00", evidence="E1"),
                        ConflictValueOut(value="460.00", evidence="E9"),
                    ],
                    preferred="E1",
                    rule="shop is believed before notes.",
                )
            ],
        }
    )
    return document.model_copy(update={"sections": [*document.sections[:2], doubted]})


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_holds_everything_and_asks_no_host(document: ReportDocument) -> None:
    page = _Page()
    html = as_html(document)
    page.feed(html)

    assert {tag for tag, _ in page.tags}.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "form"})
    addresses = [value for _, attributes in page.tags for key, value in attributes.items() if key in ("href", "src")]
    assert all(str(address).startswith("#") for address in addresses)
    assert not re.search(r"url\((?!#)|@import|\son\w+=[\"']", html)
    assert "default-src 'none'" in html
    assert "prefers-color-scheme:dark" in html
    assert "@media print" in html


def test_every_link_leads_somewhere_and_no_name_is_given_twice(document: ReportDocument) -> None:
    page = _Page()
    page.feed(as_html(document))
    names = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    links = {str(a["href"])[1:] for _, a in page.tags if "href" in a}

    assert len(names) == len(set(names))
    assert links <= set(names)


def test_conflicts_and_unproved_sentences_stand_in_the_open_in_every_format(document: ReportDocument) -> None:
    pdf = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(rendered(document, "pdf"))).pages)

    for text in (as_html(document), as_markdown(document), pdf, as_text(document, width=200)):
        flat = " ".join(text.split())
        assert "Spain boomed." in flat
        assert "revenue, Spain" in flat
        assert "460" in flat
        assert "nothing was found" in flat
        assert "Shows what" in flat


def test_what_sources_wrote_cannot_become_markup_or_commands(document: ReportDocument) -> None:
    html, markdown, text = as_html(document), as_markdown(document), as_text(document, width=200)

    assert "<script" not in html
    assert "{{ 7*7 }}" in html
    assert "](javascript:" not in markdown
    assert "<script" not in markdown
    assert "\x1b" not in html + markdown + text
    assert rendered(document, "pdf").startswith(b"%PDF")


def test_the_pdf_has_text_an_outline_and_a_foot_on_each_page(document: ReportDocument) -> None:
    reader = PdfReader(io.BytesIO(rendered(document, "pdf")))

    pages = [page.extract_text() for page in reader.pages]
    assert all(f"Page {number}" in text for number, text in enumerate(pages, start=1))
    assert "€550.50" in pages[0]
    assert any("Revenue by country" in str(entry.title) for entry in reader.outline)
    assert reader.metadata is not None
    assert reader.metadata.title == document.title


def test_the_json_can_be_read_back(document: ReportDocument) -> None:
    assert ReportDocument.model_validate_json(rendered(document, "json")) == document


def test_all_formats_and_a_picture_of_each_chart_are_written(document: ReportDocument, tmp_path: Path) -> None:
    written = write_report(document, tmp_path / "out")

    assert {path.suffix for path in written} == {*(f".{suffix}" for suffix in SUFFIXES.values()), ".png"}
    assert all(path.stat().st_size > 500 for path in written)


def test_a_template_of_the_report_s_own_replaces_ours_and_is_escaped(document: ReportDocument, tmp_path: Path) -> None:
    (tmp_path / "report.html.j2").write_text("<h1>{{ report.sections[2].title }}</h1>")
    (tmp_path / "report.md.j2").write_text("# {{ report.sections[2].title }}")

    assert as_html(document, tmp_path).startswith("<h1>&lt;script&gt;")
    assert "<script" not in as_markdown(document, tmp_path)


def test_a_template_reaches_nothing_but_the_report(document: ReportDocument, tmp_path: Path) -> None:
    (tmp_path / "report.html.j2").write_text("{{ report.__class__.__init__.__globals__ }}")

    with pytest.raises(Exception, match=r"unsafe|access"):
        as_html(document, tmp_path)


@pytest.mark.parametrize("language", ["de", "fr", "es", "zh", "nl"])
def test_a_report_speaks_its_language(document: ReportDocument, language: str) -> None:
    told = document.model_copy(update={"language": language})

    for format_ in SUFFIXES:
        assert rendered(told, format_)
    assert labels_for(language).summary in as_html(told)


def test_a_figure_stands_in_bold_once(run: Callable[..., ReportDocument]) -> None:
    html = as_html(run(TOTAL))

    assert "<b>€550.50</b>" in html
    assert "&lt;b&gt;" not in html


LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 3
MANY_SCRIPTS = [
    LONG_WORD,
    "<b>bold</b> & {{ 7*7 }} $a_b$",
    "إيرادات المبيعات",
    "🚀 👩‍👩‍👧",
    "西班牙的净收入下降了，日本語、한국어",
]


@pytest.mark.parametrize("kind", ["bars", "columns", "line", "grouped"])
def test_hostile_words_and_numbers_break_no_format(document: ReportDocument, kind: str, tmp_path: Path) -> None:
    names = [f"{number} {MANY_SCRIPTS[number % 5]}" for number in range(40)]
    values = [str((-1) ** number * 10 ** (number % 19)) for number in range(40)]
    series = [SeriesOut(name=name, values=values, evidence="E1") for name in MANY_SCRIPTS[:3]]
    chart = ChartOut.model_validate(
        {"kind": kind, "title": LONG_WORD, "labels": names, "series": series, "unit": "EUR"}
    )
    section = document.sections[0].model_copy(
        update={
            "title": LONG_WORD,
            "paragraphs": MANY_SCRIPTS,
            "chart": chart,
            "warnings": MANY_SCRIPTS,
            "missing": MANY_SCRIPTS,
        }
    )

    written = write_report(document.model_copy(update={"sections": [section], "title": LONG_WORD}), tmp_path)

    html = next(path for path in written if path.suffix == ".html").read_text()
    assert "<b>bold</b>" not in html
    assert "{{ 7*7 }}" in html
    pages = PdfReader(next(path for path in written if path.suffix == ".pdf")).pages
    assert "西班牙的净收入下降了" in "".join(page.extract_text() for page in pages)
