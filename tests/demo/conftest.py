"""One made demo for all tests of it."""

from pathlib import Path

import pytest

from crew.demo.create import DemoReport, create_demo
from crew.demo.facts import draw_facts
from crew.demo.records import Records, make_records


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, DemoReport]:
    """A folder with the demo of seed 1, and what was reported of it."""
    out = tmp_path_factory.mktemp("made")
    return out, create_demo(out)


@pytest.fixture(scope="session")
def records() -> Records:
    """The rows of seed 1."""
    return make_records(draw_facts(1))
