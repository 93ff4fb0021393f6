"""A configuration folder of its own for each test, with the tree's own defaults beneath."""

from collections.abc import Callable
from pathlib import Path

import pytest

from crew.load import load_configuration
from crew.settings import Settings
from crew.specs import Configuration

DOMAIN = """\
version: 1
about: Orders and customers.
databases:
  shop: {url: "sqlite:///shop.sqlite"}
"""

Write = Callable[[str, str], Path]
Load = Callable[..., Configuration]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of an environment with nothing set."""
    return Settings.read({"HOME": str(tmp_path)})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A configuration folder with the domain `sales`."""
    (tmp_path / "config/domains").mkdir(parents=True)
    (tmp_path / "config/domains/sales.yaml").write_text(DOMAIN)
    return tmp_path / "config"


@pytest.fixture
def write(folder: Path) -> Write:
    """Writes a file of the folder."""

    def write_file(name: str, text: str) -> Path:
        (folder / name).write_text(text)
        return folder / name

    return write_file


@pytest.fixture
def load(folder: Path, settings: Settings) -> Load:
    """Loads the domain `sales`, with lines added to its file."""

    def load_with(added: str = "", text: str | None = None) -> Configuration:
        (folder / "domains/sales.yaml").write_text((DOMAIN if text is None else text) + added)
        return load_configuration("sales", settings=settings, folder=folder)

    return load_with
