"""Other words for a search that found nothing, and what is kept of the attempts."""

from collections.abc import Callable

import pytest

from tests.documents.words import WordEmbedder, passage, put
from tools.asker import Asker
from tools.documents.ambiguity import Reading
from tools.documents.embedding import LexicalOnly
from tools.documents.index import PassageIndex
from tools.documents.reformulate import SearchMemory, search_with_reformulations
from tools.documents.rewording import broaden, disambiguate, find_acronyms, narrow, translate
from tools.documents.search_evidence import Library, Searched

Find = Callable[..., Searched]


@pytest.fixture
def find(library: Callable[..., Library]) -> Find:
    def run(words: str, *, groups: tuple[str, ...] = (), **options) -> Searched:
        asker = Asker(id="ann", groups=groups)
        return search_with_reformulations(library(embedder=LexicalOnly(), asker=asker), words, **options)

    return run


def documents_of(found: Searched) -> list[str]:
    return [hit.passage.document for hit in found.result.passages]


def test_what_is_found_at_once_is_not_searched_again(lance: PassageIndex, embedder: WordEmbedder, find: Find):
    put(lance, embedder, passage("Refunds take five days."))

    found = find("refunds take days")

    assert [(attempt.why, attempt.found) for attempt in found.attempts] == [("as asked", 1)]


def test_a_synonym_is_tried_both_ways(lance: PassageIndex, embedder: WordEmbedder, find: Find):
    put(lance, embedder, passage("Client attrition doubled."))

    for words in ("churn", "Churn?"):
        found = find(words, synonyms={"client attrition": ["churn"]})

        assert documents_of(found) == ["a.md"]
        assert [attempt.why for attempt in found.attempts] == ["as asked", "in other terms"]


def test_an_acronym_is_spelled_out_as_the_documents_do(lance: PassageIndex, embedder: WordEmbedder, find: Find):
    filler = " ".join(f"word{i}" for i in range(40))
    put(
        lance,
        embedder,
        passage(f"{filler} the Cost of Goods Sold (COGS) is a line of the ledger.", "glossary.md"),
        passage("The cost of goods sold ratio rose sharply.", "report.md"),
    )

    found = find("COGS ratio sharply rising trend")

    assert "report.md" in documents_of(found)
    assert "Cost of Goods Sold ratio" in found.attempts[1].words


def test_an_acronym_is_not_spelled_out_by_what_the_asker_may_not_read(
    lance: PassageIndex, embedder: WordEmbedder, find: Find
):
    put(lance, embedder, passage("Our Secret Takeover Plan (STP) starts in May.", access=("board",)))

    found = find("STP budget overview")

    assert "Secret" not in found.model_dump_json()
    assert "Secret" in find("STP budget overview", groups=("board",)).model_dump_json()


def test_broader_words_find_what_a_period_hid(lance: PassageIndex, embedder: WordEmbedder, find: Find):
    put(lance, embedder, passage("Warehouse insurance covers floods."))

    found = find("exact warehouse insurance 2024 first quarter total deductible amount january")

    assert documents_of(found) == ["a.md"]
    assert found.attempts[-1].why == "in broader words"


def test_what_broader_words_find_must_have_to_do_with_the_question(
    lance: PassageIndex, embedder: WordEmbedder, find: Find
):
    put(lance, embedder, passage("The warehouse administration moved to Rome."))

    found = find("zebra giraffe elephant administration of tax law warehouse regulation")

    assert documents_of(found) == []


def test_when_all_fails_the_evidence_says_all_that_was_tried(lance: PassageIndex, embedder: WordEmbedder, find: Find):
    put(lance, embedder, passage("Refunds take five days."))

    found = find("Capital of Peru in 2024", synonyms={"capital": ["seat of government"]})

    (nothing,) = found.evidence
    assert nothing.kind == "nothing_found"
    assert 'in other terms "seat of government of Peru in 2024"' in nothing.tried
    assert len({attempt.why for attempt in found.attempts}) <= 3


@pytest.mark.parametrize(("rounds", "kinds"), [(0, 1), (1, 2), (2, 3)])
def test_there_are_no_more_rounds_than_allowed(find: Find, rounds: int, kinds: int):
    found = find("the latest capital of Peru and Chile", synonyms={"capital": ["seat"]}, rounds=rounds)

    assert len({attempt.why for attempt in found.attempts}) == kinds


def test_wordings_that_are_nearly_alike_are_tried_once(
    lance: PassageIndex, embedder: WordEmbedder, library: Callable[..., Library]
):
    found = search_with_reformulations(
        library(), "capital of Peru", synonyms={"capital": ["capitals", "Capital", "the capital"]}
    )

    assert [attempt.words for attempt in found.attempts if attempt.why == "in other terms"] == []


def test_the_same_search_is_run_once_in_a_question(
    lance: PassageIndex, embedder: WordEmbedder, find: Find, monkeypatch: pytest.MonkeyPatch
):
    put(lance, embedder, passage("Refunds take five days."))
    runs: list[str] = []
    lexical = lance.lexical
    monkeypatch.setattr(lance, "lexical", lambda query, *rest: runs.append(query) or lexical(query, *rest))
    memory = SearchMemory()

    first = find("refunds take days", memory=memory)
    count = len(runs)
    second = find("Refunds  take days", memory=memory)

    assert (len(runs), second.evidence) == (count, first.evidence)
    find("refunds take days", memory=memory, groups=("hr",))
    assert len(runs) > count


def test_wordings_by_kind():
    reading = Reading(document="de.md", title="Refund policy Germany", apart=("germany",), cosine=0.5)

    assert broaden("exact refund policy in 2024") == ["refund policy in", "refund policy"]
    assert broaden("refund policy") == []
    assert narrow('what did Ann Lee say on "late fees" in 2024') == ["Ann Lee late fees 2024"]
    assert narrow("late fees") == []
    assert disambiguate("refund days", reading) == "refund days Refund policy Germany"
    assert translate("COGS per shop", {"cogs": ["cost of goods sold"]}) == ["cost of goods sold per shop"]
    assert translate("cogsworth", {"cogs": ["x"]}) == []


def test_acronyms_are_read_where_their_initials_fit():
    texts = [
        "The Key Account Manager (KAM) decides.",
        "Cost of Goods Sold (COGS), not so (BAD).",
        "Ordinary (US) words",
    ]

    assert find_acronyms(texts) == {"KAM": ("Key Account Manager",), "COGS": ("Cost of Goods Sold",)}
