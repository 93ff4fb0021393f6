"""How the rows of an answer are headed in a report's tables."""

from typing import Any

import pytest

from crew.answer import Answer
from crew.reports.rows import groups_of


def answer_with(column: dict[str, Any]) -> Answer:
    rows = {"id": "E1", "kind": "rows", "source": "shop", "columns": [column], "rows": [["Ada"]], "row_count": 1}
    return Answer(
        run_id="r1",
        domain="shop",
        asker="rosa",
        question="Who buys?",
        today="2025-06-18",
        status="verified",
        terminal_reason="answered",
        answer="Ada.",
        evidence=[rows],
    )


@pytest.mark.parametrize(
    ("source", "heading"),
    [
        ("customers.name", "Customers"),
        ("crm.customers.name", "Customers"),
        ("warehouse.crm.key_accounts.name", "Key accounts"),
        ("", "Name"),
    ],
)
def test_a_column_that_only_says_name_is_headed_by_its_table(source, heading):
    (group,) = groups_of(answer_with({"name": "name", "type": "text", "source": source}), {})

    assert [column.heading for column in group.now.columns] == [heading]
