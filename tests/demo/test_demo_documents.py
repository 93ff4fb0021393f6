"""The documents, read as the desk reads them."""

import re
from collections import Counter
from decimal import Decimal
from pathlib import Path, PurePosixPath

import pytest

from crew.demo.create import DOCUMENTS, DemoReport
from crew.demo.documents.planted import FLASH_MAIL, INSTRUCTED_PAGE, INSTRUCTION
from crew.demo.facts import draw_facts
from crew.demo.figures import Figures, Result, growth
from crew.demo.places import COUNTRIES, REGIONS, Country
from crew.demo.quarters import LAST_QUARTER, TODAY, Quarter
from crew.demo.records import Records
from tools.documents.document import Document
from tools.documents.loaders.folder import load_folder

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_MONEY = r"EUR (?P<value>\d+\.\d\d) million"
_QUARTER = r"(?:Q(?P<number>[1-4])|the (?P<ordinal>first|second|third|fourth) quarter of) (?P<year>\d{4})"
_PLACE = r"(?P<place>[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
_STATED = (
    rf"(?P<measure>Net revenue) in (?:the )?{_PLACE} was {_MONEY} in {_QUARTER}",
    rf"In {_QUARTER}, (?P<measure>net revenue) in (?:the )?{_PLACE} came to {_MONEY}",
    rf"(?P<measure>Gross margin) in (?:the )?{_PLACE} (?:rose|fell) by [\d.]+% year on year to {_MONEY} in {_QUARTER}",
    rf"(?P<measure>Net revenue) in (?:the )?{_PLACE} for {_QUARTER} was {_MONEY}",
)


@pytest.fixture(scope="module")
def library(made: tuple[Path, DemoReport]) -> dict[str, Document]:
    documents = list(load_folder(made[0] / DOCUMENTS))
    assert all(isinstance(d, Document) for d in documents), documents
    return {d.id: d for d in documents if isinstance(d, Document)}


def test_there_are_about_thirty_documents_in_five_formats(library: dict[str, Document]) -> None:
    endings = Counter(PurePosixPath(path).suffix for path in library)

    assert 25 <= len(library) <= 35
    assert set(endings) == {".md", ".html", ".pdf", ".docx", ".eml"}
    assert min(endings.values()) >= 3


def test_every_document_says_its_title_author_and_day(library: dict[str, Document]) -> None:
    for document in library.values():
        assert document.title and document.author, document.id
        assert "2022-09-01" <= (document.date or "") <= TODAY.isoformat(), document.id
        assert document.date_source in {"stated", "properties"}, document.id


def test_stated_figures_are_those_of_the_tables(library: dict[str, Document], records: Records) -> None:
    checked = 0
    for path, document in library.items():
        for place, quarter, measure, value in _figures_stated(document):
            if path == FLASH_MAIL:
                continue
            result = _result(records.figures, place, quarter)
            expected = getattr(result, measure.lower().replace(" ", "_"))
            assert abs(value * 1_000_000 - expected) <= 5_000, (path, place, quarter, measure)
            checked += 1

    assert checked >= 30


def test_stated_changes_are_those_of_the_tables(library: dict[str, Document], records: Records) -> None:
    pattern = rf"net revenue in (?:the )?{_PLACE} came to EUR [\d.]+ million, (?P<way>up|down) (?P<change>[\d.]+)% year"
    checked = 0
    for document in library.values():
        for found in re.finditer(rf"In {_QUARTER}, {pattern}", _text(document)):
            quarter = _quarter(found)
            now = _result(records.figures, found["place"], quarter).net_revenue
            then = _result(records.figures, found["place"], quarter.year_before).net_revenue
            signed = Decimal(found["change"]) * (1 if found["way"] == "up" else -1)
            assert abs(signed - 100 * growth(now, then)) <= Decimal("0.05"), (document.id, found[0])
            checked += 1

    assert checked >= 8


def test_one_message_contradicts_the_tables(library: dict[str, Document], records: Records) -> None:
    [(place, quarter, _, value)] = _figures_stated(library[FLASH_MAIL])
    actual = _result(records.figures, place, quarter).net_revenue

    assert (place, quarter) == (draw_facts(1).setback.country.name, LAST_QUARTER)
    assert value * 1_000_000 > actual * Decimal("1.2")


def test_the_market_review_names_country_quarter_measure_and_cause_in_one_sentence(
    library: dict[str, Document],
) -> None:
    setback = draw_facts(1).setback
    review = _text(library["market-reviews/2025-q3-europe.md"])

    expected = (
        f"Net revenue in {setback.country.place} fell in the third quarter of 2025 mainly because {setback.reason}."
    )
    assert expected in review


def test_no_document_gives_the_past_cause_for_the_last_quarter(library: dict[str, Document]) -> None:
    past = draw_facts(1).past_setback
    telling = [path for path, document in library.items() if past.short in _text(document)]

    assert telling
    for path in telling:
        assert str(past.quarter) in _text(library[path]) or str(past.quarter.year) in path
        assert str(LAST_QUARTER) not in _text(library[path])


def test_the_later_returns_policy_supersedes_the_earlier(library: dict[str, Document]) -> None:
    first, second = library["policies/returns-policy-v1.md"], library["policies/returns-policy-v2.md"]

    assert (first.version, second.version) == ("1", "2")
    assert second.supersedes == ("returns-policy-v1.md",)
    assert "30 days" in _text(first) and "60 days" in _text(second)


def test_one_page_tries_to_instruct_whoever_reads_it(library: dict[str, Document]) -> None:
    assert [path for path, document in library.items() if INSTRUCTION in _text(document)] == [INSTRUCTED_PAGE]


def _figures_stated(document: Document) -> list[tuple[str, Quarter, str, Decimal]]:
    found = [match for pattern in _STATED for match in re.finditer(pattern, _text(document))]
    return [(m["place"], _quarter(m), m["measure"].capitalize(), Decimal(m["value"])) for m in found]


def _quarter(found: re.Match[str]) -> Quarter:
    number = int(found["number"]) if found["number"] else _ORDINALS[found["ordinal"]]
    return Quarter(int(found["year"]), number)


def _result(figures: Figures, place: str, quarter: Quarter) -> Result:
    if place in REGIONS:
        return figures.of_region(place, quarter)
    return figures.of_country(_country(place), quarter)


def _country(name: str) -> Country:
    return next(c for c in COUNTRIES if c.name == name)


def _text(document: Document) -> str:
    return re.sub(r"\s+", " ", "\n".join(block.text for block in document.blocks))
