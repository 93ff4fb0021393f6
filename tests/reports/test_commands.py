"""`crosscheck report`, as typed."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crew.cli.main import app
from tests.reports.conftest import TOTAL, Write


@pytest.fixture
def cli(write: Write, config: Path, indexed: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """A runner whose environment leads to the shop, with its index and one report."""
    indexed()  # type: ignore[operator]
    write(TOTAL)
    monkeypatch.setenv("CROSSCHECK_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("CROSSCHECK_CONFIG", str(config))
    return CliRunner()


def test_a_report_is_checked_run_shown_and_compared(cli: CliRunner, tmp_path: Path) -> None:
    checked = cli.invoke(app, ["report", "check"])
    ran = cli.invoke(app, ["report", "run", "shop-review", "--out", str(tmp_path / "out")])
    shown = cli.invoke(app, ["report", "show", "shop-review", "--as", "bo@shop.example", "--output", "json"])
    compared = cli.invoke(app, ["report", "diff", "shop-review"])
    listed = cli.invoke(app, ["report", "list", "--output", "json"])

    assert "shop-review: 1 sections over `shop`, with the rights of `ana`." in checked.output
    assert (ran.exit_code, shown.exit_code, compared.exit_code) == (0, 0, 0), ran.output
    assert "€550.50" in ran.output
    assert {path.suffix for path in (tmp_path / "out").iterdir()} >= {".md", ".html", ".pdf", ".json"}
    assert json.loads(shown.stdout)["report"] == "shop-review"
    assert "Nothing material changed" in compared.output
    assert {entry["report"]: entry["status"] for entry in json.loads(listed.stdout)}["shop-review"] == "verified"


def test_who_is_outside_the_audience_is_refused(cli: CliRunner) -> None:
    cli.invoke(app, ["report", "run", "shop-review"])

    refused = cli.invoke(app, ["report", "show", "shop-review", "--as", "eve"])

    assert refused.exit_code == 2
    assert "`eve` is not in the audience" in refused.output


def test_a_wrong_report_ends_with_two_and_names_the_file(cli: CliRunner, config: Path) -> None:
    (config / "reports" / "other.yaml").write_text("version: 1\ntitel: Other\n")

    checked = cli.invoke(app, ["report", "check"])

    assert checked.exit_code == 2
    assert "other.yaml: `titel` is no key. Did you mean `title`?" in checked.output
