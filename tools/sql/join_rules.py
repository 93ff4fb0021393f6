"""Which joins a statement may use: declared, confirmed and approved ones, and what follows from them."""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from tools.errors import ToolError
from tools.sql.join_links import Link, links
from tools.sql.join_words import join_text, pairs_of, suggestion_hint
from tools.sql.joins import APPROVABLE
from tools.sql.schema import Join, Schema

_MOST_NAMED = 5


class UnapprovedJoin(ToolError):
    """The statement joins tables in a way that is only inferred, or that nobody has named."""

    def __init__(
        self, message: str, nearest: Sequence[str] = (), *, join: str = "", is_for_supervisor: bool = False
    ) -> None:
        super().__init__(message)
        self.join = join
        """The join as SQL over whole names."""
        self.nearest = tuple(nearest)
        self.is_for_supervisor = is_for_supervisor
        """Only a plan can mend it: no other join of these tables may be used."""


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


def _unapproved(link: Link, schema: Schema, joins: Sequence[Join]) -> UnapprovedJoin:
    suggestion = next((j for j in schema.suggestions if pairs_of(j) <= link.pairs), None)
    tables = {column.rpartition(".")[0] for pair in link.pairs for column in pair}
    between = [j for j in joins if tables <= _tables_of(j)]
    near = between or [j for j in joins if tables & _tables_of(j)]
    named = [join_text(j.left, j.right) for j in near][:_MOST_NAMED]
    reason = suggestion_hint(suggestion) if suggestion else f"`{link.text}` is no join that may be used here."
    usable = f" You may use: {', '.join(f'`{text}`' for text in named)}." if named else ""
    is_for_supervisor = suggestion is not None and suggestion.confidence >= APPROVABLE and not between
    return UnapprovedJoin(reason + usable, named, join=link.text, is_for_supervisor=is_for_supervisor)


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
