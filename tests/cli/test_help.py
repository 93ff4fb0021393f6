"""Help is instant: it loads none of the slow libraries."""

import subprocess
import sys

import pytest

_PROGRAM = """
import sys
from typer.testing import CliRunner
from crew.cli.main import app
result = CliRunner().invoke(app, sys.argv[1:])
assert result.exit_code == 0, result.output
slow = {"crewai", "litellm", "torch", "lancedb", "sqlalchemy", "sqlglot", "elasticsearch", "sentence_transformers",
        "celery", "fsspec", "holidays", "httpx"}
print(sorted(slow & set(sys.modules)))
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["ask", "--help"],
        ["domain", "--help"],
        ["documents", "add", "--help"],
        ["runs", "--help"],
        ["schedule", "run", "--help"],
        ["delivery", "--help"],
        ["worker", "run", "--help"],
        ["jobs", "submit", "--help"],
    ],
    ids=" ".join,
)
def test_help_loads_no_slow_library(arguments: list[str]) -> None:
    ended = subprocess.run([sys.executable, "-c", _PROGRAM, *arguments], capture_output=True, text=True, check=True)

    assert ended.stdout.strip() == "[]"
