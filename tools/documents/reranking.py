"""Reranking by a cross-encoder that lies on this machine: slower than fusion, and better at telling close passages."""

import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tools.deadline import Deadline
from tools.documents.at_once import at_once
from tools.documents.fusion import Candidate, in_order
from tools.errors import ToolError

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

_MOST = 30
"""Candidates that are read by the cross-encoder; the others are too far behind to matter."""


class RerankingFailed(ToolError):
    """The cross-encoder cannot be had; the order by fusion stands."""


class Reranker:
    """A cross-encoder read from a folder at its first use. Thread-safe."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._model: CrossEncoder | None = None

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers a question, between 0 and 1; raises RerankingFailed."""
        with self._lock:
            if self._model is None:
                self._model = _load(self._folder)
            found = self._model.predict([(question, text) for text in texts], show_progress_bar=False)
        return [float(score) for score in found]


@lru_cache(maxsize=4)
def open_reranker(folder: str) -> Reranker:
    """The cross-encoder of a folder, one for all searches."""
    return Reranker(Path(folder))


def rerank(question: str, candidates: Sequence[Candidate], reranker: Reranker, deadline: Deadline) -> list[Candidate]:
    """The best candidates with one more score, `rerank`, in its order; raises RerankingFailed and DeadlinePassed."""
    best = candidates[:_MOST]
    if not best:
        return []
    texts = [candidate.passage.search_text for candidate in best]
    found, _ = at_once({"rerank": lambda: reranker.scores(question, texts)}, deadline)
    pairs = zip(best, found["rerank"], strict=True)
    return in_order([c.scored(rerank=score) for c, score in pairs])


def _load(folder: Path) -> "CrossEncoder":
    from sentence_transformers import CrossEncoder
    from torch.nn import Sigmoid

    if not folder.is_dir():
        raise RerankingFailed(f"the reranker's folder {folder.name} does not exist")
    try:
        return CrossEncoder(
            str(folder), device="cpu", local_files_only=True, trust_remote_code=False, activation_fn=Sigmoid()
        )
    except (OSError, ValueError, KeyError) as error:
        raise RerankingFailed(f"the folder {folder.name} does not hold a cross-encoder") from error
