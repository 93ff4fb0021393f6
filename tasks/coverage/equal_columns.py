"""Columns that hold the same value in every row of a statement: a foreign key and the key it points to."""

from tools.evidence import Computed
from tools.sql.schema import Join
from tools.sql.semantics import Semantics


class EqualColumns:
    """Which columns the joins of one statement make equal."""

    def __init__(self, computed: Computed, semantics: Semantics) -> None:
        self._names: dict[str, str] = {}
        for text in computed.joins:
            self._tie(*text.split(" = ", 1))
        for join in _implied(computed, semantics):
            self._tie(join.left[0], join.right[0])

    def one_name(self, column: str) -> str:
        """The same name for all columns that are equal to each other."""
        while column in self._names:
            column = self._names[column]
        return column

    def keys_of(self, column: str) -> tuple[str, ...]:
        """The columns that a join of the statement itself makes equal to this one, with it; none without a join."""
        name = self.one_name(column)
        tied = tuple(c for c in dict.fromkeys((*self._names, *self._names.values())) if self.one_name(c) == name)
        return tied if column in tied else ()

    def _tie(self, left: str, right: str) -> None:
        one, other = sorted((self.one_name(left), self.one_name(right)))
        if one != other:
            self._names[other] = one


def _implied(computed: Computed, semantics: Semantics) -> list[Join]:
    """Joins to tables that the statement leaves out, where only one leads there: the key stands in the row anyway."""
    leading: dict[str, list[Join]] = {}
    for join in semantics.joins:
        left, right = (columns[0].rpartition(".")[0] for columns in (join.left, join.right))
        if len(join.left) == 1 and join.is_unique and left in computed.tables and right not in computed.tables:
            leading.setdefault(right, []).append(join)
    return [joins[0] for joins in leading.values() if len(joins) == 1]
