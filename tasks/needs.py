"""A slot's need in plain words, to stand beside what was computed for it."""

from tasks.plan import Need
from tools.terms import Filter


def need_words(need: Need) -> str:
    """For example `net_revenue by stores.country, where stores.region = Europe, from 2025-07-01 to 2025-09-30`."""
    parts = [", ".join(need.measures) or need.about or "rows"]
    if need.grain:
        parts[0] += f" by {', '.join(need.grain)}"
    conditions = [filter_words(f) for f in (*need.filters, *need.having)]
    if conditions:
        parts.append(f"where {' and '.join(conditions)}")
    if need.period:
        parts.append(f"from {need.period.start} to {need.period.end}")
    if named := [entity for entity in need.entities if not entity.startswith("$")]:
        parts.append(f"about {', '.join(named)}")
    return ", ".join(parts)


def filter_words(condition: Filter) -> str:
    """A condition as people write it: `stores.region = Europe`."""
    values = ", ".join(str(value) for value in condition.values)
    return f"{condition.column} {condition.operator} {values}".strip()
