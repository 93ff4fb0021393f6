"""Verified queries bind their parameters by type and say what is wrong with them."""

from datetime import date
from decimal import Decimal

import pytest

from tools.sql.errors import WrongParameters
from tools.sql.schema import Schema
from tools.sql.specs import VerifiedQuerySpec
from tools.sql.verified import bound_parameters, repaired

QUERY = VerifiedQuerySpec.model_validate(
    {
        "about": "Orders since a day",
        "statement": "SELECT id FROM orders WHERE ordered_on >= :since AND amount > :least",
        "parameters": {"since": {"type": "date"}, "least": {"type": "decimal", "default": "0.10"}},
    }
)
SCHEMA = Schema.model_validate(
    {
        "source": "shop",
        "dialect": "sqlite",
        "taken_at": "2025-01-01",
        "tables": [
            {
                "name": "sales_orders",
                "columns": [
                    {"name": "id", "type": "INTEGER", "kind": "integer"},
                    {"name": "ordered_on", "type": "DATE", "kind": "date"},
                    {"name": "order_amount", "type": "DECIMAL(10, 2)", "kind": "decimal"},
                ],
            }
        ],
    }
)


def test_values_are_bound_as_the_types_declared():
    assert bound_parameters("q", QUERY, {"since": "2025-01-31"}) == {
        "since": date(2025, 1, 31),
        "least": Decimal("0.10"),
    }


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"since": "soon"}, "`since` must be a date as YYYY-MM-DD, not 'soon'"),
        ({"since": "2025-01-01", "least": "NaN"}, "`least` must be a number"),
        ({}, "needs a value for `since`"),
        ({"since": "2025-01-01", "until": 1}, "has no parameter `until`; it has `since`, `least`"),
    ],
)
def test_wrong_values_are_refused_in_words(given, said):
    with pytest.raises(WrongParameters, match=said):
        bound_parameters("q", QUERY, given)


def test_a_repair_renames_what_is_near_and_keeps_placeholders():
    text = repaired("SELECT orders.id FROM orders WHERE orders.amount > :least", SCHEMA)

    assert " ".join(text.split()) == (
        "SELECT sales_orders.id FROM sales_orders WHERE sales_orders.order_amount > :least"
    )


def test_nothing_is_suggested_where_nothing_is_near():
    assert repaired("SELECT weather FROM orders", SCHEMA) == ""
