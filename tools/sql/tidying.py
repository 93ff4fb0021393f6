"""A parsed statement in the spelling the guard reads: without what changes no result, or is written oddly."""

from sqlglot import Dialect, exp

from tools.sql.dialects import default_schema
from tools.sql.json_rows import name_json_rows


def tidied(tree: exp.Query, dialect: str) -> exp.Query:
    """The tree without what changes no result: optimizer and index hints, `FROM dual`, the default schema's name."""
    for select in tree.find_all(exp.Select):
        select.set("hint", None)
        select.set("operation_modifiers", None)
        source = select.args.get("from_")
        if dialect == "mysql" and source and source.this.name.lower() == "dual" and not select.args.get("joins"):
            select.set("from_", None)
    for lambda_ in list(tree.find_all(exp.Lambda)):
        _restore_json_arrow(lambda_, dialect)
    if dialect == "mysql":
        _call_moments(tree)
        for partition in tree.find_all(exp.Partition):
            partition.set("expressions", [exp.to_identifier(name.name) for name in partition.expressions])
    if dialect == "postgres":
        for text in list(tree.find_all(exp.ByteString)):
            text.replace(exp.Literal.string(text.name))
    if dialect == "sqlite":
        _read_quotes(tree)
        name_json_rows(tree)
    for table in tree.find_all(exp.Table):
        table.set("hints", None)
        table.set("indexed", None)
        if table.db and table.db.lower() == default_schema(dialect):
            table.set("db", None)
    return tree


_MOMENTS = {"UTC_DATE": exp.UtcDate, "UTC_TIME": exp.UtcTime, "UTC_TIMESTAMP": exp.UtcTimestamp}


def _call_moments(tree: exp.Query) -> None:
    """MySQL knows these functions without parentheses as well."""
    for column in list(tree.find_all(exp.Column)):
        moment = _MOMENTS.get(column.name.upper())
        if moment and not column.table and not column.this.quoted:
            column.replace(moment())


def _read_quotes(tree: exp.Query) -> None:
    """SQLite reads quoted text before and after a dot as names, and a quoted name after `->` as a path."""
    for dot in list(tree.find_all(exp.Dot)):
        if all(isinstance(part, exp.Literal) and part.is_string for part in (dot.this, dot.expression)):
            dot.replace(exp.column(dot.expression.name, table=dot.this.name, quoted=True))
    for arrow in list(tree.find_all(exp.JSONExtract, exp.JSONExtractScalar)):
        path = arrow.expression
        if isinstance(path, exp.Column) and not path.table and path.name.startswith("$"):
            path.replace(Dialect.get_or_raise("sqlite").to_json_path(exp.Literal.string(path.name)))


def _restore_json_arrow(node: exp.Lambda, dialect: str) -> None:
    """Inside a call sqlglot reads `column -> '$.path'` as a lambda."""
    path, names = node.this, node.expressions
    if isinstance(path, exp.Literal) and len(names) == 1 and isinstance(names[0], exp.Identifier):
        steps = Dialect.get_or_raise(dialect).to_json_path(path)
        node.replace(exp.JSONExtract(this=exp.Column(this=names[0].copy()), expression=steps))
