"""What a SELECT yields, with everything traced back to columns of tables."""

from dataclasses import dataclass, field, replace

from sqlglot import exp

from tools.sql.expressions import aggregates


@dataclass(frozen=True)
class Edge:
    """One equality between columns of two tables, and how its join treats rows without a partner."""

    left: exp.Expr
    right: exp.Expr
    kind: str = "inner"
    """inner, left, right, full, or semi (rows for which a partner exists; it multiplies nothing)."""


@dataclass(frozen=True)
class Ordering:
    """One expression of ORDER BY."""

    tree: exp.Expr
    descending: bool


@dataclass
class Relation:
    """A SELECT, a CTE, a derived table or a base table in terms of base columns."""

    columns: dict[str, exp.Expr]
    """The expression behind each output column, over base columns and aggregates of them."""
    tables: list[str] = field(default_factory=list)
    """Every table it reads; a table read a second time is `name#2`."""
    edges: list[Edge] = field(default_factory=list)
    conditions: list[exp.Expr] = field(default_factory=list)
    having: list[exp.Expr] = field(default_factory=list)
    group: list[exp.Expr] | None = None
    """What one row stands for; empty for a single total, None when rows are not grouped."""
    order: list[Ordering] = field(default_factory=list)
    limit: int | None = None
    is_distinct: bool = False
    unread: list[str] = field(default_factory=list)
    partial: list[str] = field(default_factory=list)
    """Of keys from several branches: conditions that not all branches have, which totals joined to the keys repeat."""

    @property
    def is_plain(self) -> bool:
        """True when its rows are those of its tables, so that it can be read as part of another SELECT."""
        return self.group is None and self.limit is None and not self.is_distinct

    @property
    def measures(self) -> list[str]:
        """The names of columns that hold aggregates."""
        return [name for name, tree in self.columns.items() if aggregates(tree)]

    def as_grouped(self) -> "Relation":
        """A distinct listing as groups of its columns; others as they are."""
        if self.group is None and self.is_distinct:
            return replace(self, group=list(self.columns.values()), is_distinct=False)
        return self


def renamed(relation: Relation, table: str, name: str) -> Relation:
    """The relation with one of its tables under another name."""

    def rename(tree: exp.Expr) -> exp.Expr:
        copy = tree.copy()
        for column in copy.find_all(exp.Column):
            if column.table == table:
                column.set("table", exp.to_identifier(name, quoted=True))
        return copy

    return replace(
        relation,
        columns={key: rename(tree) for key, tree in relation.columns.items()},
        tables=[name if t == table else t for t in relation.tables],
        edges=[replace(e, left=rename(e.left), right=rename(e.right)) for e in relation.edges],
        conditions=[rename(tree) for tree in relation.conditions],
        having=[rename(tree) for tree in relation.having],
        group=None if relation.group is None else [rename(tree) for tree in relation.group],
    )


def base_name(table: str) -> str:
    """The table of the schema behind a name such as `customers#2`."""
    return table.partition("#")[0]
