"""Both implementations of the index behave the same."""

from datetime import date

import pytest

from tests.documents.words import MANIFEST, OpenIndexes, WordEmbedder, passage, put
from tools.deadline import Deadline
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Filters, IndexMismatch, Manifest, PassageIndex
from tools.errors import DeadlinePassed

LIMITLESS = Deadline()


def documents_of(hits):
    return [hit.passage.document for hit in hits]


def test_a_passage_comes_back_as_it_was_added(index: PassageIndex, embedder: WordEmbedder):
    added = passage(
        "Refunds take five days.",
        section="Terms > Refunds",
        page=3,
        author="Ann",
        date="2025-03-01",
        version="2",
        supersedes=("old.md",),
        access=("finance", "hr"),
    )
    put(index, embedder, added)

    assert index.passages_of("a.md") == [added]
    assert index.count() == 1


def test_words_are_found_in_other_forms_and_without_accents(index: PassageIndex, embedder: WordEmbedder):
    put(index, embedder, passage("The café was running at a loss."), passage("Nothing else.", "b.md"))

    assert documents_of(index.lexical("run", Filters(), 5, LIMITLESS)) == ["a.md"]
    assert documents_of(index.lexical("cafe", Filters(), 5, LIMITLESS)) == ["a.md"]


def test_german_words_are_stemmed_as_german(index: PassageIndex, embedder: WordEmbedder):
    put(index, embedder, passage("Die Häuser wurden verkauft.", language="de"), passage("Nothing.", "b.md"))

    assert documents_of(index.lexical("Haus", Filters(), 5, LIMITLESS)) == ["a.md"]


def test_chinese_is_found_by_a_part_of_a_phrase(index: PassageIndex, embedder: WordEmbedder):
    put(
        index,
        embedder,
        passage("东京办事处的退货政策", language="zh"),
        passage("上海的价格表", "b.md", language="zh"),
    )

    assert documents_of(index.lexical("退货", Filters(), 5, LIMITLESS)) == ["a.md"]


def test_a_language_without_analysis_is_found_by_whole_words(index: PassageIndex, embedder: WordEmbedder):
    put(index, embedder, passage("Политика возврата товаров", language="ru"))

    assert documents_of(index.lexical("возврата", Filters(), 5, LIMITLESS)) == ["a.md"]


def test_the_nearest_vector_comes_first_with_its_cosine(index: PassageIndex, embedder: WordEmbedder):
    put(index, embedder, passage("alpha bravo charlie delta"), passage("zulu yankee xylophone", "b.md"))

    hits = index.nearest(embedder.embed(["a.md\nalpha bravo charlie delta"])[0], Filters(), 5, LIMITLESS)

    assert documents_of(hits)[0] == "a.md"
    assert hits[0].score == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("search", ["lexical", "nearest"])
def test_access_tags_are_applied_before_the_limit(index: PassageIndex, embedder: WordEmbedder, search: str):
    secret = [passage("quarterly margin report", f"secret{i}.md", access=("it's",)) for i in range(20)]
    put(index, embedder, *secret, passage("report on the margin of another quarter", "open.md"))
    query = "quarterly margin report"
    asked = query if search == "lexical" else embedder.embed([query])[0]

    def find(access):
        return set(documents_of(getattr(index, search)(asked, Filters(access=access), 3, LIMITLESS)))

    assert find(()) == {"open.md"}
    assert find(("sales",)) == {"open.md"}
    assert find(("it's",)) & {"secret0.md", "secret1.md", "secret2.md"}


def test_a_tag_is_a_value_and_never_part_of_the_condition(index: PassageIndex, embedder: WordEmbedder):
    put(index, embedder, passage("margin report", access=("hr",)))

    for tag in ("x') OR ('1'='1", "*", "h", "hr\\", '"] OR true --'):
        assert index.lexical("margin report", Filters(access=(tag,)), 5, LIMITLESS) == []


def test_type_document_and_dates_narrow_a_search(index: PassageIndex, embedder: WordEmbedder):
    put(
        index,
        embedder,
        passage("margin", "old.md", date="2024-01-31"),
        passage("margin", "new.md", date="2025-02-01"),
        passage("margin", "mail.eml", type="mail", date="2025-02-01"),
        passage("margin", "undated.md"),
    )

    def find(**filters):
        return sorted(documents_of(index.lexical("margin", Filters(**filters), 9, LIMITLESS)))

    assert find(since=date(2025, 2, 1)) == ["mail.eml", "new.md"]
    assert find(until=date(2024, 1, 31)) == ["old.md"]
    assert find(document_types=("mail",)) == ["mail.eml"]
    assert find(documents=("old.md", "undated.md")) == ["old.md", "undated.md"]


