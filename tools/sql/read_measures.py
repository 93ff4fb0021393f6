"""The measure behind an aggregate of a statement."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from tools.sql.binding import conjuncts
from tools.sql.expressions import aggregates
from tools.sql.measures import Measure, plain_measure
from tools.sql.read_conditions import condition_key
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics


@dataclass(frozen=True)
class ReadMeasure:
    """An output column's measure, and the conditions that only it has."""

    measure: Measure
    own: tuple[exp.Expr, ...]


def read_measure(tree: exp.Expr, shared: Sequence[exp.Expr], schema: Schema, semantics: Semantics) -> ReadMeasure:
    """The measure an aggregate expression stands for under the statement's conditions: a metric where one fits."""
    bare, own = _without_own_conditions(tree)
    keys = frozenset(condition_key(c, schema) for c in (*shared, *own))
    return ReadMeasure(semantics.named(plain_measure(bare, schema), keys), tuple(own))


def _without_own_conditions(tree: exp.Expr) -> tuple[exp.Expr, list[exp.Expr]]:
    """The expression with its FILTER clauses taken off, where all its aggregates have the same."""
    copy = exp.Paren(this=tree.copy())
    clauses = list(copy.find_all(exp.Filter))
    own = [list(conjuncts(node.expression.this)) for node in clauses]
    if not clauses or len(clauses) != len(aggregates(copy)) or any(o != own[0] for o in own[1:]):
        return tree, []
    for node in clauses:
        node.replace(node.this)
    return copy.this, own[0]
