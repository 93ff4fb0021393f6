"""The figures behind a cause: what moved, which member moved it, and what its peers did."""

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal

from crew.models.offline.comparing import ComparedRows
from crew.models.offline.cues import cue_at
from crew.models.offline.language import content_stems, words_of
from crew.models.offline.telling_changes import ChangeTeller
from tasks.checks.language import FALL, RISE
from tasks.draft import DraftSentence

_LEAST_PART, _MOST_PART = Decimal("0.25"), Decimal(3)
"""A member explains a change when its own is at least this part of it, and not many times as much."""
_MOST_MEMBERS, _MOST_PEERS = 2, 4


class Explanation:
    """A change, taken apart. `pairs` are the rows of all slots; the first is what the question is about."""

    def __init__(self, pairs: Sequence[ComparedRows], question: str) -> None:
        self.whole = pairs[0]
        self._expected = _direction(question)
        by_slot = {p.now.slot.id: p for p in pairs}
        self.parts, self.peers = by_slot.get("parts_now"), by_slot.get("peers_now")

    @property
    def change(self) -> Decimal:
        """How far the first measure moved as a whole."""
        return self.whole.change(0) or Decimal(0)

    @property
    def is_contradicted(self) -> bool:
        """True when the question takes a fall for granted and there was none, or the other way round."""
        return self._expected * self.change < 0

    def members(self) -> list[int]:
        """The rows of the parts that explain the change, the largest first; none for rates, which do not add up."""
        if self.parts is None or not self.change or self.is_contradicted or _is_rate(self.parts):
            return []
        ranked = self.parts.rows_by_change(falls_first=self.change < 0)
        parts = {row: (self.parts.change(row) or Decimal(0)) / self.change for row in ranked}
        return [row for row in ranked if _LEAST_PART <= parts[row] <= _MOST_PART][:_MOST_MEMBERS]

    def reason_names(self) -> dict[str, float]:
        """Stems of the names of the members that explain the change, with weights; without what most members share."""
        if self.parts is None:
            return {}
        named = [set(content_stems(self.parts.names(row))) for row in range(len(self.parts.now.evidence.rows))]
        shared = Counter(stem for stems in named for stem in stems)
        weights: dict[str, float] = {}
        for weight, row in zip((3.0, 2.0), self.members(), strict=False):
            weights |= {stem: weight for stem in named[row] if shared[stem] <= max(1, len(named) // 2)}
        return weights

    def sentences(self, teller: ChangeTeller) -> Iterator[DraftSentence]:
        """The change, the members behind it, the other measures, and the peers."""
        for column in self.whole.now.measures[:1]:
            yield from _told(teller.change(self.whole, 0, column))
        for row in self.members():
            if self.parts is not None:
                yield from _told(teller.part(self.parts, row, self.whole))
        for column in self.whole.now.measures[1:2]:
            yield from _told(teller.change(self.whole, 0, column))
        if self.peers is not None:
            yield from _told(teller.peers(self.peers, range(len(self.peers.now.evidence.rows))[:_MOST_PEERS]))


def _told(sentence: DraftSentence | None) -> Iterator[DraftSentence]:
    if sentence is not None:
        yield sentence


def _is_rate(pair: ComparedRows) -> bool:
    column = pair.measure
    is_average = column is not None and (column.measure or "").startswith("avg(")
    return column is None or is_average or column.unit in ("ratio", "percent")


def _direction(question: str) -> int:
    """1 when the question speaks of a rise or of strength, -1 of a fall or weakness, 0 of neither or both."""
    words = words_of(question)
    cues = {cue.kind for at in range(len(words)) if (cue := cue_at(words, at))}
    up = "strong" in cues or RISE.search(question) is not None
    down = "weak" in cues or FALL.search(question) is not None
    return int(up) - int(down)
