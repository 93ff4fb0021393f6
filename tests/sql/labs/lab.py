"""A throw-away shop in one kind of database, with things to hide, where a statement's harm can be shown."""

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from tools.sql.specs import PolicySpec

SECRET = "launch-code-7431"
"""The word in table `secrets`, and in the file `{file}`."""

HIDING = PolicySpec(
    exclude_tables=("secrets",),
    exclude_columns=("customers.email",),
    mask_columns=("customers.phone",),
    row_filters={"orders": "region <> 'Asia'"},
    statement_seconds=0.3,
)
"""What the shop hides from whoever asks."""

SHOP = [s for s in (Path(__file__).parent / "shop.sql").read_text().split(";\n") if s.strip()]


class Lab(Protocol):
    """One kind of database with a shop in it; cases may destroy the shop."""

    url: str
    words: dict[str, str]
    """What the marks of a case stand for: `{folder}`, `{file}`, `{account}`, `{version}`."""
    locked_out: type[Exception]
    """What a second connection meets at a lock."""

    def connect(self) -> Any:
        """A DBAPI connection that may do everything, and waits a moment only for locks."""

    def run(self, connection: Any, statements: str) -> list[tuple[Any, ...]]:
        """Run statements as they are, and give all the rows they return."""

    def stopper(self, connection: Any) -> Callable[[], None]:
        """A function for another thread that ends what the connection runs."""

    def has_file(self, path: str) -> bool:
        """Whether the server's machine has such a file."""

    def restore(self) -> None:
        """The shop as it was."""

    def close(self) -> None:
        """Remove everything."""


def scratch() -> str:
    """A name that no other lab uses."""
    return f"crosscheck_test_sql_{uuid.uuid4().hex[:8]}"
