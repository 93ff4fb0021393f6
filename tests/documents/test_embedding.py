"""The real embedding model, and what happens where it is not to be had."""

from pathlib import Path

import pytest

from tools.documents.embedding import LexicalOnly
from tools.documents.open_embedder import open_embedder
from tools.documents.remembering import RememberingEmbedder


@pytest.fixture(scope="module")
def model() -> RememberingEmbedder:
    opened = open_embedder("all-MiniLM-L6-v2")
    assert isinstance(opened, RememberingEmbedder)
    return opened


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def test_texts_of_like_meaning_are_near(model: RememberingEmbedder):
    refund, money_back, weather = model.embed(["How do I get a refund?", "I want my money back.", "It will rain."])

    assert cosine(refund, money_back) > 0.5 > cosine(refund, weather)
    assert cosine(refund, refund) == pytest.approx(1.0, abs=1e-5)
    assert len(refund) == model.dimensions == 384


def test_the_packaged_model_knows_english_only(model: RememberingEmbedder):
    assert model.knows("en")
    assert not model.knows("ja")


def test_none_searches_by_words_without_a_warning():
    chosen = open_embedder("none")

    assert isinstance(chosen, LexicalOnly)
    assert chosen.reason == ""


@pytest.mark.parametrize("name", ["no-such-model", "someone/no-such-model", "not a name at all!"])
def test_a_model_that_is_not_here_is_never_fetched(name: str):
    missing = open_embedder(name)

    assert isinstance(missing, LexicalOnly)
    assert name in missing.reason


def test_a_folder_without_a_model_is_said_to_be_none(tmp_path: Path):
    missing = open_embedder(str(tmp_path))

    assert isinstance(missing, LexicalOnly)
    assert str(tmp_path) in missing.reason
