"""What policy hides is missing from the answer without breaking it, and a filtered table is said to be filtered."""

from pathlib import Path

import pytest

from crew.answer import Answer
from crew.assemble import open_desk
from crew.settings import Settings
from tests.flow.shop import make_shop
from tools.asker import Asker


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.read({"CROSSCHECK_HOME": str(tmp_path / "state"), "HOME": str(tmp_path)})


def ask(tmp_path: Path, settings: Settings, policy: str, question: str) -> Answer:
    config = make_shop(tmp_path)
    domain = config / "domains" / "shop.yaml"
    domain.write_text(f"{domain.read_text()}\npolicy: {policy}\n")
    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        return desk.ask(question)


def test_an_answer_over_filtered_rows_says_so(tmp_path: Path, settings: Settings) -> None:
    policy = '{row_filters: {orders: "amount < 400"}}'

    answer = ask(tmp_path, settings, policy, "What was revenue in Spain in Q3 2024?")

    assert "500" not in answer.answer
    assert "Of orders, only the rows that ana may see." in answer.assumptions


def test_a_masked_column_that_a_plan_needs_ends_in_an_answer_and_not_in_an_error(
    tmp_path: Path, settings: Settings
) -> None:
    answer = ask(tmp_path, settings, '{mask_columns: ["customers.name"]}', "How many orders are there by customer?")

    assert answer.status in ("clarify", "declined", "no_evidence", "partly_verified")
    assert "Customer 1" not in answer.model_dump_json()
