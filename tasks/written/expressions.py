"""Arithmetic over result cells, as people write it, in terms of the closed list of calculations.

`(E1[0].revenue - E1[1].revenue) / E1[1].revenue` is a growth. What is no composition of the closed list is refused.
"""

import ast
import re
from collections.abc import Callable, Sequence
from itertools import count

from tasks.draft import DraftCalculation, Operation

_CELL = re.compile(r"""([A-Za-z][\w-]*)\[(\d+|\*)\](?:\.([^\W\d]\w*)|\.[`"]([^`"]+)[`"]|\[["']([^"']+)["']\])""")
_FUNCTIONS: dict[str, Operation] = {
    "sum": "sum",
    "mean": "mean",
    "avg": "mean",
    "average": "mean",
    "count": "count",
    "rank": "rank",
    "growth": "growth",
    "share": "share",
    "ratio": "ratio",
    "difference": "difference",
    "compound_rate": "compound_rate",
    "cagr": "compound_rate",
}
_PERCENT = 100


class UnusableExpression(ValueError):
    """An expression is no composition of the closed list of calculations."""


def read_expression(label: str, expression: str) -> tuple[DraftCalculation, ...]:
    """The calculations of an expression, the whole of it last and under its label. Raises UnusableExpression.

    A factor of 100 is dropped: it makes percent of a ratio, which our calculations tell by their unit.
    """
    cells: list[str] = []

    def name_of(match: re.Match[str]) -> str:
        evidence, row, *columns = match.groups()
        cell = f"{evidence}[{row}].{next(column for column in columns if column)}"
        if cell not in cells:
            cells.append(cell)
        return f"cell_{cells.index(cell)}"

    try:
        tree = ast.parse(_CELL.sub(name_of, expression.strip()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise UnusableExpression(f"`{expression[:120]}` is no arithmetic over cells such as E1[0].revenue.") from error
    reading = _Reading(label, expression, cells)
    reading.read(tree)
    return reading.finished()


class _Reading:
    def __init__(self, label: str, expression: str, cells: Sequence[str]) -> None:
        self._label, self._expression, self._cells = label, expression, cells
        self._made: list[DraftCalculation] = []
        self._numbers = count(1)

    def finished(self) -> tuple[DraftCalculation, ...]:
        """All calculations; raises UnusableExpression for a bare cell or constant."""
        if not self._made:
            raise self._unusable()
        *inner, whole = self._made
        return (*inner, whole.model_copy(update={"id": self._label}))

    def read(self, node: ast.expr) -> str:
        """The reference of a node's value: a cell, or the id of a calculation made for it."""
        if isinstance(node, ast.Name):
            return self._cell(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd):
            return self.read(node.operand)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._negated(node.operand)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.BinOp):
            return self._binary(node)
        raise self._unusable()

    def _binary(self, node: ast.BinOp) -> str:
        readers: dict[type[ast.operator], Callable[[ast.BinOp], str]] = {
            ast.Add: self._sum,
            ast.Sub: self._subtraction,
            ast.Mult: self._percent,
            ast.Div: self._division,
        }
        reader = readers.get(type(node.op))
        if reader is None:
            raise self._unusable()
        return reader(node)

    def _sum(self, node: ast.BinOp) -> str:
        return self._make("sum", [self.read(term) for term in _terms(node)])

    def _subtraction(self, node: ast.BinOp) -> str:
        if _is_constant(node.right, 1):
            inner = node.left
            if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Div):
                return self._make("growth", [self.read(inner.right), self.read(inner.left)])
            if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Pow):
                return self._compound(inner)
        return self._make("difference", [self.read(node.left), self.read(node.right)])

    def _percent(self, node: ast.BinOp) -> str:
        for factor, other in ((node.left, node.right), (node.right, node.left)):
            if _is_constant(factor, _PERCENT):
                return self.read(other)
        raise self._unusable()

    def _division(self, node: ast.BinOp) -> str:
        above, below = node.left, node.right
        if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Sub) and _is_same(above.right, below):
            return self._make("growth", [self.read(below), self.read(above.left)])
        terms = _terms(above)
        if len(terms) > 1 and _is_constant(below, len(terms)):
            return self._make("mean", [self.read(term) for term in terms])
        is_whole = any(_is_same(above, term) for term in _terms(below)) and len(_terms(below)) > 1
        operation: Operation = "share" if is_whole or self._is_column(below) else "ratio"
        return self._make(operation, [self.read(above), self.read(below)])

    def _compound(self, node: ast.BinOp) -> str:
        """`(last / first) ** (1 / periods)`."""
        base, power = node.left, node.right
        is_root = isinstance(power, ast.BinOp) and isinstance(power.op, ast.Div) and _is_constant(power.left, 1)
        if not (isinstance(base, ast.BinOp) and isinstance(base.op, ast.Div) and is_root):
            raise self._unusable()
        return self._make("compound_rate", [self.read(base.right), self.read(base.left)])

    def _negated(self, node: ast.expr) -> str:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            return self._make("difference", [self.read(node.right), self.read(node.left)])
        raise self._unusable()

    def _call(self, node: ast.Call) -> str:
        name = node.func.id.lower() if isinstance(node.func, ast.Name) else ""
        if name in ("abs", "round") and node.args:
            return self.read(node.args[0])
        if name not in _FUNCTIONS or node.keywords or not node.args:
            raise self._unusable()
        operands = [argument for argument in node.args if not isinstance(argument, ast.Constant)]
        return self._make(_FUNCTIONS[name], [self.read(operand) for operand in operands])

    def _cell(self, node: ast.Name) -> str:
        prefix, _, number = node.id.partition("_")
        if prefix != "cell" or not number.isdigit() or int(number) >= len(self._cells):
            raise self._unusable()
        return self._cells[int(number)]

    def _is_column(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.lower() == "sum":
            return len(node.args) == 1 and self._is_column(node.args[0])
        return isinstance(node, ast.Name) and "[*]." in self._cell(node)

    def _make(self, operation: Operation, operands: Sequence[str]) -> str:
        name = f"{self._label}.{next(self._numbers)}"
        self._made.append(DraftCalculation(id=name, operation=operation, operands=tuple(operands)))
        return name

    def _unusable(self) -> UnusableExpression:
        return UnusableExpression(
            f"`{self._expression[:120]}` is none of the calculations that are evaluated: {', '.join(_FUNCTIONS)}, "
            "and +, -, / over cells such as E1[0].revenue."
        )


def _terms(node: ast.expr) -> list[ast.expr]:
    """The terms of a sum; another node is its own only term."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_terms(node.left), *_terms(node.right)]
    return [node]


def _is_constant(node: ast.expr, value: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


def _is_same(left: ast.expr, right: ast.expr) -> bool:
    return ast.dump(left) == ast.dump(right)
