"""`crosscheck schema slice` and `schema drift` at the command line."""

import json
import sqlite3

import pytest
from typer.testing import CliRunner

from crew.cli.main import app
from tests.flow.shop import make_shop


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """The command line over a small shop, and a way to change it."""
    make_shop(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROSSCHECK_HOME", str(tmp_path / "state"))

    def change(statement: str) -> None:
        with sqlite3.connect(tmp_path / "shop.sqlite") as connection:
            connection.execute(statement)

    return change


def run(*arguments: str):
    return CliRunner().invoke(app, ["schema", *arguments, "--domain", "shop"])


def test_a_slice_says_its_tokens_and_why_each_table_is_in(shop):
    assert "the whole schema" in run("slice", "turnover in Spain").stdout
    shop(f"CREATE TABLE wide ({', '.join(f'c{n} TEXT' for n in range(200))})")
    run("show", "--refresh")
    outcome = run("slice", "turnover of the market Spain", "--tokens", "400", "--output", "json")
    told = json.loads(outcome.stdout)["shop"]

    assert told["tokens"] <= 400
    assert "turnover in the metric revenue" in told["why"]["orders"]
    assert "because of turnover in the metric revenue" in run("slice", "turnover", "--tokens", "400").stdout


def test_drift_tells_what_changed_and_what_it_breaks_until_the_schema_is_read_anew(shop):
    assert "nothing to compare" in run("drift").stdout
    run("show")
    assert "unchanged" in run("drift").stdout
    shop("ALTER TABLE orders RENAME COLUMN amount TO amounts")
    shop("CREATE TABLE refunds (id INTEGER)")
    outcome = run("drift")

    assert outcome.exit_code == 1
    assert "`orders.amount` is gone; it is likely `orders.amounts` now" in outcome.stdout
    assert "`refunds` is new" in outcome.stdout
    assert "`orders.amounts` is new" not in outcome.stdout
    assert "breaks metrics.revenue.expression" in outcome.stdout
    assert json.loads(run("drift", "--output", "json").stdout)[0]["broken"][0]["is_carried_over"]

    described = CliRunner().invoke(app, ["domain", "describe", "shop"]).stdout
    assert "Changed since the schema was read" in described
    assert "`orders.amount` is gone" in described
    assert "`refunds` is new" in described

    assert "amounts" in run("show", "--refresh").stdout
    assert run("drift").exit_code == 0
    assert "Changed since" not in CliRunner().invoke(app, ["domain", "describe", "shop"]).stdout
