"""Help is instant: it loads none of the slow libraries."""

import subprocess
import sys
from typing import Any

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


def test_an_argument_that_may_be_left_out_stands_in_one_pair_of_brackets() -> None:
    from typer.main import get_command

    from crew.cli.main import app

    def all_of(command: Any) -> list[Any]:
        return [command, *(each for sub in getattr(command, "commands", {}).values() for each in all_of(sub))]

    params = [p for command in all_of(get_command(app)) for p in command.params if p.param_type_name == "argument"]

    assert params
    assert not [p.metavar for p in params if (p.metavar or "").startswith("[")]
