"""Fusing rankings by Reciprocal Rank Fusion.

Cormack, Clarke and Buettcher: Reciprocal Rank Fusion outperforms Condorcet and individual rank learning methods,
SIGIR 2009. A passage's score is the sum over rankings of 1 / (k + rank), with k = 60 as in the paper.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tools.documents.index import Hit
from tools.documents.passages import Passage

K = 60


@dataclass(frozen=True)
class Candidate:
    """A passage and its scores by component: those of each search, its rank there (`rank_…`), and `rrf`."""

    passage: Passage
    scores: dict[str, float]

    def scored(self, **scores: float) -> "Candidate":
        """The same passage with further scores."""
        return Candidate(self.passage, self.scores | scores)

    @property
    def rank_score(self) -> float:
        """What candidates are ordered by: `rerank` where there is one, else `rrf`, after any time decay."""
        return self.scores.get("rerank", self.scores["rrf"]) * self.scores.get("decay", 1.0)


def fuse(rankings: Mapping[str, Sequence[Hit]]) -> list[Candidate]:
    """One ranking from several, named by their score's component (`bm25`, `cosine`); best first, ties by id."""
    passages: dict[str, Passage] = {}
    scores: dict[str, dict[str, float]] = {}
    for component, hits in rankings.items():
        for rank, hit in enumerate(hits, 1):
            passages[hit.passage.id] = hit.passage
            mine = scores.setdefault(hit.passage.id, {"rrf": 0.0})
            mine |= {component: hit.score, f"rank_{component}": rank, "rrf": mine["rrf"] + 1 / (K + rank)}
    return in_order([Candidate(passages[id], scores[id]) for id in passages])


def in_order(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Candidates, best first; equal ones by passage id."""
    return sorted(candidates, key=lambda c: (-round(c.rank_score, 9), c.passage.id))
