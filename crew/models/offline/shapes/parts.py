"""What part of the rows are in a state that they hold themselves: express, settled, not yet delivered."""

from dataclasses import replace

from crew.models.offline.ground import Ground
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.material import Material
from crew.models.offline.resolving import DATED
from crew.models.offline.shapes.clauses import is_said_behind, verb_behind
from crew.models.offline.shapes.conditional import under_conditions
from crew.models.offline.shapes.errors import NotClear
from crew.models.offline.shapes.figures import plan_figures
from tasks.plan import Plan
from tools.terms import Filter
from tools.wording import said


def plan_part(material: Material, ground: Ground) -> Plan | None:
    """One statement with the part as its measure; None where the share is one of members. Raises NotClear."""
    inquiry = ground.inquiry
    table = _counted(inquiry)
    if table is None or inquiry.ranking or inquiry.having or inquiry.limit is not None:
        return None
    happened = [_happened(name, inquiry) for name in inquiry.columns if name.startswith(f"{table}.")]
    conditions = [*inquiry.filters, *(f for f in happened if f is not None)]
    are_known = len(happened) == len(inquiry.columns) and None not in happened
    verb = verb_behind(ground.linked, table)
    if verb is not None:
        parts = _said_behind(verb, conditions, ground)
        if not are_known or len(parts) > 1 or (not parts and len(conditions) > 1):
            raise _unclear()
        if parts and not (len(conditions) == 1 and _is_member(parts[0], inquiry)):
            return _planned(
                parts[0], [f for f in conditions if f not in parts], table, material=material, ground=ground
            )
    states = [f for f in conditions if f.column.startswith(f"{table}.") and _is_state(f)]
    if len(states) != 1 or not are_known:
        return None
    rest = [f for f in conditions if f not in states]
    if any(_stands_behind(f, states[0], table, ground) for f in rest):
        raise _unclear()
    return _planned(states[0], rest, table, material=material, ground=ground)


def _said_behind(verb: int, conditions: list[Filter], ground: Ground) -> list[Filter]:
    """The conditions that the verb says of the rows; the others say which rows they are. Raises NotClear."""
    sides = {f.column: is_said_behind(f.column, ground.linked, verb) for f in conditions}
    day = ground.inquiry.time_column
    is_dated_behind = day is not None and is_said_behind(day, ground.linked, verb) is not False
    if None in sides.values() or is_dated_behind:
        raise _unclear()
    return [f for f in conditions if sides[f.column]]


def _planned(part: Filter, rest: list[Filter], table: str, *, material: Material, ground: Ground) -> Plan:
    inquiry = ground.inquiry
    measure = _measure(part, table, ground)
    parted = replace(inquiry, measures=[measure], filters=rest, columns=[], subject=None, asks=set(), tables=[])
    plan = plan_figures(material, replace(ground, inquiry=parted))
    return plan.model_copy(update={"question_kind": "lookup" if not parted.by else plan.question_kind})


def _measure(part: Filter, table: str, ground: Ground) -> str:
    """The part as one quotient. Raises NotClear for what other rows hold, and where some rows may hold neither."""
    column = ground.inquiry.vocabulary.column(part.column)
    is_denied = part.operator in ("!=", "not in") and (column is None or column.is_nullable)
    if is_denied or not part.column.startswith(f"{table}."):
        raise _unclear()
    return f"{under_conditions(f'count({table})', [part], ground)} / count({table})"


def _is_member(condition: Filter, inquiry: Inquiry) -> bool:
    return bool(condition.values) and set(map(str, condition.values)) <= set(inquiry.entities)


def _unclear() -> NotClear:
    return NotClear(said("It is not clear of what the share is to be taken."))


def _counted(inquiry: Inquiry) -> str | None:
    """The one table whose rows are the whole."""
    counted = {m[6:-1] for m in inquiry.measures if m.startswith("count(")}
    if not inquiry.measures:
        counted = set(inquiry.tables[:1])
    return next(iter(counted)) if len(counted) == 1 and len(inquiry.measures) < 2 else None


def _stands_behind(condition: Filter, state: Filter, table: str, ground: Ground) -> bool:
    """Whether a condition follows a state behind what is counted: `of bills were settled by Roe` may want both."""
    of: dict[str, list[int]] = {table: [], state.column: [], condition.column: []}
    for item in ground.linked.items:
        for name in {t.name for t in item.targets} & set(of):
            of[name].append(item.start)
    counted, stated, other = (of[name] for name in (table, state.column, condition.column))
    return bool(counted and stated and other) and counted[0] < stated[0] < other[0]


def _is_state(condition: Filter) -> bool:
    return condition.operator in ("is null", "is not null") or any(isinstance(v, bool) for v in condition.values)


def _happened(name: str, inquiry: Inquiry) -> Filter | None:
    """`settled` where a row may have no day of it; None for another column."""
    column = inquiry.vocabulary.column(name)
    if column is None or column.kind not in DATED or not column.is_nullable:
        return None
    return Filter(column=name, operator="is not null")
