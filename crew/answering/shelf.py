"""The evidence of one run, numbered in the plan's order."""

from collections.abc import Iterator, Mapping, Sequence

from tools.evidence import Evidence


class EvidenceShelf(Mapping[str, Evidence]):
    """Evidence by its number: E1, E2, …"""

    def __init__(self, evidence: Sequence[Evidence] = ()) -> None:
        self._evidence = {e.id: e for e in evidence}

    def number(self, evidence: Sequence[Evidence]) -> list[Evidence]:
        """Give evidence the next numbers, except what is on the shelf already by its content; returns both kinds.

        A passage found twice is one piece of evidence.
        """
        numbered = []
        by_content = {e.sha256: e for e in self._evidence.values()}
        for piece in evidence:
            known = by_content.get(piece.sha256) or self._same_passage(piece)
            if known is None:
                known = piece.model_copy(update={"id": f"E{len(self._evidence) + 1}"})
                self._evidence[known.id] = by_content[known.sha256] = known
            if known not in numbered:
                numbered.append(known)
        return numbered

    def _same_passage(self, piece: Evidence) -> Evidence | None:
        if piece.kind != "passage":
            return None
        place = (piece.source, piece.passage)
        return next(
            (e for e in self._evidence.values() if e.kind == "passage" and (e.source, e.passage) == place), None
        )

    def __getitem__(self, key: str) -> Evidence:
        return self._evidence[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._evidence)

    def __len__(self) -> int:
        return len(self._evidence)
