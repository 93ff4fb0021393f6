"""Names that a database no longer has since its schema was read, and what they are likely called now."""

from collections.abc import Callable, Sequence

from rapidfuzz import fuzz, utils

from tools.evidence import NothingFound, RowsEvidence
from tools.frozen import Frozen
from tools.sql.errors import SchemaChanged, UnknownColumn, UnknownTable
from tools.sql.schema import Column, Schema, Table

LIKELY = 0.8
"""From this likeness on, a new name is proposed for an old one."""
_ALIKE = 0.5

Rows = RowsEvidence | NothingFound


class Drift(Frozen):
    """A table, or a column as `table.column`, that is gone, and the new name it most resembles."""

    old: str
    new: str | None = None
    likeness: float = 0.0
    """Between 0 and 1."""

    @property
    def is_likely(self) -> bool:
        """Whether the new name may be proposed for the old one."""
        return self.new is not None and self.likeness >= LIKELY

    def __str__(self) -> str:
        if self.is_likely:
            return f"`{self.old}` is gone; it is likely `{self.new}` now (likeness {self.likeness:.2f})"
        return f"`{self.old}` is gone, and no new name resembles it"


def run_through_drift(
    run: Callable[[Schema], Rows],
    stale: Schema,
    *,
    refresh: Callable[[], Schema],
    learned: Callable[[Sequence[Drift]], None],
) -> Rows:
    """Run a statement, and once more over a fresh schema when it names what the schema or the database does not have.

    `learned` is told what has drifted. Raises as `run` does; an UnknownColumn or UnknownTable then names the likely
    new name first and carries its `drift`.
    """
    try:
        return run(stale)
    except (UnknownColumn, UnknownTable, SchemaChanged):
        fresh = refresh()
    found = drifts(stale, fresh)
    learned(found)
    try:
        return run(fresh)
    except (UnknownColumn, UnknownTable) as error:
        raise explained(error, found) from error


def drifts(before: Schema, after: Schema) -> tuple[Drift, ...]:
    """Every table and column that `after` no longer has."""
    gone = [table for table in before.tables if after.table(table.name) is None]
    come = [table for table in after.tables if before.table(table.name) is None]
    found = [_table_drift(table, come, is_only=len(gone) == len(come) == 1) for table in gone]
    heirs = {drift.old: after.table(drift.new or "") for drift in found if drift.is_likely}
    for table in before.tables:
        heir = after.table(table.name) or heirs.get(table.name)
        found += _column_drifts(table, heir) if heir else []
    return tuple(found)


def explained(error: UnknownColumn | UnknownTable, found: Sequence[Drift]) -> UnknownColumn | UnknownTable:
    """The error with what is known of the name's drift; the error itself when there is nothing."""
    name = error.column if isinstance(error, UnknownColumn) else error.table
    drift = next((d for d in found if d.old.rpartition(".")[2].lower() == name.lower()), None)
    if drift is None:
        return error
    likely = [drift.new] if drift.is_likely and drift.new else []
    nearest = [*likely, *(n for n in error.nearest if n not in likely)]
    hint = f" The schema has changed: {drift}."
    more = UnknownColumn(name, nearest, hint) if isinstance(error, UnknownColumn) else UnknownTable(name, nearest, hint)
    more.drift = drift
    return more


def with_drift_warnings(rows: Rows, known: Sequence[Drift]) -> Rows:
    """Evidence that says so when a name in its statement is new, or took over from one that is gone."""
    text = (rows.statement if isinstance(rows, RowsEvidence) else rows.tried).lower()
    told = [str(drift) for drift in known if drift.new and drift.new.rpartition(".")[2].lower() in text]
    if not told:
        return rows
    if isinstance(rows, NothingFound):
        return rows.model_copy(update={"reason": f"{rows.reason} The schema has changed: {'; '.join(told)}."})
    return rows.model_copy(update={"warnings": (*rows.warnings, *(f"schema_changed: {text}" for text in told))})


def _table_drift(table: Table, come: Sequence[Table], *, is_only: bool) -> Drift:
    names = {column.name.lower() for column in table.columns}
    likeness = {
        new.name: max(_likeness(table.name, new.name, is_only), _overlap(names, {c.name.lower() for c in new.columns}))
        for new in come
    }
    return _best(table.name, likeness)


def _column_drifts(table: Table, heir: Table) -> list[Drift]:
    gone = [column for column in table.columns if heir.column(column.name) is None]
    come = [column for column in heir.columns if table.column(column.name) is None]
    found = []
    for column in gone:
        same_kind = [new for new in come if new.kind == column.kind]
        rivals = [other for other in gone if other.kind == column.kind]
        is_only = len(same_kind) == len(rivals) == 1
        likeness = {f"{heir.name}.{new.name}": _column_likeness(column, new, is_only) for new in same_kind}
        found.append(_best(f"{table.name}.{column.name}", likeness))
    return found


def _column_likeness(old: Column, new: Column, is_only: bool) -> float:
    named = _likeness(old.name, new.name, is_only)
    return max(named, _overlap(set(old.values), set(new.values))) if len(old.values) > 1 else named


def _likeness(old: str, new: str, is_only: bool) -> float:
    """How alike two names are; where one name went and one came, the rest of the doubt is halved."""
    written, wanted = old.replace("_", " "), new.replace("_", " ")
    alike = (
        max(scorer(written, wanted, processor=utils.default_process) for scorer in (fuzz.ratio, fuzz.token_sort_ratio))
        / 100
    )
    return (1 + alike) / 2 if is_only and alike >= _ALIKE else alike


def _overlap(left: set[str], right: set[str]) -> float:
    return len(left & right) / len(left | right) if left | right else 0.0


def _best(old: str, likeness: dict[str, float]) -> Drift:
    if not likeness:
        return Drift(old=old)
    new = max(likeness, key=lambda name: likeness[name])
    is_alone = sum(value >= LIKELY for value in likeness.values()) <= 1
    return Drift(old=old, new=new, likeness=round(likeness[new], 2)) if is_alone else Drift(old=old)
