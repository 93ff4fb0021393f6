"""A question whose index has another embedding model, or one that does not answer, is answered by words and says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from crew.answer import Answer
from crew.assemble import open_desk
from crew.doctor import examine
from crew.load import load_configuration
from crew.opening import open_index
from crew.settings import Settings
from tests.embedding_provider import EmbeddingProvider, running_embedding_provider
from tests.flow.shop import STRIKE, make_shop
from tools.asker import Asker
from tools.documents.ingest import add_documents
from tools.documents.loading import IngestReport

EVERYBODY = Asker(id="ana")
QUESTION = "Why did revenue in Spain fall last quarter?"


@pytest.fixture
def provider() -> Iterator[EmbeddingProvider]:
    with running_embedding_provider() as running:
        yield running


@pytest.fixture
def config(tmp_path: Path, provider: EmbeddingProvider) -> Path:
    """The shop, its notes embedded by a provider's model."""
    folder = make_shop(tmp_path)
    embedder = f"litellm/openai/small, embedding: {{api_base: '{provider.base}', api_key_env: EMBEDDING_KEY}}"
    change(folder, "embedder: none", f"embedder: {embedder}")
    return folder


def change(config: Path, old: str, new: str) -> None:
    domain = config / "domains" / "shop.yaml"
    text = domain.read_text()
    assert old in text
    domain.write_text(text.replace(old, new))


def with_key(settings: Settings, key: str = "right") -> Settings:
    return Settings.read({**settings.environment, "EMBEDDING_KEY": key})


def load(config: Path, settings: Settings) -> IngestReport:
    configuration = load_configuration("shop", settings=settings, folder=config)
    notes = open_index(configuration, "notes", settings, None, create=True)
    try:
        return add_documents(notes.index, config.parent / "notes", notes.embedder)
    finally:
        notes.index.close()


def ask(config: Path, settings: Settings) -> Answer:
    with open_desk("shop", config=config, settings=settings) as desk:
        return desk.ask(QUESTION)


def test_notes_embedded_by_a_provider_are_searched_by_meaning(
    config: Path, settings: Settings, provider: EmbeddingProvider
):
    report = load(config, with_key(settings))

    answer = ask(config, with_key(settings))

    assert (report.passages, report.embedded, report.warnings) == (2, 2, ())
    passages = [piece for piece in answer.evidence if piece["kind"] == "passage"]
    assert STRIKE in passages[0]["text"]
    assert "cosine" in passages[0]["scores"]
    assert not [warning for warning in answer.warnings if "words" in warning]


@pytest.mark.parametrize("fault", ["wrong key", "gone"])
def test_a_model_that_does_not_answer_a_question_leaves_search_by_words(
    config: Path, settings: Settings, provider: EmbeddingProvider, fault: str
):
    load(config, with_key(settings))
    if fault == "gone":
        provider.refusals[:] = [500] * 1000

    answer = ask(config, with_key(settings, "wrong" if fault == "wrong key" else "right"))

    assert STRIKE in next(piece["text"] for piece in answer.evidence if piece["kind"] == "passage")
    assert [warning for warning in answer.warnings if "openai/small did not answer" in warning]


def test_an_index_of_another_model_is_searched_by_words_and_offers_to_be_made_anew(config: Path, settings: Settings):
    load(config, with_key(settings))
    change(config, "litellm/openai/small", "all-MiniLM-L6-v2")

    answer = ask(config, settings)

    assert STRIKE in next(piece["text"] for piece in answer.evidence if piece["kind"] == "passage")
    assert [warning for warning in answer.warnings if "words only" in warning and "documents reindex" in warning]
    found = next(check for check in examine(settings, config, EVERYBODY) if check.subject == "index shop.notes")
    assert (found.status, "documents reindex" in found.remedy) == ("warn", True)


def test_documents_added_while_the_model_fails_are_embedded_later(
    config: Path, settings: Settings, provider: EmbeddingProvider
):
    load(config, with_key(settings))
    note = config.parent / "notes" / "more.md"
    note.write_text("# More\nPaper is scarce.")

    without = load(config, with_key(settings, "wrong"))
    later = load(config, with_key(settings))

    assert without.added == ("more.md",)
    assert "embeds them later" in without.warnings[0]
    assert (later.replaced, later.embedded, later.warnings) == (("more.md",), 1, ())
