"""A parsed statement in the spelling the guard reads: without what changes no result, or is written oddly."""

from sqlglot import Dialect, exp

from tools.sql.json_rows import name_json_rows
from tools.sql.walking import nodes_of


def tidied(tree: exp.Query, dialect: str) -> exp.Query:
    """The tree without what changes no result: optimizer and index hints, `FROM dual`."""
    for node in nodes_of(tree):
        _forget_place(node)
        if isinstance(node, exp.Select):
            _tidy_select(node, dialect)
        elif isinstance(node, exp.Table):
            _tidy_table(node)
        elif isinstance(node, exp.Lambda):
            _restore_json_arrow(node, dialect)
        elif isinstance(node, exp.Column):
            if dialect == "mysql":
                _call_moment(node)
        elif isinstance(node, exp.ByteString) and dialect == "postgres":
            node.replace(exp.Literal.string(node.name))
    if dialect == "sqlite":
        _read_quotes(tree)
        name_json_rows(tree)
    return tree


_PLACE = ("line", "col", "start", "end")
_MOMENTS = {"UTC_DATE": exp.UtcDate, "UTC_TIME": exp.UtcTime, "UTC_TIMESTAMP": exp.UtcTimestamp}


def _forget_place(node: exp.Expr) -> None:
    """Where a node stood in the text is of no use later, and slow to copy with the tree."""
    if node.meta_get("line") is not None:
        for key in _PLACE:
            node.meta.pop(key, None)


def _tidy_select(select: exp.Select, dialect: str) -> None:
    select.set("hint", None)
    select.set("operation_modifiers", None)
    source = select.args.get("from_")
    if dialect == "mysql" and source and source.this.name.lower() == "dual" and not select.args.get("joins"):
        select.set("from_", None)


def _tidy_table(table: exp.Table) -> None:
    table.set("hints", None)
    table.set("indexed", None)
    if partition := table.args.get("partition"):
        partition.set("expressions", [exp.to_identifier(name.name) for name in partition.expressions])


def _call_moment(column: exp.Column) -> None:
    """MySQL knows these functions without parentheses as well."""
    moment = _MOMENTS.get(column.name.upper())
    if moment and not column.table and not column.this.quoted:
        column.replace(moment())


def _read_quotes(tree: exp.Query) -> None:
    """SQLite reads quoted text before and after a dot as names, and a quoted name after `->` as a path."""
    nodes = nodes_of(tree)
    for dot in nodes:
        if isinstance(dot, exp.Dot) and all(
            isinstance(part, exp.Literal) and part.is_string for part in (dot.this, dot.expression)
        ):
            dot.replace(exp.column(dot.expression.name, table=dot.this.name, quoted=True))
    for arrow in nodes:
        path = arrow.expression if isinstance(arrow, exp.JSONExtract | exp.JSONExtractScalar) else None
        if isinstance(path, exp.Column) and not path.table and path.name.startswith("$"):
            path.replace(Dialect.get_or_raise("sqlite").to_json_path(exp.Literal.string(path.name)))


def _restore_json_arrow(node: exp.Lambda, dialect: str) -> None:
    """Inside a call sqlglot reads `column -> '$.path'` as a lambda."""
    path, names = node.this, node.expressions
    if isinstance(path, exp.Literal) and len(names) == 1 and isinstance(names[0], exp.Identifier):
        steps = Dialect.get_or_raise(dialect).to_json_path(path)
        node.replace(exp.JSONExtract(this=exp.Column(this=names[0].copy()), expression=steps))
