"""An index made anew takes the old one's place while it is searched, in both implementations."""

import threading

import pytest

from tests.documents.words import MANIFEST, OpenIndexes, WordEmbedder, passage, put
from tools.deadline import Deadline
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Filters, IndexUnusable, Manifest, PassageIndex
from tools.documents.reindex import reindex
from tools.errors import ToolError

MANY = 40


class OtherEmbedder(WordEmbedder):
    """Another model, of fewer dimensions."""

    name = "other"
    dimensions = 8

    def embed(self, texts):
        return [[*vector[:7], 0.5] for vector in super().embed(texts)]


def fill(index: PassageIndex, embedder: WordEmbedder) -> None:
    put(index, embedder, *(passage(f"The printer number{i} jams.", f"{i}.md", digest=f"d{i}") for i in range(MANY)))


def test_a_changed_model_embeds_every_passage_anew(open_index: OpenIndexes, embedder: WordEmbedder):
    fill(open_index(), embedder)
    other = OtherEmbedder()

    copied = reindex(open_index(None), other)

    new = open_index(Manifest(model="other", dimensions=8))
    assert (copied.documents, copied.passages, copied.embedded, new.count()) == (MANY, MANY, MANY, MANY)
    assert [card.is_embedded for card in new.documents()] == [True] * MANY
    assert len(new.nearest(other.embed(["number3"])[0], Filters(), 5, Deadline())) == 5


def test_the_same_model_embeds_nothing_again(open_index: OpenIndexes, embedder: WordEmbedder):
    fill(open_index(), embedder)
    before = open_index().passages_of("3.md"), list(open_index().documents())
    again = WordEmbedder()

    copied = reindex(open_index(), again)

    assert (copied.embedded, again.embedded) == (0, [])
    assert (open_index().passages_of("3.md"), list(open_index().documents())) == before


def test_searches_go_on_while_the_index_is_made_anew(open_index: OpenIndexes, embedder: WordEmbedder):
    fill(open_index(), embedder)
    reader, faults, searches, is_done = open_index(), [], [0], threading.Event()

    def search() -> None:
        while not is_done.is_set():
            try:
                found = reader.lexical("printer", Filters(), 100, Deadline(30))
                cards = reader.documents(Deadline(30))
                texts = reader.passages_of("7.md", Deadline(30))
                if (len(found), len(cards), len(texts)) != (MANY, MANY, 1):
                    faults.append((len(found), len(cards), len(texts)))
            except Exception as error:  # noqa: BLE001  every failure counts
                faults.append(error)
            searches[0] += 1

    searching = threading.Thread(target=search)
    searching.start()
    try:
        for _ in range(3):
            reindex(open_index(), WordEmbedder())
    finally:
        is_done.set()
        searching.join()

    assert faults == []
    assert searches[0] > 3


def test_what_is_added_and_removed_meanwhile_is_carried_over(open_index: OpenIndexes, embedder: WordEmbedder):
    fill(open_index(), embedder)

    class Meddling(OtherEmbedder):
        def embed(self, texts):
            if not self.embedded:
                put(open_index(), embedder, passage("Scanners too.", "new.md"), passage("Changed.", "0.md", digest="x"))
                open_index().remove(["5.md"])
            return super().embed(texts)

    reindex(open_index(), Meddling())

    new = open_index(None)
    assert new.count() == MANY
    assert [each.text for each in new.passages_of("new.md") + new.passages_of("0.md")] == ["Scanners too.", "Changed."]
    assert list(new.passages_of("5.md")) == []


def test_a_failure_leaves_the_old_index_as_it_was(open_index: OpenIndexes, embedder: WordEmbedder):
    fill(open_index(), embedder)

    class Broken(OtherEmbedder):
        def embed(self, texts):
            raise RuntimeError("no memory")

    with pytest.raises(RuntimeError, match="no memory"):
        reindex(open_index(), Broken())

    index = open_index()
    put(index, embedder, passage("Still writable.", "more.md"))
    assert index.count() == MANY + 1


def test_nobody_writes_to_an_index_that_is_about_to_be_replaced(open_index: OpenIndexes, embedder: WordEmbedder):
    fill(open_index(), embedder)
    index, writer, outcome = open_index(), open_index(), []

    def write() -> None:
        try:
            put(writer, embedder, passage("Late.", "late.md"))
            outcome.append("written")
        except IndexUnusable as error:
            outcome.append(str(error))

    writing = threading.Thread(target=write)
    with index.replacement(MANIFEST) as new:
        new.freeze()
        writing.start()
        writing.join(timeout=3)
        assert index.count() == MANY
        new.take_over()
    writing.join()

    # The server refuses at once; with the embedded index, the writer waits and writes to the new one.
    assert outcome == ["written"] or "being re-indexed" in outcome[0]
    assert open_index().count() == (outcome == ["written"])


def test_an_index_open_elsewhere_says_that_it_was_made_with_another_model(
    open_index: OpenIndexes, embedder: WordEmbedder
):
    fill(open_index(), embedder)
    reader = open_index()
    vector = embedder.embed(["printer"])[0]
    assert reader.nearest(vector, Filters(), 5, Deadline())

    reindex(open_index(), OtherEmbedder())

    with pytest.raises(ToolError, match="another model"):
        reader.nearest(vector, Filters(), 5, Deadline())


def test_an_index_without_a_model_is_searched_by_words(open_index: OpenIndexes, embedder: WordEmbedder):
    fill(open_index(), embedder)

    copied = reindex(open_index(), LexicalOnly())

    new = open_index(Manifest())
    assert (copied.embedded, new.manifest.dimensions, new.count()) == (0, 0, MANY)
    assert [hit.passage.document for hit in new.lexical("number3", Filters(), 5, Deadline())] == ["3.md"]
