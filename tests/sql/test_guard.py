"""What the guard lets through, what it refuses, and what it says."""

from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot.errors import TokenError

from tests.sql.schemas import shop_schema
from tools.errors import ToolError
from tools.sql import called_names
from tools.sql.dialects import render
from tools.sql.errors import FunctionNotAllowed, StatementRefused, UnknownColumn, UnknownTable
from tools.sql.functions import allowed_functions
from tools.sql.guard import check_statement

CASES = Path(__file__).parent.parent / "cases"


def cases(name: str) -> list:
    listed = yaml.safe_load((CASES / name).read_text())
    return [pytest.param(case, id=f"{case['dialect']}: {case['statement'][:60]}") for case in listed]


@pytest.mark.parametrize("case", cases("sql_refused.yaml"))
def test_anything_but_a_plain_select_over_known_names_is_refused(case):
    with pytest.raises(ToolError) as refusal:
        check_statement(case["statement"], shop_schema(case["dialect"]), case["dialect"])

    assert type(refusal.value).__name__ == case["error"]


@pytest.mark.parametrize("case", cases("sql_passes.yaml"))
def test_a_plain_select_passes_and_comes_back_without_comments(case):
    checked = check_statement(case["statement"], shop_schema(case["dialect"]), case["dialect"])

    assert "--" not in checked.sql or "'" in case["statement"]
    again = check_statement(checked.sql, shop_schema(case["dialect"]), case["dialect"])
    assert render(again.tree, case["dialect"]) == render(checked.tree, case["dialect"])


def test_a_refusal_names_at_most_five_nearest_permitted_names():
    with pytest.raises(UnknownColumn) as refusal:
        check_statement("SELECT regoin FROM orders", shop_schema(), "sqlite")

    assert refusal.value.nearest[0] == "orders.region"
    assert len(refusal.value.nearest) <= 5
    assert "`orders.region`" in str(refusal.value)


def test_an_unknown_table_and_function_name_their_nearest():
    with pytest.raises(UnknownTable) as table:
        check_statement("SELECT 1 FROM order", shop_schema(), "postgres")
    with pytest.raises(FunctionNotAllowed) as function:
        check_statement("SELECT uper(note) FROM orders", shop_schema(), "sqlite")

    assert table.value.nearest[0] == "orders"
    assert "UPPER" in function.value.nearest


def test_text_in_double_quotes_is_explained():
    with pytest.raises(UnknownColumn, match="single quotes"):
        check_statement('SELECT id FROM orders WHERE region = "Europe"', shop_schema(), "sqlite")


def test_a_function_of_the_policy_is_allowed():
    with pytest.raises(FunctionNotAllowed):
        check_statement("SELECT unaccent(note) FROM orders", shop_schema(), "postgres")

    assert check_statement("SELECT unaccent(note) FROM orders", shop_schema(), "postgres", ["unaccent"]).sql


def test_every_star_and_name_of_what_runs_is_written_out():
    checked = check_statement("SELECT * FROM Notes", shop_schema(), "sqlite")

    assert render(checked.tree, "sqlite") == (
        'SELECT "notes"."id" AS "id", "notes"."update" AS "update", "notes"."delete" AS "delete" '
        'FROM "notes" AS "notes"'
    )


def test_result_columns_keep_the_spelling_of_their_author_and_are_unique():
    checked = check_statement(
        "SELECT o.id, c.id, sum(total), count(*) AS HowMany FROM orders o, customers c GROUP BY 1, 2",
        shop_schema(),
        "sqlite",
    )

    assert [p.alias for p in checked.tree.selects] == ["id", "id_2", "sum_total", "HowMany"]


@pytest.mark.parametrize(
    ("dialect", "written", "named"),
    [
        ("mysql", "median(total) OVER (PARTITION BY region)", "median_region"),
        ("mysql", "UTC_DATE", "utc_date"),
        ("postgres", "date_trunc('month', ordered_at)", "date_trunc_ordered_at"),
        ("postgres", "make_date(2025, 1, id)", "make_date_id"),
        ("duckdb", "count(*) + 1", "count"),
    ],
)
def test_columns_without_a_name_are_called_by_their_function(dialect, written, named):
    checked = check_statement(f"SELECT {written} FROM orders", shop_schema(dialect), dialect)

    assert [p.alias for p in checked.tree.selects] == [named]


def test_the_first_function_that_is_not_available_is_named():
    refusals = set()
    for _ in range(20):
        with pytest.raises(FunctionNotAllowed) as refusal:
            check_statement(
                "SELECT current_schema() || current_database() FROM orders", shop_schema("duckdb"), "duckdb"
            )
        refusals.add(refusal.value.function)

    assert refusals == {"CURRENT_SCHEMA"}


def test_placeholders_are_known_by_name():
    checked = check_statement("SELECT id FROM orders WHERE region = :region", shop_schema(), "postgres")

    assert checked.parameters == {"region"}
    assert checked.sql == "SELECT id FROM orders WHERE region = :region"


def test_deep_nesting_is_refused_and_does_not_crash():
    with pytest.raises(StatementRefused):
        check_statement("SELECT " + "(" * 3000 + "1" + ")" * 3000, shop_schema(), "sqlite")


def test_a_statement_of_unreasonable_length_is_refused():
    with pytest.raises(StatementRefused, match="characters"):
        check_statement("SELECT 1 --" + "x" * 30_000, shop_schema(), "sqlite")


_WORDS = [
    "lower",
    "sleep",
    "count",
    "in",
    "current_user",
    "SYSTEM$",
    "é",
    "€",
    "1",
    "$",
    "@",
    "#",
    "\u00a0",
    "\u2003",
    "\n",
]
_SIGNS = ["(", " (", "(1)", "::", "--", "/*", "*/", *"'\"`.,;-[]{}\\!%&~?|"]
_PIECES = st.sampled_from([*_WORDS, *_SIGNS])


@pytest.mark.parametrize("dialect", ["sqlite", "mysql", "postgres", "duckdb", "snowflake", "bigquery"])
@given(pieces=st.lists(_PIECES, max_size=12))
@settings(max_examples=300, deadline=None)
def test_the_quick_look_at_calls_lets_nothing_pass_that_the_tokens_refuse(dialect, pieces):
    text, allowed = "".join(pieces), allowed_functions(dialect, ())
    if not called_names.may_call_others(text, allowed):
        with suppress(TokenError):  # what cannot be read is refused elsewhere
            called_names.check_tokens_called(text, dialect, allowed)
