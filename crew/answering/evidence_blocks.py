"""Evidence as prompts show it: capped, so that a question of many steps stays within its tokens.

What was found before is summed up first: of rows the first few beside their true count and what was computed, of
passages their beginning. The latest finding is shown whole as long as it fits.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from crew.answering.suspicion import without_instructions
from tools.evidence import Evidence, JoinAccount, PassageEvidence, RowsEvidence
from tools.sql.schema_block import tokens_of

_WHOLE = 10**9
_UNCAPPED = (_WHOLE, _WHOLE)
_CAPS = ((40, _WHOLE), (20, 3000), (10, 1500), (5, 800), (3, 400), (1, 200))
"""Rows and characters shown of a piece, from whole to the shortest summary."""
_UNSHOWN: Any = {
    **dict.fromkeys(("step", "retrieved_at", "sha256", "scores", "access"), True),
    "computed": {"tables", "joins"},
}


def evidence_blocks(pieces: Iterable[Evidence], tokens: int, whole: Collection[str] = ()) -> list[dict[str, Any]]:
    """Every piece, within so many tokens where the shortest summaries fit; the last step's are shortened last.

    Those whose ids are in `whole` are not shortened where that fits, the others then as far as possible.
    """
    shown = list(pieces)
    if not shown:
        return []
    if whole:
        blocks = [_block(piece, *(_UNCAPPED if piece.id in whole else _CAPS[-1])) for piece in shown]
        if tokens_of(blocks) <= tokens:
            return blocks
    latest = {piece.id for piece in shown if piece.step == shown[-1].step}
    earlier_first = [(level, 0) for level in range(len(_CAPS))]
    for earlier, last in (*earlier_first, *((len(_CAPS) - 1, level) for level in range(1, len(_CAPS)))):
        blocks = [_block(piece, *_CAPS[last if piece.id in latest else earlier]) for piece in shown]
        if tokens_of(blocks) <= tokens:
            break
    return blocks


def earlier_blocks(pieces: Mapping[str, Evidence]) -> list[dict[str, Any]]:
    """What a plan must know of earlier turns' evidence to cite it: what it is about, without rows or text."""
    return [{"id": name, "source": piece.source, "kind": piece.kind, **_about(piece)} for name, piece in pieces.items()]


def _about(piece: Evidence) -> dict[str, Any]:
    if isinstance(piece, RowsEvidence):
        columns = [column.name for column in piece.columns]
        return {"computed": piece.computed.words, "columns": columns, "row_count": piece.row_count}
    return {"query": piece.query} if isinstance(piece, PassageEvidence) else {}


def _block(piece: Evidence, rows: int, characters: int) -> dict[str, Any]:
    """A piece of evidence: capped, with its true count; nothing that gives orders.

    Without the moment it was retrieved and a search's scores, so that the same evidence makes the same prompt, and
    without what says nothing more: joins that lost and multiplied nothing.
    """
    shown = piece.model_dump(mode="json", exclude_defaults=True, exclude=_UNSHOWN)
    shown["kind"] = piece.kind
    if isinstance(piece, RowsEvidence):
        joins = _telling(shown.pop("joins", ()), piece.joins)
        shown |= {"joins": joins} if joins else {}
        if len(piece.rows) > rows:
            shown |= {"rows": shown["rows"][:rows], "rows_shown": rows}
    shown = without_instructions(shown, piece)
    if isinstance(piece, PassageEvidence) and len(shown["text"]) > characters:
        shown |= {"text": shown["text"][:characters], "characters_shown": characters}
    return shown


def _telling(shown: Sequence[dict[str, Any]], joins: Sequence[JoinAccount]) -> list[dict[str, Any]]:
    """Joins that lost or multiplied rows, or are not known to have done neither."""
    return [account for account, join in zip(shown, joins, strict=True) if _tells(join)]


def _tells(join: JoinAccount) -> bool:
    return bool(join.multiplies or join.doubtful_measures or join.unmatched_left != 0 or join.unmatched_right != 0)
