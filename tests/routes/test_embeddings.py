"""Embedding models at a provider: a real server that speaks OpenAI's embeddings API, and what it can do wrong."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from crew.models.embeddings import embedding_call
from tests.documents.words import DIMENSIONS, WordEmbedder
from tests.embedding_provider import EmbeddingProvider, running_embedding_provider
from tools.documents.embedding import EmbeddingCall, EmbeddingFailed, LexicalOnly
from tools.documents.open_embedder import open_embedder
from tools.documents.remembering import RememberingEmbedder
from tools.documents.specs import EmbeddingSpec

NAME = "litellm/openai/small"


@pytest.fixture
def provider() -> Iterator[EmbeddingProvider]:
    with running_embedding_provider() as running:
        yield running


def call(
    provider: EmbeddingProvider, *, key: str = "right", is_patient: bool = True, pauses: list[float] | None = None
) -> EmbeddingCall:
    spec = EmbeddingSpec(api_base=provider.base, api_key_env="KEY", timeout=20)
    pause = (pauses if pauses is not None else []).append
    return embedding_call("openai/small", spec, {"KEY": key}, is_patient=is_patient, pause=pause)


def opened(provider: EmbeddingProvider, memory: Path | None = None, **how: object) -> RememberingEmbedder | LexicalOnly:
    return open_embedder(NAME, call=call(provider, **how), memory=memory)  # type: ignore[arg-type]


def test_texts_are_embedded_in_order_and_in_batches(provider: EmbeddingProvider):
    embedder = opened(provider)
    assert isinstance(embedder, RememberingEmbedder)
    texts = [f"printer number{i}" for i in range(300)]

    vectors = embedder.embed(texts)

    assert embedder.dimensions == DIMENSIONS
    assert vectors == [pytest.approx(vector) for vector in WordEmbedder().embed(texts)]
    assert [len(asked) for asked in provider.asked] == [1, 128, 128, 44]


def test_the_length_of_vectors_and_texts_already_embedded_are_not_asked_for_again(
    provider: EmbeddingProvider, tmp_path: Path
):
    first = opened(provider, tmp_path)
    first.embed(["one", "two"])  # type: ignore[union-attr]
    asked = provider.requests

    again = opened(provider, tmp_path)
    again.embed(["two", "one"])  # type: ignore[union-attr]

    assert provider.requests == asked


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_failure_that_may_pass_is_tried_again_while_documents_are_added(provider: EmbeddingProvider, status: int):
    provider.refusals[:] = [status, status]
    pauses: list[float] = []

    assert len(call(provider, pauses=pauses)(["text"])) == 1

    assert pauses == ([7.0, 7.0] if status == 429 else [1.0, 2.0])


def test_a_question_tries_once(provider: EmbeddingProvider):
    provider.refusals[:] = [429]

    with pytest.raises(EmbeddingFailed, match="over its rate limit"):
        call(provider, is_patient=False)(["text"])

    assert provider.requests == 1


def test_a_wrong_key_is_not_tried_again_and_search_goes_on_by_words(provider: EmbeddingProvider):
    embedder = opened(provider, key="wrong")

    assert isinstance(embedder, LexicalOnly)
    assert "openai/small did not answer: the key is wrong or missing" in embedder.reason
    assert provider.requests == 1


def test_a_missing_key_is_named_without_asking(provider: EmbeddingProvider):
    embedder = opened(provider, key="")

    assert isinstance(embedder, LexicalOnly)
    assert "set the environment variable KEY" in embedder.reason
    assert provider.requests == 0


def test_a_model_that_did_not_answer_is_left_alone_for_a_while(provider: EmbeddingProvider):
    embedder = opened(provider, is_patient=False)
    assert isinstance(embedder, RememberingEmbedder)
    provider.refusals[:] = [500]
    with pytest.raises(EmbeddingFailed):
        embedder.embed(["text"])
    asked = provider.requests

    with pytest.raises(EmbeddingFailed, match="internal error"):
        embedder.embed(["other text"])

    assert provider.requests == asked


def test_a_reply_with_fewer_vectors_than_texts_is_refused(provider: EmbeddingProvider):
    embedder = opened(provider)
    provider.is_short = True

    with pytest.raises(EmbeddingFailed, match="1 vectors for 2 texts"):
        embedder.embed(["one", "two"])  # type: ignore[union-attr]


def test_an_address_where_nobody_answers_is_told(provider: EmbeddingProvider):
    spec = EmbeddingSpec(api_base="http://127.0.0.1:9/v1", api_key_env="KEY")
    nobody = embedding_call("openai/small", spec, {"KEY": "right"}, is_patient=False)

    embedder = open_embedder(NAME, call=nobody)

    assert isinstance(embedder, LexicalOnly)
    assert "cannot be reached" in embedder.reason


def test_nothing_is_printed_about_a_failure(provider: EmbeddingProvider, capfd: pytest.CaptureFixture[str]):
    opened(provider, key="wrong")

    assert capfd.readouterr() == ("", "")
