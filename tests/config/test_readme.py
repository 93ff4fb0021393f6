"""What the README shows is accepted: its YAML loads, its commands and options exist."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from crew.cli.main import app
from crew.load import load_configuration
from crew.settings import Settings

README = (Path(__file__).parents[2] / "README.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
YAML = [text for language, text in BLOCKS if language == "yaml"]
COMMANDS = re.findall(r"^(?:\.venv/bin/)?crosscheck [^\n]+", README, re.MULTILINE)


def settings(home: Path) -> Settings:
    return Settings.read({"HOME": str(home), "CROSSCHECK_CONFIG": str(home / "config")})


def write(home: Path, name: str, text: str) -> None:
    path = home / "config" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_the_example_domain_loads_with_its_own_role(tmp_path: Path) -> None:
    domain = next(text for text in YAML if "databases:" in text)
    role = yaml.safe_load(next(text for text in YAML if "auditor" in text))
    whole = yaml.safe_load(domain)
    whole["crew"] |= role["crew"]
    whole["tasks"] = role["tasks"]
    write(tmp_path, "domains/sales.yaml", yaml.safe_dump(whole))

    configuration = load_configuration("sales", settings=settings(tmp_path))

    assert configuration.agents["auditor"].kinds == ("structured_lookup",)
    assert configuration.budgets.tokens == 40000
    assert configuration.policy.mask_columns == ("customers.name",)


def test_the_example_routes_load(tmp_path: Path) -> None:
    write(tmp_path, "routes.yaml", next(text for text in YAML if "routes:" in text))
    write(tmp_path, "domains/sales.yaml", next(text for text in YAML if "databases:" in text))

    configuration = load_configuration("sales", settings=settings(tmp_path))

    assert [d.model for d in configuration.routes.routes["strong"].deployments][-1] == "offline/analyst"


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_and_option_exists(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        name = words.pop(0)
        assert name in command.commands, f"there is no command `{name}`"
        command = command.commands[name]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_the_commands_shown_are_found() -> None:
    assert len(COMMANDS) > 10
