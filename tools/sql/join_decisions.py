"""What the supervisor and people have decided about inferred joins, laid over a schema."""

from collections.abc import Iterable, Sequence

from tools.errors import ToolError
from tools.frozen import Frozen
from tools.sql.check_semantics import read_join
from tools.sql.join_words import join_text, pairs_of
from tools.sql.joins import APPROVABLE
from tools.sql.schema import Join, Schema


class JoinDecision(Frozen):
    """One decision; a person's outweighs every confidence, the supervisor's holds from 80 % on."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    is_approved: bool
    is_by_person: bool
    is_tried: bool = False
    words: str = ""
    """Who decided, and when."""


def with_decisions(schema: Schema, decisions: Sequence[JoinDecision]) -> Schema:
    """The schema whose usable joins contain the approved and confirmed ones, and whose suggestions lack the decided.

    A decision on columns that are gone, or by the supervisor on a join that its values no longer bear out, is as if it
    had not been made. Joins that the database or the domain file declares are beyond decision.
    """
    suggestions = {pairs_of(join): join for join in schema.suggestions}
    settled = {pairs_of(join) for join in schema.joins}
    added: list[Join] = []
    for decision in decisions:
        pairs = pairs_of(Join(left=decision.left, right=decision.right))
        suggested = suggestions.get(pairs)
        if pairs in settled:
            continue
        if not decision.is_approved:
            suggestions.pop(pairs, None)
        elif decision.is_by_person and (join := suggested or _written(decision, schema)):
            added.append(join.model_copy(update={"origin": "confirmed", "reason": decision.words}))
            suggestions.pop(pairs, None)
        elif suggested and suggested.confidence >= APPROVABLE:
            changes = {"origin": "approved", "reason": decision.words, "is_tried": decision.is_tried}
            added.append(suggested.model_copy(update=changes))
            suggestions.pop(pairs)
    if not added and len(suggestions) == len(schema.suggestions):
        return schema
    return schema.model_copy(update={"joins": (*schema.joins, *added), "suggestions": tuple(suggestions.values())})


def find_join(text: str, joins: Iterable[Join]) -> Join | None:
    """The join of these that a text such as `a.x = b.y and a.z = b.w` names, in whichever direction."""
    wanted = _spelled(text)
    return next((join for join in joins if _spelled(join_text(join.left, join.right)) == wanted), None)


def _spelled(text: str) -> frozenset[frozenset[str]]:
    parts = " ".join(text.lower().split()).split(" and ")
    return frozenset(frozenset(side.strip() for side in part.split("=")) for part in parts)


def _written(decision: JoinDecision, schema: Schema) -> Join | None:
    try:
        return read_join(join_text(decision.left, decision.right), schema)
    except ToolError:
        return None