def test_equal_scores_are_ordered_by_id(index: PassageIndex, embedder: WordEmbedder):
    put(index, embedder, *(passage("the same words", "x.md", i) for i in (3, 1, 2, 0)))

    hits = index.lexical("same words", Filters(), 4, LIMITLESS)

    assert [hit.passage.position for hit in hits] == [0, 1, 2, 3]


def test_what_another_has_written_meanwhile_is_replaced(open_index: OpenIndexes, embedder: WordEmbedder):
    mine, other = open_index(MANIFEST), open_index(MANIFEST)
    put(mine, embedder, passage("margin"))
    put(other, embedder, passage("discount", "b.md", digest="old"))

    new = passage("returns", "b.md", digest="new")
    mine.replace([new], embedder.embed([new.search_text]))
    mine.refresh()

    assert mine.passages_of("b.md") == [new]
    assert documents_of(mine.lexical("discount", Filters(), 5, LIMITLESS)) == []


def test_removed_documents_are_found_no_more(index: PassageIndex, embedder: WordEmbedder):
    put(index, embedder, passage("margin"), passage("margin", "it's.md"))

    index.remove(["it's.md"])
    index.refresh()

    assert documents_of(index.lexical("margin", Filters(), 5, LIMITLESS)) == ["a.md"]
    assert [card.id for card in index.documents()] == ["a.md"]


def test_cards_tell_what_is_known_without_the_text(index: PassageIndex, embedder: WordEmbedder):
    put(index, embedder, passage("one", access=("hr",), date="2025-01-01"), passage("two", position=1))

    (card,) = index.documents()

    assert (card.id, card.access, card.date, card.digest, card.is_embedded) == (
        "a.md",
        ("hr",),
        "2025-01-01",
        "d",
        True,
    )


def test_vectors_are_kept_by_the_text_they_stand_for(index: PassageIndex, embedder: WordEmbedder):
    added = passage("margin report")
    put(index, embedder, added)

    assert index.vectors_of("a.md")[added.search_text] == pytest.approx(
        embedder.embed([added.search_text])[0], abs=1e-5
    )


def test_an_index_keeps_its_passages_when_opened_again(open_index: OpenIndexes, embedder: WordEmbedder):
    put(open_index(), embedder, passage("margin"))

    assert documents_of(open_index().lexical("margin", Filters(), 5, LIMITLESS)) == ["a.md"]


def test_another_model_asks_for_a_rebuild(open_index: OpenIndexes, embedder: WordEmbedder):
    put(open_index(), embedder, passage("margin"))
    other = Manifest(model="other", dimensions=3)

    with pytest.raises(IndexMismatch, match="rebuild"):
        open_index(other)


def test_another_format_asks_for_a_rebuild(open_index: OpenIndexes):
    open_index(MANIFEST.model_copy(update={"format": 0}))

    with pytest.raises(IndexMismatch, match="rebuild"):
        open_index()


def test_lexical_search_works_on_an_index_made_with_a_model(open_index: OpenIndexes, embedder: WordEmbedder):
    put(open_index(), embedder, passage("margin"))

    assert documents_of(open_index(Manifest()).lexical("margin", Filters(), 5, LIMITLESS)) == ["a.md"]


def test_passages_without_vectors_are_found_by_words(open_index: OpenIndexes):
    index = open_index(Manifest())
    put(index, LexicalOnly(), passage("margin"))

    assert documents_of(index.lexical("margin", Filters(), 5, LIMITLESS)) == ["a.md"]
    assert not index.documents()[0].is_embedded


def test_an_empty_index_finds_nothing(index: PassageIndex, embedder: WordEmbedder):
    assert index.lexical("margin", Filters(), 5, LIMITLESS) == []
    assert index.nearest(embedder.embed(["margin"])[0], Filters(), 5, LIMITLESS) == []
    assert index.documents() == ()


def test_no_search_starts_after_the_deadline(index: PassageIndex):
    with pytest.raises(DeadlinePassed):
        index.lexical("margin", Filters(), 5, Deadline(0))


@pytest.mark.parametrize("query", ['"', "AND OR NOT", "a:b (c", "", "   ", "{tools}", "\\"])
def test_any_text_can_be_searched_for(index: PassageIndex, embedder: WordEmbedder, query: str):
    put(index, embedder, passage("margin"))

    assert index.lexical(query, Filters(), 5, LIMITLESS) == []
