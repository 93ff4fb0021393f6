"""What a schema's slice holds and why, and what changed in a schema, as text."""

from collections.abc import Iterator

from crew.render.plain import counted, plain
from crew.schema_changes import SchemaChanges
from tools.sql.slicing import Slice

_MOST_REASONS = 3


def slice_as_text(source: str, part: Slice) -> str:
    """The tables with their columns, and why each is in."""
    left_out = f", {counted(part.tables_left_out, 'table')} left out" if part.tables_left_out else ", the whole schema"
    lines = [f"{plain(source)}: {counted(len(part.schema.tables), 'table')}, about {part.tokens} tokens{left_out}"]
    reasons = {link.table: link.reasons for link in part.links}
    for table in part.schema.tables:
        columns = ", ".join(column.name for column in table.columns)
        more = part.left_out.get(table.name, 0)
        lines += ["", plain(table.name), f"  {plain(columns)}{f', and {more} more' if more else ''}"]
        why = list(dict.fromkeys(reasons.get(table.name, ())))
        lines += [f"  because of {plain(reason)}" for reason in why[:_MOST_REASONS]]
    return "\n".join(lines)


def changes_as_text(changes: SchemaChanges) -> str:
    """One line for each change, then what of the domain file breaks."""
    return "\n".join(_change_lines(changes))


def _change_lines(changes: SchemaChanges) -> Iterator[str]:
    if changes.since is None:
        yield f"{plain(changes.source)}: no schema is kept yet, so there is nothing to compare."
        return
    since = f"since {changes.since:%Y-%m-%d %H:%M} UTC"
    yield f"{plain(changes.source)}: {'changed' if changes.is_any else 'unchanged'} {since}"
    yield from (f"  {plain(str(drift))}" for drift in changes.drifted)
    yield from (f"  `{plain(name)}` is new" for name in changes.added)
    for broken in changes.broken:
        carried = " The likely new name is used meanwhile." if broken.is_carried_over else ""
        yield f"  breaks {plain(broken.key)}: {plain(broken.message)}{carried}"
