"""Joining rows of one database to keys of another: bound in batches or matched in memory, and accounted for."""

import pytest

from tests.sql.asking import ask
from tools.evidence import RowsEvidence
from tools.sql.database import Database
from tools.sql.introspect import introspect
from tools.sql.key_batches import JoinedKeys, NotJoinable, Rows, keyed_statement, run_joined
from tools.sql.semantics import Semantics
from tools.sql.specs import PolicySpec, SemanticSpec
from tools.terms import StructuredQuery

STATEMENT = "SELECT customer_id, id, total FROM orders WHERE customer_id IN (:keys) AND total > :least ORDER BY id"


def keys(*values: object, **more: int) -> JoinedKeys:
    return JoinedKeys(origin="accounts.client of crm", values=values, to="orders.customer_id", **more)  # type: ignore[arg-type]


def joined(shop: Database, wanted: JoinedKeys, statement: str = STATEMENT) -> tuple[Rows, list[dict]]:
    asked: list[dict] = []

    def run(text: str, parameters: dict) -> Rows:
        asked.append(parameters)
        return ask(shop, text, parameters)

    schema = introspect(shop, PolicySpec())
    return run_joined(wanted, statement, {"least": 0}, schema, run), asked


def test_keys_are_bound_in_batches_and_the_join_is_accounted_for(shop: Database) -> None:
    found, asked = joined(shop, keys(1, "2", 77, None, 1, batch=2))

    assert isinstance(found, RowsEvidence)
    assert [row[1] for row in found.rows] == [1, 2, 3]
    assert [{k: v for k, v in given.items() if k != "least"} for given in asked[:2]] == [
        {"keys_1": 1, "keys_2": 2},
        {"keys_1": 77},
    ]
    account = found.joins[-1]
    assert account.on == "accounts.client of crm = orders.customer_id of shop"
    assert (account.rows_before, account.rows_after) == (5, 5)
    assert (account.unmatched_left, account.unmatched_right) == (2, 1)
    assert account.multiplies
    assert found.parameters["keys"] == "3 keys, bound in 2 batches"


def test_many_keys_are_matched_in_memory(shop: Database) -> None:
    found, asked = joined(shop, keys(2, 5, 6, 7, most_bound=3))

    assert isinstance(found, RowsEvidence)
    assert [row[1] for row in found.rows] == [3]
    assert asked == [{"least": 0}]
    assert (found.joins[-1].unmatched_left, found.joins[-1].unmatched_right) == (3, 3)
    assert any(w.startswith("few_partners: of 4 rows 3") for w in found.warnings)
    assert any(w.startswith("matched_here") for w in found.warnings)


def test_a_statement_must_take_the_keys_and_show_them(sqlite_shop: Database) -> None:
    with pytest.raises(NotJoinable, match=r"orders.customer_id IN \(:keys\)"):
        joined(sqlite_shop, keys(1), "SELECT customer_id FROM orders WHERE total > :least")
    with pytest.raises(NotJoinable, match=r"Return `orders.customer_id`"):
        joined(sqlite_shop, keys(1), "SELECT id FROM orders WHERE total > :least AND customer_id IN (:keys)")
    with pytest.raises(NotJoinable, match="None of the keys can stand"):
        joined(sqlite_shop, keys("x", "y"))


def test_a_query_is_written_with_its_keys_and_shows_them(shop: Database) -> None:
    schema = introspect(shop, PolicySpec())
    query = StructuredQuery(measures=("sum(orders.total)",))
    semantics = Semantics.of(SemanticSpec(), schema)

    statement, parameters = keyed_statement(query, "orders.customer_id", schema, semantics)
    found = run_joined(keys(1, 2), statement, parameters, schema, lambda text, given: ask(shop, text, given))

    assert parameters == {}
    assert isinstance(found, RowsEvidence)
    assert sorted((row[0], round(float(str(row[1])), 2)) for row in found.rows) == [(1, 30.3), (2, 30.3)]
