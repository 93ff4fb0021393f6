"""Vectors are remembered by the digest of their text: nothing is embedded twice by one model."""

from pathlib import Path

import pytest

from tests.documents.words import MANIFEST, OpenIndexes, WordEmbedder
from tools.documents.ingest import add_documents
from tools.documents.lance_index import LanceIndex
from tools.documents.remembering import RememberingEmbedder
from tools.documents.vector_memory import VectorMemory


def remembering(model: WordEmbedder, folder: Path) -> RememberingEmbedder:
    return RememberingEmbedder(model, VectorMemory(folder, model.name))


def test_the_same_text_is_embedded_once_over_documents_loads_and_indexes(
    open_index: OpenIndexes, embedder: WordEmbedder, folder: Path, tmp_path: Path
):
    for name in ("a", "b"):
        (folder / f"{name}.md").write_text("# Same\nThe same words.")
    first = add_documents(open_index(), folder, remembering(embedder, tmp_path))

    again = add_documents(LanceIndex(tmp_path / "other", MANIFEST), folder, remembering(embedder, tmp_path))

    assert embedder.embedded == ["Same\nThe same words."] or embedder.embedded == ["Same > Same\nThe same words."]
    assert (first.embedded, again.embedded, again.passages) == (1, 0, 2)


def test_what_is_remembered_is_what_the_model_gave(embedder: WordEmbedder, tmp_path: Path):
    texts = ["One printer.", "Two scanners."]
    given = remembering(embedder, tmp_path).embed(texts)

    again = remembering(embedder, tmp_path).embed([*reversed(texts)])

    assert [pytest.approx(vector, abs=1e-6) for vector in reversed(given)] == again
    assert embedder.embedded == texts


def test_models_do_not_share_their_vectors(tmp_path: Path):
    VectorMemory(tmp_path, "one").remember({"text": [1.0, 0.0]})

    assert VectorMemory(tmp_path, "one").recall(["text"]) == {"text": [1.0, 0.0]}
    assert VectorMemory(tmp_path, "one, another edition").recall(["text"]) == {}


def test_no_text_is_kept(embedder: WordEmbedder, tmp_path: Path):
    remembering(embedder, tmp_path).embed(["A most secret sentence.", "Another."])

    assert all(b"secret" not in file.read_bytes() for file in tmp_path.iterdir())


def test_what_was_not_used_for_longest_is_forgotten_once_the_file_is_full(tmp_path: Path):
    memory = VectorMemory(tmp_path, "small", most_bytes=200_000)
    texts = [f"text {i}" for i in range(400)]
    for start in range(0, 400, 20):
        memory.remember({text: [0.5] * 384 for text in texts[start : start + 20]})

    kept = memory.recall(texts)

    assert 0 < len(kept) < 200
    assert texts[-1] in kept
    assert texts[0] not in kept


def test_a_file_that_cannot_be_used_costs_only_the_remembering(embedder: WordEmbedder, tmp_path: Path):
    (tmp_path / "embeddings").write_text("a file where the folder should be")
    model = remembering(embedder, tmp_path / "embeddings")

    assert model.embed(["One.", "Two."]) == model.embed(["One.", "Two."])
    assert model.computed == 4


def test_a_damaged_file_costs_only_the_remembering(embedder: WordEmbedder, tmp_path: Path):
    remembering(embedder, tmp_path).embed(["One.", "Two."])
    for file in tmp_path.iterdir():
        file.write_bytes(b"damaged" * 1000)

    assert len(remembering(embedder, tmp_path).embed(["One.", "Two."])) == 2
