"""The names before parentheses in a statement as it will run: none outside the list of functions may stand there."""

import re
from itertools import pairwise

from rapidfuzz import fuzz, process
from sqlglot.tokens import TokenType

from tools.sql.dialects import speaker
from tools.sql.errors import FunctionNotAllowed
from tools.sql.syntax import SYNTAX_WORDS


def check_called_names(sql: str, dialect: str, allowed: frozenset[str]) -> None:
    """Whatever the tree was, no name outside the list may stand before a parenthesis; raises FunctionNotAllowed."""
    if may_call_others(sql, allowed):
        check_tokens_called(sql, dialect, allowed)


def check_tokens_called(sql: str, dialect: str, allowed: frozenset[str]) -> None:
    """As `check_called_names`, by the tokens of the statement."""
    tokens = speaker(dialect).tokenize(sql)
    bare = [t for t in tokens if t.token_type in _BARE_CALLS]
    called = [t for t, after in pairwise(tokens) if after.token_type is TokenType.L_PAREN]
    for token in [*bare, *called]:
        word = token.text.upper().rpartition(" ")[2]
        if token.token_type in _NOT_NAMES or not (word[:1].isalpha() or word[:1] == "_"):
            continue
        if word not in allowed and word not in SYNTAX_WORDS:
            raise not_allowed(token.text, allowed)


def may_call_others(sql: str, allowed: frozenset[str]) -> bool:
    """Whether anything before a parenthesis, inside of quotes too, is not plainly allowed: then its tokens decide.

    What counts as one name here is never shorter than the name that a tokenizer reads: it ends only at blanks and at
    ASCII punctuation.
    """
    upper = sql.upper()
    if any(word in upper for word in _BARE_CALL_WORDS):
        return True
    return not all(name in allowed or name in SYNTAX_WORDS for name in _BEFORE_PARENTHESIS.findall(upper))


_PART_OF_NAME = r"[^\s!\"#%-/:-?\[-^`{-~]"
_BEFORE_PARENTHESIS = re.compile(rf"(?<!{_PART_OF_NAME})({_PART_OF_NAME}++)\s*+\(")
_BARE_CALL_WORDS = ("CURRENT_", "SESSION_USER")
_NOT_NAMES = {TokenType.STRING, TokenType.NATIONAL_STRING, TokenType.RAW_STRING, TokenType.IDENTIFIER}
_BARE_CALLS = {
    TokenType.CURRENT_USER,
    TokenType.CURRENT_ROLE,
    TokenType.CURRENT_CATALOG,
    TokenType.SESSION_USER,
    TokenType.CURRENT_SCHEMA,
}


_LIKE = 55
"""How like a function's name another must be to be proposed, of 100."""


def not_allowed(name: str, allowed: frozenset[str]) -> FunctionNotAllowed:
    """The error for a function outside the list, with those most like it."""
    near = process.extract(name.upper(), sorted(allowed), scorer=fuzz.ratio, limit=5, score_cutoff=_LIKE)
    return FunctionNotAllowed(name, [match for match, _score, _index in near])
