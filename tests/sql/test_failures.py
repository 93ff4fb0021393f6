"""What a database says of a failed statement is sorted into classes, each with what to do."""

import sqlite3

import pytest
import sqlalchemy as sa
import sqlglot

from tests.sql.asking import ask
from tests.sql.conftest import fill, open_shop
from tools.deadline import Deadline
from tools.sql import patience
from tools.sql.database import Database
from tools.sql.errors import (
    AmbiguousName,
    ForNowUnavailable,
    OutOfRange,
    StatementFailed,
    TooManyRows,
    WrongGrouping,
    WrongTypes,
)
from tools.sql.introspect import introspect
from tools.sql.patience import patiently
from tools.sql.policy import apply_policy
from tools.sql.specs import PolicySpec

STATEMENTS = {
    WrongGrouping: ("SELECT id FROM orders WHERE sum(total) > 1", {"sqlite", "duckdb", "mysql", "postgres"}),
    AmbiguousName: (
        "SELECT id FROM orders JOIN customers ON customers.id = orders.customer_id",
        {"sqlite", "duckdb", "mysql", "postgres"},
    ),
    TooManyRows: ("SELECT (SELECT id FROM orders) AS n FROM orders", {"duckdb", "mysql", "postgres"}),
    OutOfRange: ("SELECT CAST(9223372036854775807 AS BIGINT) * id * 4 FROM orders", {"duckdb", "mysql", "postgres"}),
    WrongTypes: ("SELECT id FROM orders WHERE ordered_on > 'soon'", {"duckdb", "postgres"}),
}


_ENGINES = {"sqlite": "sqlite", "duckdb": "duckdb", "mysql": "mariadb", "postgres": "postgres"}


@pytest.mark.parametrize(
    ("shop_url", "kind"),
    [
        pytest.param(_ENGINES[dialect], kind, id=f"{dialect}-{kind.__name__}")
        for kind, (_statement, dialects) in STATEMENTS.items()
        for dialect in sorted(dialects)
    ],
    indirect=["shop_url"],
    scope="session",
)
def test_each_database_tells_the_kind_of_failure(shop: Database, kind: type[StatementFailed]) -> None:
    statement, _dialects = STATEMENTS[kind]
    tree = sqlglot.parse_one(statement, dialect=shop.dialect)
    for table in tree.find_all(sqlglot.exp.Table):
        table.meta["base_table"] = True
        table.set("db", sqlglot.exp.to_identifier("public") if shop.dialect == "postgres" else None)

    with pytest.raises(kind) as refusal:
        shop.fetch(tree, {}, PolicySpec(), Deadline(20))

    assert type(refusal.value) is kind
    assert "The database refused the statement" in str(refusal.value)


def test_a_locked_database_is_waited_for(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(patience, "_PAUSES", (0.0, 0.0))
    tries: list[int] = []

    def run() -> str:
        tries.append(1)
        if len(tries) < 3:
            raise ForNowUnavailable("locked")
        return "rows"

    assert patiently(run, Deadline(5)) == "rows"
    assert len(tries) == 3


def test_a_database_that_stays_locked_is_said_to_be_busy(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(patience, "_PAUSES", ())
    monkeypatch.setattr("tools.sql.sessions.CONNECT_SECONDS", 0.05)
    fill(sa.create_engine(f"sqlite:///{tmp_path / 'shop.db'}"))
    shop = open_shop(f"sqlite:///{tmp_path / 'shop.db'}")
    locking = sqlite3.connect(tmp_path / "shop.db", isolation_level=None)
    tree = apply_policy(
        sqlglot.parse_one("SELECT id FROM orders", dialect="sqlite"),
        introspect(shop, PolicySpec()),
        PolicySpec(),
        shop.asker,
    )
    locking.execute("BEGIN EXCLUSIVE")

    with pytest.raises(ForNowUnavailable, match="may succeed later"):
        shop.fetch(tree, {}, PolicySpec(), Deadline(20))

    locking.execute("ROLLBACK")
    locking.close()
    assert ask(shop, "SELECT count(*) AS n FROM orders").rows == ((4,),)
    shop.close()
