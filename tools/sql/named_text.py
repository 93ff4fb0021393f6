"""A syntax tree as a statement that people and models read."""

from sqlglot import exp


def statement_text(tree: exp.Expr, dialect: str) -> str:
    """The tree as a statement whose placeholders are `:named` in every dialect."""

    def named(node: exp.Expr) -> exp.Expr:
        return exp.var(f":{node.name}") if isinstance(node, exp.Placeholder) else node

    return tree.transform(named).sql(dialect=dialect, pretty=True)
