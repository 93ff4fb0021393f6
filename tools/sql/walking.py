"""Walking a syntax tree where every statement is walked several times and speed counts."""

from sqlglot import exp


def nodes_of(tree: exp.Expr) -> list[exp.Expr]:
    """Every node of a tree, each before the nodes below it; the tree may be changed while the list is read."""
    found = [tree]
    for node in found:
        for value in node.args.values():
            if not value:
                continue
            if isinstance(value, list):
                found += [entry for entry in value if isinstance(entry, exp.Expr)]
            elif isinstance(value, exp.Expr):
                found.append(value)
    return found
