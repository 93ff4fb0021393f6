"""Which joins a statement may use: declared, confirmed and approved ones, and what follows from them."""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from tools.errors import ToolError
from tools.sql.join_links import Link, links
from tools.sql.join_paths import join_text
from tools.sql.joins import APPROVABLE
from tools.sql.schema import Join, Schema

_MOST_NAMED = 5


class UnapprovedJoin(ToolError):
    """The statement joins tables in a way that is only inferred, or that nobody has named."""

    def __init__(self, message: str, suggestion: Join | None = None, nearest: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestion = suggestion
        self.nearest = tuple(nearest)


class DoubtfulJoin(ToolError):
    """An approved join that was only inferred turned out not to hold when it was first run."""


def used_joins(tree: exp.Query, schema: Schema, joins: Sequence[Join]) -> tuple[Join, ...]:
    """The known joins that a resolved statement uses; raises UnapprovedJoin for one that may not be used.

    Equal dates and times line rows up rather than join them, so they need no approval.
    """
    known = {pairs_of(join): join for join in joins}
    classes = _classes(joins)
    used: dict[Join, None] = {}
    for link in links(tree):
        matching = [join for pairs, join in known.items() if pairs <= link.pairs]
        used.update(dict.fromkeys(matching))
        if matching or _is_moment(link, schema) or any(classes.get(a) is classes.get(b, b) for a, b in link.pairs):
            continue
        raise _unapproved(link, schema, joins)
    return tuple(used)


def pairs_of(join: Join) -> frozenset[tuple[str, str]]:
    """The equal columns of a join, without regard to its direction."""
    pairs = zip(join.left, join.right, strict=True)
    return frozenset((a, b) if a <= b else (b, a) for a, b in pairs)


def suggestion_hint(join: Join) -> str:
    """What must happen before a suggested join may be used."""
    text = join_text(join.left, join.right)
    if join.confidence >= APPROVABLE:
        return (
            f"`{text}` is only inferred ({join.confidence:.0%}), and nobody has approved it. Give this statement up: "
            "a replan can approve it in `approved_joins`."
        )
    return (
        f"`{text}` is only inferred ({join.confidence:.0%}). Below {APPROVABLE:.0%} a person must confirm it first, "
        f'with `crosscheck schema joins confirm "{text}"`; until then say that it is missing.'
    )


def _unapproved(link: Link, schema: Schema, joins: Sequence[Join]) -> UnapprovedJoin:
    suggestion = next((j for j in schema.suggestions if pairs_of(j) <= link.pairs), None)
    tables = {column.rpartition(".")[0] for pair in link.pairs for column in pair}
    near = [j for j in joins if tables <= _tables_of(j)] or [j for j in joins if tables & _tables_of(j)]
    named = [join_text(j.left, j.right) for j in near][:_MOST_NAMED]
    reason = suggestion_hint(suggestion) if suggestion else f"`{link.text}` is no join that may be used here."
    usable = f" You may use: {', '.join(f'`{text}`' for text in named)}." if named else ""
    return UnapprovedJoin(reason + usable, suggestion, named)


def _tables_of(join: Join) -> set[str]:
    return {column.rpartition(".")[0] for column in (*join.left, *join.right)}


def _is_moment(link: Link, schema: Schema) -> bool:
    columns = {column for pair in link.pairs for column in pair}
    return all(_kind(schema, column) in ("date", "datetime") for column in columns)


def _kind(schema: Schema, text: str) -> str | None:
    table = schema.table(text.rpartition(".")[0])
    column = table.column(text.rpartition(".")[2]) if table else None
    return column.kind if column else None


def _classes(joins: Iterable[Join]) -> dict[str, set[str]]:
    """Columns that joins over one column make equal: two that point to the same key may be joined with each other."""
    classes: dict[str, set[str]] = {}
    for join in joins:
        if len(join.left) == 1:
            merged = classes.get(join.left[0], {join.left[0]}) | classes.get(join.right[0], {join.right[0]})
            classes.update(dict.fromkeys(merged, merged))
    return classes
