"""The guard: what is not a plain SELECT over known tables, columns and functions is refused."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokens import Token, TokenType

from tools.sql.called_names import check_called_names, not_allowed
from tools.sql.dialects import render, speaker
from tools.sql.errors import StatementRefused
from tools.sql.functions import allowed_functions
from tools.sql.resolve import resolve
from tools.sql.schema import Schema
from tools.sql.stumbling import refusing_stumbles
from tools.sql.syntax import refused_syntax
from tools.sql.tidying import tidied
from tools.sql.walking import nodes_of

MAX_CHARACTERS = 20_000

_UNICODE = frozenset({TokenType.AMP, TokenType.UNICODE_STRING})
_UNCLASSED = (exp.Anonymous, exp.AnonymousAggFunc)
"""Functions that sqlglot has no class for."""


@dataclass(frozen=True)
class CheckedStatement:
    """A statement that may run."""

    tree: exp.Query
    """What runs: every name resolved against the schema, every `*` written out."""
    text: str
    """The tree in SQL, as the guard read it last."""
    written: exp.Query
    """The tree as its author meant it."""
    parameters: frozenset[str]
    """The names of its placeholders."""
    dialect: str
    """sqlglot's name for the SQL it is written in."""

    @cached_property
    def sql(self) -> str:
        """The statement as it was meant, re-rendered without comments, for people."""
        return render(self.written, self.dialect)


def check_statement(
    statement: str, schema: Schema, dialect: str, extra_functions: Iterable[str] = ()
) -> CheckedStatement:
    """Check one statement; raises StatementRefused, UnknownTable, UnknownColumn or FunctionNotAllowed."""
    allowed = allowed_functions(dialect, extra_functions)
    tree = _parsed(statement, dialect)
    try:
        return _checked(tree, schema, dialect, allowed)
    except RecursionError as cause:
        raise StatementRefused("The statement is nested too deeply; write a simpler one.") from cause


def _checked(tree: exp.Query, schema: Schema, dialect: str, allowed: frozenset[str]) -> CheckedStatement:
    nodes = nodes_of(tree)
    if reason := refused_syntax(nodes, dialect):
        raise StatementRefused(reason)
    _check_written_functions(nodes, allowed)
    resolved = resolve(tree, schema, dialect)
    nodes = nodes_of(resolved)
    if reason := refused_syntax(nodes, dialect):
        raise StatementRefused(reason)
    text = render(resolved, dialect)
    check_called_names(text, dialect, allowed)
    names = frozenset(node.name for node in nodes if isinstance(node, exp.Placeholder))
    if not all(name.isidentifier() for name in names):
        raise StatementRefused("Write placeholders as `:name`.")
    return CheckedStatement(tree=resolved, text=text, written=tree, parameters=names, dialect=dialect)


def _parsed(statement: str, dialect: str) -> exp.Query:
    if len(statement) > MAX_CHARACTERS or "\x00" in statement:
        raise StatementRefused(f"A statement is text of at most {MAX_CHARACTERS:,} characters.")
    with refusing_stumbles(dialect):
        try:
            tokens = speaker(dialect).tokenize(statement)
            _check_tokens(tokens, dialect)
            parsed = speaker(dialect).parser().parse(tokens, statement)
        except (SqlglotError, RecursionError) as cause:
            raise StatementRefused(f"This cannot be read as {dialect} SQL: {_first_line(cause)}") from cause
    trees = [tree for tree in parsed if tree is not None and not isinstance(tree, exp.Semicolon)]
    if len(trees) != 1:
        raise StatementRefused("Give exactly one statement.")
    if not isinstance(trees[0], exp.Select | exp.SetOperation | exp.Subquery):
        raise StatementRefused("Only SELECT statements can be run; this one is something else.")
    return tidied(trees[0], dialect)


def _check_tokens(tokens: list[Token], dialect: str) -> None:
    for number, token in enumerate(tokens):
        if token.comments and any(comment.lstrip().startswith(("!", "M!")) for comment in token.comments):
            raise StatementRefused("Comments that a server executes (`/*! … */`) are refused; remove them.")
        if token.token_type in _UNICODE and _is_unicode_escape(token, tokens[number - 1] if number else None, dialect):
            raise StatementRefused("Unicode-escaped names and strings (`U&`) are refused; write them plainly.")


def _is_unicode_escape(token: Token, previous: Token | None, dialect: str) -> bool:
    if token.token_type is TokenType.AMP:
        return previous is not None and previous.text.upper() == "U" and dialect != "mysql"
    return True


def _check_written_functions(nodes: Iterable[exp.Expr], allowed: frozenset[str]) -> None:
    """Functions that sqlglot has no class for keep the name they were written with, quotes and all."""
    for node in nodes:
        if not isinstance(node, _UNCLASSED):
            continue
        name = node.this if isinstance(node.this, str) else node.this.name
        if name.upper() not in allowed:
            raise not_allowed(name, allowed)


def _first_line(error: BaseException) -> str:
    return str(error).replace("\x1b[4m", "").replace("\x1b[0m", "").splitlines()[0][:200]
