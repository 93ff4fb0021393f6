"""What an asker may not read leaves no trace, in either index and by whichever way it is looked for."""

from collections.abc import Callable
from functools import partial

import pytest

from crew.domains.reading import readable_documents, readable_passages, search_passages
from crew.errors import WrongInput
from crew.sources import OpenIndex
from tests.documents.words import WordEmbedder, passage, put
from tools.asker import Asker
from tools.documents.index import Filters, PassageIndex
from tools.documents.reformulate import search_with_reformulations
from tools.documents.search_documents import FetchDocumentTool, FetchSectionTool, SearchDocumentsTool
from tools.documents.search_evidence import Library, UnknownDocument, fetch_evidence, search_evidence
from tools.documents.specs import IndexSpec
from tools.evidence import EvidenceLog

SECRETS = ("zanzibar", "xylo", "acquisition", "board-plan", "quagga")
SECRET = ("board",)
ANN = Asker(id="ann", groups=("sales", "*", "boar", "board'", "user:bob"))
BOB = Asker(id="bob", groups=("board",))
QUESTIONS = (
    "refund policy days",
    "refund policy zanzibar",
    "acquisition of xylo castings",
    "XC budget overview",
    "board-plan",
    "quagga report",
    "capital of Peru",
)


@pytest.fixture
def shelf(index: PassageIndex, embedder: WordEmbedder) -> PassageIndex:
    """Open documents, and secret ones that are their newer edition, their other reading, their twin and their lead."""
    secret = {"access": SECRET}
    put(
        index,
        embedder,
        passage("Refunds take five days, says the refund policy.", "open.md", title="Refund policy", version="1"),
        passage("The tickets of the office.", "t.jsonl", section="open ticket"),
        passage(
            "Refunds take two days by the refund policy.", "board-plan.md", title="Refund policy", version="2", **secret
        ),
        passage("Refunds in days: refund policy.", "zanzibar.md", title="Refund policy zanzibar", **secret),
        passage("Refunds take five days, says the refund policy!", "quagga-twin.md", title="Refund policy", **secret),
        passage("The acquisition of Xylo Castings (XC) is planned.", "xylo.md", title="Acquisition", **secret),
        passage("The quagga report of the office.", "t.jsonl", 1, section="quagga ticket", **secret),
    )
    return index


@pytest.fixture
def reader(shelf: PassageIndex, library: Callable[..., Library]) -> Callable[[Asker], Library]:
    return lambda asker: library(index=shelf, asker=asker)


def assert_no_trace(shown: str, own_words: str) -> None:
    """What is shown holds no secret but what the asker said."""
    assert not [secret for secret in SECRETS if secret in shown.lower() and secret not in own_words.lower()], shown


@pytest.mark.parametrize("question", QUESTIONS)
def test_searches_show_nothing_of_it(reader: Callable[[Asker], Library], question: str):
    for filters in (None, Filters(access=SECRET), Filters(access=None), Filters(documents=("xylo.md", "open.md"))):
        found = search_evidence(reader(ANN), question, filters=filters)

        assert {hit.passage.document for hit in found.result.passages} <= {"open.md", "t.jsonl"}
        assert_no_trace(found.model_dump_json(), f"{question} {filters}")


@pytest.mark.parametrize("question", QUESTIONS)
def test_other_wordings_show_nothing_of_it(reader: Callable[[Asker], Library], question: str):
    found = search_with_reformulations(reader(ANN), question, synonyms={"capital": ["seat"]})

    assert {hit.passage.document for hit in found.result.passages} <= {"open.md", "t.jsonl"}
    assert_no_trace(found.model_dump_json(), question)


def test_counts_leave_it_out(reader: Callable[[Asker], Library]):
    assert "over 2 documents" in search_evidence(reader(ANN), "capital of Peru").result.tried
    assert "over 6 documents" in search_evidence(reader(BOB), "capital of Peru").result.tried


def test_a_secret_document_is_as_unknown_as_none(reader: Callable[[Asker], Library]):
    def complaint(document: str) -> str:
        with pytest.raises(UnknownDocument) as caught:
            fetch_evidence(reader(ANN), document)
        return str(caught.value).replace(document, "…")

    assert complaint("xylo.md") == complaint("xyla.md")
    assert_no_trace(complaint("board-plan.md"), "")


def test_of_a_file_of_records_only_the_readable_ones_are_shown(reader: Callable[[Asker], Library]):
    assert [evidence.section for evidence in fetch_evidence(reader(ANN), "t.jsonl")] == ["open ticket"]
    assert len(fetch_evidence(reader(BOB), "t.jsonl")) == 2
    with pytest.raises(UnknownDocument) as caught:
        fetch_evidence(reader(ANN), "t.jsonl", "no such section")
    assert_no_trace(str(caught.value), "")


def test_what_an_agent_is_shown_holds_nothing_of_it(reader: Callable[[Asker], Library]):
    library, log = reader(ANN), EvidenceLog("s1")
    search = SearchDocumentsTool(lambda asked: search_evidence(library, asked.words), log)
    for question in QUESTIONS:
        assert_no_trace(search.run(words=question), question)
    assert_no_trace(FetchDocumentTool(partial(fetch_evidence, library), log).run(document="t.jsonl"), "")
    assert_no_trace(
        FetchSectionTool(partial(fetch_evidence, library), log).run(document="t.jsonl", section="ticket"), ""
    )


def test_lists_searches_and_views_for_people_show_nothing_of_it(shelf: PassageIndex, embedder: WordEmbedder, reader):
    library = reader(ANN)
    opened = OpenIndex(name="notes", spec=IndexSpec(), index=shelf, embedder=embedder)

    assert [card.id for card in readable_documents(shelf, ANN)] == ["open.md", "t.jsonl"]
    assert [each.section for each in readable_passages(shelf, "t.jsonl", ANN)] == ["open ticket"]
    for question in QUESTIONS:
        found = search_passages(opened, question, asker=ANN, today=library.today, limit=9)
        assert_no_trace(found.model_dump_json(), question)
    for hidden in ("xylo.md", "xyl.md"):
        with pytest.raises(WrongInput) as caught:
            readable_passages(shelf, hidden, ANN)
        assert_no_trace(str(caught.value).replace(hidden, ""), "")


def test_those_who_may_read_it_do(reader: Callable[[Asker], Library]):
    found = search_evidence(reader(BOB), "acquisition of xylo castings")

    assert found.result.passages[0].passage.document == "xylo.md"
    assert fetch_evidence(reader(BOB), "xylo.md")
