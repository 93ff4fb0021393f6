"""Putting several SELECTs of different grain side by side without multiplying rows."""

from collections.abc import Sequence

from sqlglot import exp


def combined(
    parts: Sequence[exp.Select],
    names: Sequence[str],
    keys: Sequence[str],
    columns: Sequence[tuple[str, exp.Expr]],
    conditions: Sequence[exp.Expr],
) -> exp.Select:
    """One SELECT over all parts: every key that any of them has, with each part's columns beside it.

    `columns` and `conditions` speak of the parts as `part_1`, `part_2`, …; in the statement each bears the name of
    its table.
    """
    titles = _titles(names)
    outputs = [exp.alias_(tree, alias, quoted=True) for alias, tree in columns]
    shown = [exp.alias_(_column("all_keys", key), key, quoted=True) for key in keys]
    query = exp.select(*shown, *outputs)
    for title, part in zip(titles, parts, strict=True):
        query = query.with_(title, as_=part, copy=False)
    query = _beside(query, titles, keys)
    query = query.where(*conditions, copy=False)
    places = {f"part_{number}": title for number, title in enumerate(titles, start=1)}
    for column in query.find_all(exp.Column):
        if column.table in places:
            column.set("table", exp.to_identifier(places[column.table], quoted=True))
    return query


def _beside(query: exp.Select, titles: Sequence[str], keys: Sequence[str]) -> exp.Select:
    if not keys:
        query = query.from_(_table(titles[0]), copy=False)
        for title in titles[1:]:
            query = query.join(_table(title), join_type="cross", copy=False)
        return query
    selects = [exp.select(*(_column(title, key) for key in keys)).from_(_table(title)) for title in titles]
    union: exp.Query = selects[0]
    for other in selects[1:]:
        union = exp.union(union, other, copy=False)
    query = query.with_("all_keys", as_=union, copy=False).from_(_table("all_keys"), copy=False)
    for title in titles:
        on = exp.and_(*(_same(title, key) for key in keys))
        query = query.join(_table(title), on=on, join_type="left", copy=False)
    return query


def _titles(names: Sequence[str]) -> list[str]:
    titles: list[str] = []
    for name in names:
        stem = name.replace(".", "_") + "_totals"
        titles.append(stem if stem not in titles else f"{stem}_{len(titles) + 1}")
    return titles


def _same(title: str, key: str) -> exp.Expr:
    return exp.NullSafeEQ(this=_column("all_keys", key), expression=_column(title, key))


def _column(table: str, name: str) -> exp.Column:
    return exp.column(exp.to_identifier(name, quoted=True), table=exp.to_identifier(table, quoted=True))


def _table(name: str) -> exp.Table:
    return exp.table_(exp.to_identifier(name, quoted=True))
