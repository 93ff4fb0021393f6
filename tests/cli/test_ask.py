"""Asking on the command line, from the question to the exit code, with the offline model."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from crew.answer import EXIT_CODES, Answer
from tests.cli.conftest import Run

QUESTION = "What was the revenue by region in Q2 2025?"


def test_the_answer_goes_to_stdout_and_the_progress_to_stderr(shop: Path, run: Run) -> None:
    outcome = run("ask", QUESTION)

    assert outcome.code == 0
    assert outcome.stdout.startswith("VERIFIED")
    assert "160" in outcome.stdout and "40" in outcome.stdout
    assert "gather" in outcome.stderr
    assert "VERIFIED" not in outcome.stderr


def test_json_is_the_contract_and_nothing_else_is_on_stdout(shop: Path, run: Run) -> None:
    outcome = run("ask", QUESTION, "--output", "json", "--as", "ines")

    answer = Answer.model_validate_json(outcome.stdout)
    assert (answer.status, answer.asker, answer.domain) == ("verified", "ines", "shop")


def test_the_exit_code_tells_the_status(shop: Path, run: Run) -> None:
    outcome = run("ask", "How is the weather on Mars?", "--output", "json")

    answer = Answer.model_validate_json(outcome.stdout)
    assert outcome.code == EXIT_CODES[answer.status] != 0


def test_today_moves_relative_dates(shop: Path, run: Run) -> None:
    outcome = run("ask", "What was the revenue last quarter?", "--today", "2025-07-10", "--output", "json")

    answer = Answer.model_validate_json(outcome.stdout)
    assert answer.today == "2025-07-10"
    assert Decimal(answer.evidence[0]["rows"][0][-1]) == 200


@pytest.mark.parametrize("suffix", ["json", "md", "txt"])
def test_an_answer_is_saved_in_the_format_of_the_suffix_over_an_existing_file(
    shop: Path, run: Run, suffix: str
) -> None:
    path = shop / f"answer.{suffix}"
    path.write_text("old")

    run("ask", QUESTION, "--save", str(path))

    saved = path.read_text()
    assert saved.startswith({"json": "{", "md": "## What was", "txt": "VERIFIED"}[suffix])


def test_every_example_of_the_description_is_answered(shop: Path, run: Run) -> None:
    examples = json.loads(run("domain", "describe", "--output", "json").stdout)["examples"]
    lines = "\n".join(json.dumps(example) for example in examples)

    outcome = run("ask", "--batch", "-", stdin=lines)

    answers = [json.loads(line) for line in outcome.stdout.splitlines()]
    assert [answer["question"] for answer in answers] == examples != []
    assert {answer["status"] for answer in answers} == {"verified"}
