"""Answers that another version of the program stored."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_wrong_input import assert_refused

Rewrite = Callable[[str], None]


@pytest.fixture
def asked(shop: Path, run: Run) -> str:
    """The id of a run that was answered."""
    run("ask", "What was the revenue by region in Q2 2025?", "--domain", "shop")
    return json.loads(run("runs", "list", "-o", "json").stdout)[0]["id"]


@pytest.fixture
def rewrite(shop: Path, asked: str) -> Rewrite:
    """Changes the stored answer by an SQL expression over `answer`."""

    def changed(expression: str) -> None:
        with sqlite3.connect(shop / "home" / "state.sqlite") as connection:
            connection.execute(f"UPDATE runs SET answer = {expression} WHERE id = ?", (asked,))

    return changed


def test_what_still_fits_is_shown_and_what_does_not_is_named(asked: str, run: Run, rewrite: Rewrite) -> None:
    rewrite(
        "json_set(answer, '$.mood', 'fine', '$.steps[0].status', 'pondered', '$.evidence[0].kind', 'rumour', "
        "'$.usage.wishes', 3)"
    )

    shown = run("runs", "show", asked)

    assert shown.code == 1
    assert "Revenue for Europe in Q2 2025 was" in shown.stdout
    assert "stored by another version" in shown.stderr
    for place in ("`mood`", "`steps.0`", "`evidence.0`", "`usage`"):
        assert place in shown.stderr


def test_json_is_printed_as_it_is_stored(asked: str, run: Run, rewrite: Rewrite) -> None:
    rewrite("json_set(answer, '$.mood', 'fine')")

    shown = run("runs", "show", asked, "-o", "json")

    assert shown.code == 1
    assert json.loads(shown.stdout)["mood"] == "fine"


def test_an_answer_that_lacks_what_all_have_is_shown_as_plain_text(asked: str, run: Run, rewrite: Rewrite) -> None:
    rewrite("json_set(answer, '$.status', 'wonderful')")

    shown = run("runs", "show", asked)

    assert shown.code == 1
    assert "What was the revenue by region in Q2 2025?" in shown.stdout
    assert "Revenue for Europe in Q2 2025 was" in shown.stdout
    assert "`status`" in shown.stderr


def test_it_is_explained_but_neither_replayed_nor_learned_from(asked: str, run: Run, rewrite: Rewrite) -> None:
    rewrite("json_set(answer, '$.mood', 'fine', '$.receipt[0]', json('{}'))")

    assert run("runs", "explain", asked).code == 0
    assert_refused(run("runs", "replay", asked), "stored by another version", "--output json")
    assert run("runs", "learn", "--domain", "shop").code == 0
