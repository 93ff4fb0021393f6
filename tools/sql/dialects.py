"""How databases differ in the SQL they speak, and how a checked tree is written for each."""

import re
from collections.abc import Callable
from functools import cache

from sqlalchemy import URL
from sqlglot import Dialect, ErrorLevel, exp
from sqlglot.dialects.dialect import NormalizationStrategy
from sqlglot.errors import UnsupportedError
from sqlglot.generator import Generator
from sqlglot.generators.mysql import MySQLGenerator
from sqlglot.generators.sqlite import SQLiteGenerator

from tools.sql.errors import StatementRefused
from tools.sql.stumbling import refusing_stumbles
from tools.sql.walking import copied

_NAMES = {"postgresql": "postgres", "mariadb": "mysql"}
_DEFAULT_SCHEMAS = {"sqlite": "main", "duckdb": "main", "postgres": "public"}
_MARK = "\x00"
_MARKED = re.compile(f"{_MARK}(\\w+){_MARK}")


def dialect_of(url: URL) -> str:
    """sqlglot's name for the SQL that the database at an address speaks."""
    return dialect_named(url.get_backend_name())


def dialect_named(name: str) -> str:
    """sqlglot's name for the SQL that people, or SQLAlchemy, know by this one."""
    known = name.strip().lower()
    return _NAMES.get(known, known)


def default_schema(dialect: str) -> str | None:
    """The schema a table name may carry without meaning another table."""
    return _DEFAULT_SCHEMAS.get(dialect)


@cache
def speaker(dialect: str) -> Dialect:
    """sqlglot's reader and writer of a dialect."""
    return Dialect.get_or_raise(dialect)


@cache
def reader_of_names(dialect: str) -> Dialect:
    """The dialect for resolving names that are in lower case already, also where it would put them in upper case."""
    is_upper = speaker(dialect).normalization_strategy is NormalizationStrategy.UPPERCASE
    return speaker(f"{dialect}, normalization_strategy=lowercase" if is_upper else dialect)


def render(tree: exp.Expr, dialect: str) -> str:
    """The tree as one statement without comments, with `:name` placeholders.

    Raises StatementRefused for what the dialect cannot express, so that nothing is left out in silence.
    """
    return _marked(tree, dialect, lambda sql: sql, ":{}")


def render_for_driver(tree: exp.Expr, dialect: str, paramstyle: str) -> str:
    """The tree as the driver takes it: placeholders in its own style, percent signs escaped where it needs that."""
    if paramstyle in ("pyformat", "format"):
        return _marked(tree, dialect, lambda sql: sql.replace("%", "%%"), "%({})s")
    return _marked(tree, dialect, lambda sql: sql, "${}" if dialect == "duckdb" else ":{}")


def _marked(tree: exp.Expr, dialect: str, escape: Callable[[str], str], style: str) -> str:
    with refusing_stumbles(dialect):
        try:
            sql = _generator(dialect)(
                dialect=speaker(dialect), comments=False, unsupported_level=ErrorLevel.RAISE
            ).generate(copied(tree), copy=False)
        except UnsupportedError as cause:
            raise StatementRefused(f"This cannot be written as {dialect} SQL: {str(cause).splitlines()[0]}") from cause
    return _MARKED.sub(lambda m: style.format(m[1]), escape(sql))


@cache
def _generator(dialect: str) -> type[Generator]:
    """The dialect's generator, which marks where placeholders stand."""
    base = _GENERATORS.get(dialect) or speaker(dialect).generator_class
    transforms = {**base.TRANSFORMS, exp.Placeholder: lambda _generator, node: f"{_MARK}{node.name}{_MARK}"}
    return type(base.__name__, (base,), {"TRANSFORMS": transforms})


@cache
def plain_name(kind: type[exp.Expr], dialect: str) -> str | None:
    """The name by which a dialect calls a kind of function; None where that depends on the arguments."""
    generator = _generator(dialect)
    is_special = kind in generator.TRANSFORMS or hasattr(generator, f"{kind.key}_sql")
    if is_special or not issubclass(kind, exp.Func) or speaker(dialect).ORIGINAL_NAME_META_KEY:
        return None
    return kind.sql_name()


def _regexp(generator: Generator, node: exp.RegexpLike) -> str:
    """MariaDB lacks REGEXP_LIKE(); the operator is understood by both."""
    if node.args.get("flag"):
        return generator.function_fallback_sql(node)
    return f"{generator.sql(node, 'this')} REGEXP {generator.sql(node, 'expression')}"


def _called(generator: Generator, node: exp.Func) -> str:
    """A function as it is called, where sqlglot writes what other databases would."""
    return generator.function_fallback_sql(node)


def _extract(generator: Generator, node: exp.Extract) -> str:
    """SQLite lacks EXTRACT(); its STRFTIME() gives the same numbers."""
    code = _STRFTIME.get(node.name.upper())
    if code is None:
        return generator.function_fallback_sql(node)
    return f"CAST(STRFTIME('{code}', {generator.sql(node, 'expression')}) AS INTEGER)"


_STRFTIME = {"YEAR": "%Y", "MONTH": "%m", "DAY": "%d", "HOUR": "%H", "MINUTE": "%M", "DOY": "%j", "DOW": "%w"}


class _MysqlGenerator(MySQLGenerator):
    SUPPORTS_MEDIAN = True
    TRANSFORMS = {**MySQLGenerator.TRANSFORMS, exp.RegexpLike: _regexp, exp.UtcDate: _called, exp.UtcTime: _called}


class _SqliteGenerator(SQLiteGenerator):
    TRANSFORMS = {**SQLiteGenerator.TRANSFORMS, exp.Extract: _extract}


_GENERATORS: dict[str, type[Generator]] = {"mysql": _MysqlGenerator, "sqlite": _SqliteGenerator}
