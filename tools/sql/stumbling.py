"""What sqlglot raises over a tree that it cannot work on, said as a refusal: the guard fails closed, with a reason."""

from collections.abc import Iterator
from contextlib import contextmanager

from tools.errors import ToolError
from tools.sql.errors import StatementRefused


@contextmanager
def refusing_stumbles(dialect: str) -> Iterator[None]:
    """Around calls of sqlglot: whatever it raises becomes StatementRefused.

    Its annotators and generators take parts for granted that a statement may lack, and then raise AttributeError,
    TypeError, ValueError, and more. Only calls of sqlglot belong inside, so that errors of our own stay visible.
    """
    try:
        yield
    except (ToolError, RecursionError):
        raise
    except Exception as cause:
        raise StatementRefused(
            f"This cannot be taken as {dialect} SQL ({type(cause).__name__} in the parser). Write it in another way."
        ) from cause
