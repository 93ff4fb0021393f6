"""Reranking by a cross-encoder: a tiny one, made here, with random weights."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.documents.words import WordEmbedder, passage, put
from tools.documents.index import PassageIndex
from tools.documents.search_evidence import Library, search_evidence
from tools.documents.specs import IndexSpec

WORDS = ["refunds", "take", "five", "two", "days", "rule", "trains", "are", "preferred"]


@pytest.fixture(scope="module")
def cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast, set_seed

    set_seed(1)
    folder = tmp_path_factory.mktemp("cross-encoder")
    (folder / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]))
    tokenizer = BertTokenizerFast(vocab_file=str(folder / "vocab.txt"))
    size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config = BertConfig(vocab_size=len(tokenizer), num_labels=1, initializer_range=0.3, **size)
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def test_candidates_are_ordered_by_the_cross_encoder(
    lance: PassageIndex, embedder: WordEmbedder, library: Callable[..., Library], cross_encoder: Path
):
    texts = ("Refunds take five days rule.", "Refunds take two days rule.", "Days rule: refunds take trains.")
    put(lance, embedder, *(passage(text, f"{i}.md") for i, text in enumerate(texts)))

    found = search_evidence(library(spec=IndexSpec(reranker=str(cross_encoder))), "refunds take days rule")
    scores = [hit.scores["rerank"] for hit in found.result.passages]

    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 1
    assert all(0 <= score <= 1 for score in scores)
    assert all("rrf" in hit.scores for hit in found.result.passages)


@pytest.mark.parametrize("content", [None, "nothing of a model"])
def test_a_reranker_that_cannot_be_had_leaves_the_order_and_says_so(
    lance: PassageIndex, embedder: WordEmbedder, library: Callable[..., Library], tmp_path: Path, content: str | None
):
    put(lance, embedder, passage("Refunds take five days."))
    folder = tmp_path / "model"
    if content:
        folder.mkdir()
        (folder / "config.json").write_text(content)

    found = search_evidence(library(spec=IndexSpec(reranker=str(folder))), "refunds take days")

    assert [hit.passage.document for hit in found.result.passages] == ["a.md"]
    assert [signal.kind for signal in found.result.signals] == ["incomplete"]
    assert "not reranked" in found.result.warnings[0]
