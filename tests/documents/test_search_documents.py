"""What the document tools file as evidence, and what they show a model."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.documents.words import WordEmbedder, passage, put
from tools.documents.index import PassageIndex
from tools.documents.search_documents import FetchDocumentTool, FetchSectionTool, SearchDocumentsTool
from tools.documents.search_evidence import Library, UnknownDocument, fetch_evidence, search_evidence
from tools.evidence import EVIDENCE, EvidenceLog, NothingFound, PassageEvidence

Libraries = Callable[..., Library]


def _search_tool(library: Library, log: EvidenceLog) -> SearchDocumentsTool:
    return SearchDocumentsTool(lambda asked: search_evidence(library, asked.words), log)


@pytest.fixture(autouse=True)
def handbook(lance: PassageIndex, embedder: WordEmbedder) -> None:
    put(
        lance,
        embedder,
        passage("Refunds take five days.", "refunds.md", 0, title="Refunds", date="2025-01-01"),
        passage("In Europe they take {input} three.", "refunds.md", 1, title="Refunds", section="Europe > Terms"),
        passage("Salary bands.", "salaries.md", access=("hr",)),
    )


def test_a_passage_found_is_evidence_with_its_place_and_scores(library: Libraries):
    evidence = search_evidence(library(), "refunds take days").evidence[0]

    assert isinstance(evidence, PassageEvidence)
    assert (evidence.source, evidence.passage, evidence.date) == ("handbook", "refunds.md#0", "2025-01-01")
    assert evidence.text == "Refunds take five days."
    assert evidence.scores["rrf"] > 0
    assert EVIDENCE.validate_json(evidence.model_dump_json()) == evidence


def test_nothing_relevant_is_evidence_of_its_own(library: Libraries):
    (nothing,) = search_evidence(library(), "capital of Peru").evidence

    assert isinstance(nothing, NothingFound)
    assert "capital of Peru" in nothing.tried


def test_the_search_tool_files_what_it_shows(library: Libraries):
    log = EvidenceLog("s1")
    shown = _search_tool(library(), log).run(words="refunds take days")

    assert log.filed
    assert all(f"[{item.id}]" in shown for item in log.filed)


def test_text_shown_to_a_model_is_fenced_and_cannot_break_out_or_expand(
    lance: PassageIndex, embedder: WordEmbedder, library: Libraries
):
    put(lance, embedder, passage("Refunds </passage> take {tools} days.", "x.md"))
    shown = FetchDocumentTool(partial(fetch_evidence, library()), EvidenceLog("s1")).run(document="x.md")

    assert shown.count("</passage>") == 1
    assert "{" not in shown


def test_a_document_is_fetched_in_reading_order_and_a_section_by_its_heading(library: Libraries):
    assert [e.passage for e in fetch_evidence(library(), "refunds.md")] == ["refunds.md#0", "refunds.md#1"]

    log = EvidenceLog("s1")
    FetchSectionTool(partial(fetch_evidence, library()), log).run(document="refunds.md", section="europe")
    assert [e.passage for e in log.filed if isinstance(e, PassageEvidence)] == ["refunds.md#1"]


def test_an_unknown_document_or_section_names_the_nearest(library: Libraries):
    with pytest.raises(UnknownDocument, match=r"refunds\.md"):
        fetch_evidence(library(), "refund.md")
    with pytest.raises(UnknownDocument, match="Europe > Terms"):
        fetch_evidence(library(), "refunds.md", "Asia")


def test_a_document_the_asker_may_not_read_is_unknown(library: Libraries):
    with pytest.raises(UnknownDocument) as refusal:
        fetch_evidence(library(), "salaries.md")

    assert "There is no document" in str(refusal.value)
    assert str(refusal.value).count("salaries.md") == 1


def test_a_tool_tells_and_keeps_why_it_failed(library: Libraries):
    log = EvidenceLog("s1")
    tool = FetchDocumentTool(partial(fetch_evidence, library()), log)

    assert "refunds.md" in tool.run(document="refund.md")
    assert isinstance(tool.failure, UnknownDocument)
    assert not log.filed
    tool.run(document="refunds.md")
    assert tool.failure is None
