"""The doctor says of each thing a desk needs whether it is there, and what to do otherwise."""

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def checks(run: Run) -> tuple[int, dict[str, dict[str, str]]]:
    """Exit code, and the checks by subject."""
    outcome = run("doctor", "--output", "json")
    return outcome.code, {check["subject"]: check for check in json.loads(outcome.stdout)}


def test_a_working_installation_passes(shop: Path, run: Run) -> None:
    run("documents", "add")

    code, found = checks(run)

    assert code == 0
    assert {
        found[subject]["status"] for subject in ("Python", "domain shop", "route strong", "database shop.shop")
    } == {"ok"}
    assert found["index shop.reports"]["text"].startswith("1 document, not embedded, format 2; embedded in")


def test_what_fails_has_a_remedy(shop: Path, run: Run) -> None:
    (shop / "shop.sqlite").unlink()

    code, found = checks(run)

    assert code == 2
    assert found["database shop.shop"]["status"] == "fail"
    assert "There is no database file" in found["database shop.shop"]["text"]
    assert all(check["remedy"] for check in found.values() if check["status"] != "ok")


def test_a_changed_schema_is_told(shop: Path, run: Run) -> None:
    checks(run)
    with sqlite3.connect(shop / "shop.sqlite") as connection:
        connection.execute("ALTER TABLE customers RENAME COLUMN name TO full_name")

    _, found = checks(run)

    assert found["database shop.shop"]["status"] == "warn"
    assert "`customers.name` is gone" in found["database shop.shop"]["text"]
    assert "schema drift" in found["database shop.shop"]["remedy"]


def test_a_route_without_its_key_is_named(shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    deployments = "[{model: openai/gpt-4o, api_key_env: CROSSCHECK_TEST_KEY}, {model: offline/analyst}]"
    routes = "".join(f"  {name}: {{deployments: {deployments}}}\n" for name in ("fast", "strong", "verifying"))
    (shop / "config/routes.yaml").write_text(f"version: 1\nroutes:\n{routes}")

    _, found = checks(run)

    assert found["route strong"]["status"] == "warn"
    assert "CROSSCHECK_TEST_KEY" in found["route strong"]["remedy"]
    monkeypatch.setenv("CROSSCHECK_TEST_KEY", "x")
    assert checks(run)[1]["route strong"]["status"] == "ok"
