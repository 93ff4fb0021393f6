"""SQLite's `json_each` and `json_tree`: functions that may stand in FROM, as they read only their arguments."""

from sqlglot import exp

JSON_COLUMNS = ("key", "value", "type", "atom", "id", "parent", "fullkey", "path")
"""The columns both return."""

_NAMES = ("json_each", "json_tree")


def is_json_rows(source: object, dialect: str = "sqlite") -> bool:
    """Whether a source in FROM is one of these functions."""
    function = source.this if isinstance(source, exp.Table) else None
    return dialect == "sqlite" and isinstance(function, exp.Anonymous) and function.name.lower() in _NAMES


def name_json_rows(table: exp.Table, dialect: str) -> None:
    """Give one its own name as alias where it has none, so that its columns can be resolved."""
    if is_json_rows(table, dialect) and not table.alias:
        table.set("alias", exp.TableAlias(this=exp.to_identifier(table.this.name)))
