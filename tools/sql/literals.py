"""A statement that can be run elsewhere: with the values of its placeholders written into it."""

from collections.abc import Mapping

from sqlglot import exp, parse_one

from tools.terms import JsonScalar


def with_literals(statement: str, parameters: Mapping[str, JsonScalar], dialect: str) -> str:
    """The statement in its dialect, laid out for people; only to be shown, never to be run by us."""
    tree = parse_one(statement, dialect=dialect)
    for placeholder in list(tree.find_all(exp.Placeholder)):
        if placeholder.name in parameters:
            placeholder.replace(exp.convert(parameters[placeholder.name]))
    return tree.sql(dialect=dialect, pretty=True) + ";"
