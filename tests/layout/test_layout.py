"""The four packages are this tree's, nobody else claims their names, and the arrows between them point one way."""

import importlib
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("crew", "agents", "tasks", "tools")


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_comes_from_this_tree(name: str) -> None:
    package = importlib.import_module(name)

    assert Path(str(package.__file__)).parent.parent == ROOT


@pytest.mark.parametrize("name", PACKAGES)
def test_no_other_distribution_claims_a_packages_name(name: str) -> None:
    assert set(packages_distributions().get(name, [])) <= {"crosscheck-desk"}


def test_a_package_says_what_it_is_for_and_nothing_else() -> None:
    for path in ROOT.glob("[cat]*/**/__init__.py"):
        if path.parts[len(ROOT.parts)] in PACKAGES and "migrations" not in path.parts:
            lines = path.read_text().strip()
            assert lines.startswith('"""') and lines.endswith('"""') and lines.count('"""') == 2, path


@pytest.mark.parametrize(
    ("module", "slow"),
    [
        ("crew.cli.main", ("crewai", "litellm", "sqlalchemy", "lancedb", "torch", "sqlglot", "elasticsearch")),
        ("crew.load", ("crewai", "litellm", "sqlalchemy", "lancedb", "torch", "elasticsearch")),
        ("crew.assemble", ("crewai", "litellm", "lancedb", "torch", "elasticsearch")),
    ],
)
def test_a_slow_library_waits_until_it_is_needed(module: str, slow: tuple[str, ...]) -> None:
    program = f"import sys, {module}; print([name for name in {slow!r} if name in sys.modules])"

    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
