"""Opening the embedder that an index's spec names."""

from pathlib import Path

from tools.documents.called_embedder import CalledEmbedder
from tools.documents.embedding import EmbeddingCall, EmbeddingFailed, LexicalOnly
from tools.documents.remembering import RememberingEmbedder
from tools.documents.sentence_embedder import NoModel, open_sentence_embedder
from tools.documents.vector_memory import VectorMemory

CALLED = "litellm/"
"""What the name of an embedder begins with that is called."""
_WITHOUT = "searching by words only, without meaning"


def open_embedder(
    name: str, *, call: EmbeddingCall | None = None, dimensions: int | None = None, memory: Path | None = None
) -> RememberingEmbedder | LexicalOnly:
    """The embedder of a name or path, or `litellm/…` asked by `call`; `none` for none. Nothing is fetched from a hub.

    What it embeds is remembered in the folder `memory`. When the model cannot be had, search goes on without it:
    LexicalOnly, with the reason.
    """
    if name == "none":
        return LexicalOnly()
    try:
        return _called(name, call, dimensions, memory) if name.startswith(CALLED) else _local(name, memory)
    except (NoModel, EmbeddingFailed) as error:
        return LexicalOnly(f"{_WITHOUT}: {error}")


def _local(name: str, memory: Path | None) -> RememberingEmbedder:
    embedder = open_sentence_embedder(name)
    kept = VectorMemory(memory, f"{embedder.name} {embedder.revision}") if memory else None
    return RememberingEmbedder(embedder, kept)


def _called(name: str, call: EmbeddingCall | None, dimensions: int | None, memory: Path | None) -> RememberingEmbedder:
    if call is None:
        raise NoModel(f"the model {name} is called by the application, which gave no way to do so")
    embedder = CalledEmbedder(name, call, dimensions or 0)
    kept = VectorMemory(memory, f"{name} {dimensions or ''}".strip()) if memory else None
    remembering = RememberingEmbedder(embedder, kept)
    embedder.learn_dimensions(remembering.embed)
    return remembering
