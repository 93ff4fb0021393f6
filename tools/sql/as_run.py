"""A checked statement in the form in which a server is given it: bounded, counted, its tables located."""

from sqlglot import exp

from tools.sql.resolve import BASE_TABLE


def limited(statement: exp.Query, rows: int) -> exp.Query:
    """The statement with a LIMIT no greater than what will be read, so that no server computes more."""
    limit = statement.args.get("limit")
    written = limit.expression if isinstance(limit, exp.Limit) else None
    if limit is None or (isinstance(written, exp.Literal) and written.is_int and int(written.name) > rows):
        return statement.copy().limit(rows, copy=False)
    return statement


def counting(statement: exp.Query) -> exp.Query:
    """A statement that counts the rows of another."""
    inner = statement.copy()
    if not inner.args.get("limit"):
        inner.set("order", None)
    return exp.select(exp.alias_(exp.Count(this=exp.Star()), "n")).from_(inner.subquery("counted"))


def located(tree: exp.Query, dialect: str, schema: str, database: str) -> exp.Query:
    """Base tables of PostgreSQL with their schema, as functions are not looked up in it, and qualified ones of
    DuckDB with their database, as a schema's name may be one too.
    """
    if dialect not in ("postgres", "duckdb"):
        return tree
    found = tree.copy()
    for table in found.find_all(exp.Table):
        if dialect == "postgres" and table.meta.get(BASE_TABLE) and not table.db:
            table.set("db", exp.to_identifier(schema, quoted=True))
        elif dialect == "duckdb" and table.db:
            table.set("catalog", exp.to_identifier(database, quoted=True))
    return found
