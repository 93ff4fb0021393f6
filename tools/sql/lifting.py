"""Text that a model copied out of rows or passages into a statement, taken out again and bound as parameters."""

from collections.abc import Collection, Container

from sqlglot import exp, parse_one

from tools.sql.dialects import render

_COMPARED = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Like, exp.ILike, exp.In, exp.Between)
"""What a text may be part of to become a parameter; elsewhere it is part of the statement's own words."""


def lifted(sql: str, dialect: str, copied: Container[str], taken: Collection[str]) -> tuple[str, dict[str, str]]:
    """The statement with every copied text it compares with as a placeholder, and the placeholders' values.

    `sql` has passed the guard; `taken` are the names of its own placeholders.
    """
    tree = parse_one(sql, dialect=dialect)
    values: dict[str, str] = {}
    for literal in [text for text in tree.find_all(exp.Literal) if text.is_string and text.name in copied]:
        if isinstance(literal.parent, _COMPARED):
            literal.replace(exp.Placeholder(this=_bind(literal.name, values, taken)))
    return (render(tree, dialect), values) if values else (sql, {})


def _bind(value: str, values: dict[str, str], taken: Collection[str]) -> str:
    """The placeholder's name for a value; equal values share one."""
    known = next((name for name, held in values.items() if held == value), None)
    if known:
        return known
    number = len(values) + 1
    while (name := f"copied_{number}") in taken or name in values:
        number += 1
    values[name] = value
    return name
