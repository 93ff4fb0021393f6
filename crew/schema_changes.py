"""What changed in a database since its schema was kept, and what of the domain file breaks by it."""

from datetime import datetime

from crew.sources import OpenDatabase
from tools.frozen import Frozen
from tools.sql.check_semantics import Problem, checked_parts
from tools.sql.drift import Drift, drifts
from tools.sql.introspect import introspect
from tools.sql.renaming import renamed_spec
from tools.sql.schema import Schema

_MOST_TOLD = 5


class Broken(Frozen):
    """A part of the domain file that no longer fits."""

    key: str
    message: str
    is_carried_over: bool
    """Whether it still holds under the likely new names, which are used until the file says them."""


class SchemaChanges(Frozen):
    """The database now, beside the schema that was kept."""

    source: str
    since: datetime | None
    """When the kept schema was read; None where none is kept, so that nothing can be compared."""
    added: tuple[str, ...] = ()
    """Tables, and columns as `table.column`, that came; without those that renamed ones turned into."""
    drifted: tuple[Drift, ...] = ()
    broken: tuple[Broken, ...] = ()

    @property
    def is_any(self) -> bool:
        """Whether anything changed."""
        return bool(self.added or self.drifted)

    @property
    def in_short(self) -> str:
        """What changed, in a line, and where more is told; empty when nothing did."""
        told = [*(str(drift) for drift in self.drifted), *(f"`{name}` is new" for name in self.added)]
        more = f", and {len(told) - _MOST_TOLD} more" if len(told) > _MOST_TOLD else ""
        shown = "; ".join(told[:_MOST_TOLD])
        return f"{self.source}: {shown}{more}. `crosscheck schema drift` tells what that breaks." if told else ""


def schema_changes(opened: OpenDatabase) -> SchemaChanges:
    """Compare the kept schema with the database as it is now; the kept one stays. Raises as `introspect` does."""
    kept = opened.schemas.kept(opened.database, opened.policy, opened.spec.semantic, opened.asker)
    if kept is None:
        return SchemaChanges(source=opened.name, since=None)
    now = introspect(opened.database, opened.policy, opened.spec.semantic, asker=opened.asker)
    found = drifts(kept.schema, now)
    heirs = {drift.new.lower() for drift in found if drift.is_likely and drift.new}
    return SchemaChanges(
        source=opened.name,
        since=kept.schema.taken_at,
        added=tuple(name for name in _added(kept.schema, now, found) if name.lower() not in heirs),
        drifted=found,
        broken=_broken(opened, kept.schema, now, found),
    )


def _added(before: Schema, now: Schema, found: tuple[Drift, ...]) -> list[str]:
    olds = {drift.new: drift.old for drift in found if drift.is_table and drift.is_likely}
    added = []
    for table in now.tables:
        old = before.table(olds.get(table.name, table.name))
        if old is None:
            added.append(table.name)
        else:
            added += [f"{table.name}.{column.name}" for column in table.columns if old.column(column.name) is None]
    return added


def _broken(opened: OpenDatabase, before: Schema, now: Schema, found: tuple[Drift, ...]) -> tuple[Broken, ...]:
    spec = opened.spec.semantic
    known = {problem.key for problem in checked_parts(spec, before)[2]}
    left = {problem.key for problem in checked_parts(renamed_spec(spec, found), now)[2]}
    new: list[Problem] = [problem for problem in checked_parts(spec, now)[2] if problem.key not in known]
    return tuple(Broken(key=p.key, message=p.message, is_carried_over=p.key not in left) for p in new)
