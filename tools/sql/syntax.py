"""Which parts of SQL a statement may be made of."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlglot import exp

from tools.sql.functions import words
from tools.sql.json_rows import is_json_rows
from tools.sql.sizes import SIZED, refused_size

SYNTAX_WORDS = words(
    """
    ALL AND ANY AS ASC BETWEEN BY CASE CUBE DESC DISTINCT ELSE ESCAPE EXCEPT EXISTS EXCLUDE FETCH FILTER FROM GROUP
    HAVING IN INNER INTERSECT INTERVAL IS JOIN LATERAL LIKE ILIKE GLOB REGEXP SIMILAR TO LIMIT MATERIALIZED NOT NULL
    OFFSET ON OR ORDER OVER PARTITION QUALIFY RANGE RECURSIVE ROLLUP ROWS GROUPS SELECT SETS SOME THEN UNION USING
    VALUES WHEN WHERE WITH WITHIN XOR DIV MOD SEPARATOR TABLE END BETWEEN CROSS TIES
    BIGINT BINARY BLOB BOOLEAN BIT CHAR CHARACTER DATE DATETIME DEC DECIMAL DOUBLE FLOAT INT INTEGER NCHAR NUMERIC
    NVARCHAR REAL SIGNED SMALLINT TEXT TIME TIMESTAMP TIMESTAMPTZ TIMETZ TINYINT UNSIGNED VARBINARY VARCHAR BPCHAR
    UUID JSON JSONB
    """
)
"""Words that may stand before a parenthesis without calling anything."""


def refused_syntax(nodes: Iterable[exp.Expr], dialect: str) -> str | None:
    """Why a tree of these nodes may not run, in words for its author; None when each is of a known harmless kind."""
    for node in nodes:
        kind: Any = type(node)
        if not _is_plain(kind) and (reason := _refused(node, dialect)):
            return reason
    return None


def _refused(node: exp.Expr, dialect: str) -> str | None:
    kind: Any = type(node)
    if isinstance(node, exp.PropertyEQ) and isinstance(node.parent, exp.Struct):
        return None
    if reason := _reason(kind):
        return reason
    if isinstance(node, exp.DataType):
        return None if node.this in _TYPES else f"Casts to `{node.sql(dialect)}` are refused; cast to a built-in type."
    if isinstance(node, exp.In) and node.args.get("field") is not None:
        return "Write `IN (…)` with parentheses around values or a SELECT."
    if isinstance(node, exp.Star) and not _is_star_allowed(node):
        return "`*` may stand only in the list of columns or in COUNT(*)."
    if isinstance(node, exp.Table) and not isinstance(node.this, exp.Identifier) and not is_json_rows(node, dialect):
        return "Only the listed tables may stand in FROM; functions as tables are refused."
    if not _is_allowed(kind):
        return f"`{_excerpt(node, dialect)}` is refused; use plain SELECT syntax."
    return refused_size(node, dialect)


@cache
def _is_plain(kind: type[exp.Expr]) -> bool:
    """Whether every node of a kind is harmless, whatever it holds."""
    checked: Any = kind
    return _is_allowed(checked) and not _reason(checked) and not issubclass(kind, _LOOKED_INTO)


@cache
def _reason(kind: type[exp.Expr]) -> str | None:
    return next((reason for kinds, reason in _REASONS.items() if issubclass(kind, kinds)), None)


@cache
def _is_allowed(kind: type[exp.Expr]) -> bool:
    return issubclass(kind, _ALLOWED)


def _is_star_allowed(star: exp.Star) -> bool:
    holder = star.parent.parent if isinstance(star.parent, exp.Column) else star.parent
    if isinstance(holder, exp.Count):
        return not isinstance(star.parent, exp.Column)
    return isinstance(holder, exp.Select)


def _excerpt(node: exp.Expr, dialect: str) -> str:
    return node.sql(dialect)[:60]


_LOOKED_INTO = (exp.DataType, exp.In, exp.Star, exp.Table, *SIZED)

_WRITES = "Only reading is possible: nothing may be changed, defined, locked or called."
_REASONS: dict[type | tuple[type, ...], str] = {
    (exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Command, exp.Into, exp.Lock, exp.Create, exp.Drop): _WRITES,
    (exp.Parameter, exp.SessionParameter, exp.PropertyEQ): (
        "Variables and settings of the server are refused; write `:name` placeholders for values."
    ),
    exp.Operator: "Operators named by schema are refused; write the operator itself.",
    exp.Dot: "Schema-qualified functions and attributes of values are refused; use plain column and function names.",
    exp.TableColumn: "A table's name may not stand for its row; name the columns.",
    exp.TableSample: "A sample has other rows each time; read all rows, or choose them by a condition.",
    exp.Pivot: "PIVOT and UNPIVOT are refused; write one aggregate over CASE for each column, or UNION ALL.",
    exp.ObjectIdentifier: "Casts to catalogue types (`reg…`) are refused.",
}

_ALLOWED = (
    exp.Func,
    # queries and their parts
    exp.Select,
    exp.SetOperation,
    exp.Subquery,
    exp.With,
    exp.CTE,
    exp.From,
    exp.Join,
    exp.Lateral,
    exp.Where,
    exp.Group,
    exp.GroupingSets,
    exp.Cube,
    exp.Rollup,
    exp.Having,
    exp.Qualify,
    exp.Order,
    exp.Ordered,
    exp.Limit,
    exp.LimitOptions,
    exp.Offset,
    exp.Fetch,
    exp.Distinct,
    exp.Window,
    exp.WindowSpec,
    exp.WithinGroup,
    exp.Filter,
    exp.IgnoreNulls,
    exp.RespectNulls,
    exp.Values,
    # names and values
    exp.Table,
    exp.TableAlias,
    exp.Partition,
    exp.Alias,
    exp.Column,
    exp.Identifier,
    exp.Star,
    exp.Literal,
    exp.Null,
    exp.Boolean,
    exp.Placeholder,
    exp.Paren,
    exp.Tuple,
    exp.Var,
    exp.Interval,
    exp.IntervalSpan,
    exp.IntervalOp,
    exp.HexString,
    exp.BitString,
    exp.RawString,
    exp.National,
    exp.DataTypeParam,
    exp.Bracket,
    exp.Slice,
    # operators
    exp.Not,
    exp.Neg,
    exp.BitwiseNot,
    exp.Between,
    exp.In,
    exp.Any,
    exp.All,
    exp.Exists,
    exp.Add,
    exp.Sub,
    exp.Mul,
    exp.Div,
    exp.IntDiv,
    exp.Mod,
    exp.DPipe,
    exp.BitwiseAnd,
    exp.BitwiseOr,
    exp.BitwiseXor,
    exp.BitwiseLeftShift,
    exp.BitwiseRightShift,
    exp.EQ,
    exp.NEQ,
    exp.NullSafeEQ,
    exp.NullSafeNEQ,
    exp.GT,
    exp.GTE,
    exp.LT,
    exp.LTE,
    exp.Is,
    exp.Like,
    exp.ILike,
    exp.Glob,
    exp.Match,
    exp.SimilarTo,
    exp.Escape,
    exp.Overlaps,
    exp.Adjacent,
    exp.ExtendsLeft,
    exp.ExtendsRight,
    exp.Distance,
    exp.DistanceNd,
    exp.AtTimeZone,
    # paths into JSON
    exp.JSONPath,
    exp.JSONPathPart,
    exp.JSONKeyValue,
    exp.JSONValue,
    exp.OnCondition,
)

_TYPES = {
    exp.DataType.Type[name]
    for name in words(
        """
    ARRAY BIGDECIMAL BIGINT BINARY BIT BLOB BOOLEAN BPCHAR CHAR CHARACTER_SET DATE DATETIME DECIMAL DOUBLE FLOAT INT
    INTERVAL JSON
    JSONB MEDIUMINT NCHAR NVARCHAR SMALLINT TEXT TIME TIMETZ TIMESTAMP TIMESTAMPNTZ TIMESTAMPLTZ TIMESTAMPTZ TINYINT
    UBIGINT UINT USMALLINT UTINYINT UUID VARBINARY VARCHAR YEAR INT128 LIST
    INT4RANGE INT8RANGE NUMRANGE TSRANGE TSTZRANGE DATERANGE
    """
    )
}
