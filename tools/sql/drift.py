"""Names that a database no longer has since its schema was read, what they are likely called now, and changed types."""

from collections.abc import Sequence

from tools.evidence import NothingFound, RowsEvidence
from tools.frozen import Frozen
from tools.sql.errors import ColumnRetyped, UnknownColumn, UnknownTable
from tools.sql.likeness import LIKELY, column_likeness, table_likeness
from tools.sql.renaming import mentions
from tools.sql.schema import Column, Schema, Table
from tools.wording import said

Rows = RowsEvidence | NothingFound

_NUMBERS = {"integer", "decimal", "float"}
_CHANGED, _LIKELY_NOW = "schema_changed: ", "it is likely"


class Drift(Frozen):
    """A table, or a column as `table.column`, that is gone or holds another type, and what it is likely called now."""

    old: str
    new: str | None = None
    likeness: float = 0.0
    """Between 0 and 1."""
    was: str | None = None
    now: str | None = None
    """The kinds of a column that kept its name and changed its type."""
    qualifier: str = ""
    """Of a table that is not in the database's home schema: the schema its name begins with."""

    @property
    def is_likely(self) -> bool:
        """Whether the new name may be proposed for the old one."""
        return self.new is not None and self.was is None and self.likeness >= LIKELY

    @property
    def is_table(self) -> bool:
        """Whether a whole table is meant."""
        return "." not in self.old.removeprefix(f"{self.qualifier}." if self.qualifier else "")

    def __str__(self) -> str:
        if self.was:
            return said("`{old}` held {was} and holds {now} now", old=self.old, was=self.was, now=self.now)
        if self.is_likely:
            return said(
                "`{old}` is gone; it is likely `{new}` now (likeness {likeness})",
                old=self.old,
                new=self.new,
                likeness=format(self.likeness, ".2f"),
            )
        return said("`{old}` is gone, and no new name resembles it", old=self.old)


def drifts(before: Schema, after: Schema) -> tuple[Drift, ...]:
    """Every table and column that `after` no longer has, and every column whose type is another."""
    now = {table.name.lower(): table for table in after.tables}
    known = {table.name.lower() for table in before.tables}
    gone = [table for table in before.tables if table.name.lower() not in now]
    come = [table for table in after.tables if table.name.lower() not in known]
    found = [_table_drift(table, come, is_only=len(gone) == len(come) == 1) for table in gone]
    heirs = {drift.old: now[(drift.new or "").lower()] for drift in found if drift.is_likely}
    for table in before.tables:
        heir = now.get(table.name.lower()) or heirs.get(table.name)
        if heir is not None and heir.columns != table.columns:
            found += [*_column_drifts(table, heir, come, after), *_retyped(table, heir)]
    return tuple(found)


def explained(error: UnknownColumn | UnknownTable, found: Sequence[Drift]) -> UnknownColumn | UnknownTable:
    """The error with what is known of the name's drift; the error itself when there is nothing."""
    name = error.column if isinstance(error, UnknownColumn) else error.table
    drift = _drift_of(name, found)
    if drift is None:
        return error
    likely = [drift.new] if drift.is_likely and drift.new else []
    nearest = [*likely, *(n for n in error.nearest if n not in likely)]
    hint = f" The schema has changed: {drift}."
    more = UnknownColumn(name, nearest, hint) if isinstance(error, UnknownColumn) else UnknownTable(name, nearest, hint)
    more.drift = drift
    return more


def check_types(statement: str, found: Sequence[Drift]) -> None:
    """Raises ColumnRetyped where a statement written for a column's old type names the column."""
    for drift in found:
        is_other = drift.was is not None and not {drift.was, drift.now} <= _NUMBERS
        if is_other and mentions(statement, drift.old.rpartition(".")[2]):
            raise ColumnRetyped(drift.old, drift.was or "", drift.now or "")


def with_drift_warnings(rows: Rows, known: Sequence[Drift]) -> Rows:
    """Evidence that says so when a name in its statement took over from one that is gone, or has another type."""
    text = rows.statement if isinstance(rows, RowsEvidence) else rows.tried
    told = [
        str(drift)
        for drift in known
        if drift.new and (drift.is_likely or drift.was) and mentions(text, drift.new.rpartition(".")[2])
    ]
    if not told:
        return rows
    if isinstance(rows, NothingFound):
        return rows.model_copy(
            update={"reason": f"{rows.reason} " + said("The schema has changed: {changes}.", changes="; ".join(told))}
        )
    return rows.model_copy(update={"warnings": (*rows.warnings, *(f"{_CHANGED}{text}" for text in told))})


def assumed_names(warnings: Sequence[str]) -> list[str]:
    """What is taken for what among the warnings of evidence: names that took over from others by likeness."""
    told = (warning.partition(_CHANGED)[2] for warning in warnings)
    return list(dict.fromkeys(text for text in told if _LIKELY_NOW in text))


def _drift_of(name: str, found: Sequence[Drift]) -> Drift | None:
    """The drift of a name, written with its table or without; None where several tables lost the name."""
    wanted = name.lower()
    whole = [d for d in found if d.old.lower() == wanted]
    bare = [d for d in found if d.old.rpartition(".")[2].lower() == wanted.rpartition(".")[2]]
    fitting = whole or (bare if "." not in wanted else [d for d in bare if d.is_table])
    return fitting[0] if len(fitting) == 1 else None


def _table_drift(table: Table, come: Sequence[Table], *, is_only: bool) -> Drift:
    found = _best(table.name, {new.name: table_likeness(table, new, is_only=is_only) for new in come})
    return found.model_copy(update={"qualifier": table.qualifier})


def _column_drifts(table: Table, heir: Table, come: Sequence[Table], after: Schema) -> list[Drift]:
    gone = [column for column in table.columns if heir.column(column.name) is None]
    new = [column for column in heir.columns if table.column(column.name) is None]
    found = []
    for column in gone:
        likeness = {
            f"{heir.name}.{each.name}": column_likeness(table, column, heir, each)
            for each in new
            if each.kind == column.kind
        }
        moved = {f"{other.name}.{column.name}": 1.0 for other in come if _moved(column, heir, other, after)}
        found.append(_best(f"{table.name}.{column.name}", moved or likeness))
    return found


def _moved(column: Column, heir: Table, other: Table, after: Schema) -> bool:
    """Whether a column went to a new table that holds one row for each of the old one."""
    same = other.column(column.name)
    if same is None or same.kind != column.kind:
        return False
    ends = {other.name, heir.name}
    return any(
        join.is_unique
        and {join.left[0].rpartition(".")[0], join.right[0].rpartition(".")[0]} == ends
        and {c.rpartition(".")[2] for c in join.left} == set((after.table(_table_of(join.left)) or other).primary_key)
        for join in after.joins
    )


def _table_of(columns: Sequence[str]) -> str:
    return columns[0].rpartition(".")[0]


def _retyped(table: Table, heir: Table) -> list[Drift]:
    pairs = [(column, now) for column in table.columns if (now := heir.column(column.name)) is not None]
    return [
        Drift(old=f"{table.name}.{c.name}", new=f"{heir.name}.{now.name}", was=c.kind, now=now.kind)
        for c, now in pairs
        if c.kind != now.kind
    ]


def _best(old: str, likeness: dict[str, float]) -> Drift:
    if not likeness:
        return Drift(old=old)
    new = max(likeness, key=lambda name: likeness[name])
    is_alone = sum(value >= LIKELY for value in likeness.values()) <= 1
    return Drift(old=old, new=new, likeness=round(likeness[new], 2)) if is_alone else Drift(old=old)
