"""Which table of a schema a node of a syntax tree names, and writing such nodes."""

from sqlglot import exp

from tools.sql.dialects import default_schema
from tools.sql.schema import Schema, Table


def home_of(schema: Schema) -> str:
    """The schema, in lower case, that a table's name may carry without meaning another table."""
    return (schema.home or default_schema(schema.dialect) or "").lower()


def whole_name(node: exp.Table) -> str:
    """A table's name with its schema, where it carries one; for resolved statements, whose home tables carry none."""
    return f"{node.db}.{node.name}" if node.db else node.name


def written_name(node: exp.Table, schema: Schema) -> str:
    """A table's name as in the schema, in the spelling of its author: without the home schema's."""
    is_home = not node.db or (node.db.lower() == home_of(schema) and not node.catalog)
    return node.name if is_home else ".".join(part.name for part in node.parts)


def table_named(node: exp.Table, schema: Schema) -> Table | None:
    """The table of the schema that a node names; None when it names none."""
    table = schema.table(written_name(node, schema))
    is_qualified = bool(node.db) and node.db.lower() != home_of(schema)
    return table if table is not None and bool(table.qualifier) == is_qualified else None


def spell(node: exp.Table, table: Table) -> None:
    """Write a table as the database spells it, with its schema where that is not the home schema."""
    node.this.set("this", table.bare_name)
    node.set("db", exp.to_identifier(table.qualifier, quoted=True) if table.qualifier else None)


def spell_base_tables(tree: exp.Query, schema: Schema, mark: str) -> exp.Query:
    """A query of our own, whose marked tables bear their whole names, with those of other schemas qualified.

    They keep the whole name as alias, by which their columns are written.
    """
    found = [n for n in tree.find_all(exp.Table) if n.meta.get(mark) and not n.db]
    if not any((table := schema.table(node.name)) and table.qualifier for node in found):
        return tree
    copy = tree.copy()
    for node in copy.find_all(exp.Table):
        table = schema.table(node.name) if node.meta.get(mark) and not node.db else None
        if table is not None and table.qualifier:
            if not node.alias:
                node.set("alias", exp.TableAlias(this=exp.to_identifier(table.name, quoted=True)))
            spell(node, table)
    return copy
