"""Desks over a small real shop, with a model whose replies each test writes down."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from crew.assemble import open_desk
from crew.desk import Desk
from crew.settings import Settings
from tests.flow.shop import make_shop
from tests.flow.trade import make_trade
from tests.models import ScriptedModels, install
from tools.asker import Asker
from tools.documents.ingest import add_documents

ROUTE = {"reach": "local", "deployments": [{"model": "scripted/model"}]}


@pytest.fixture
def models() -> ScriptedModels:
    """The model behind every route."""
    scripted = ScriptedModels()
    install(scripted)
    return scripted


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The shop's configuration, with every route leading to the scripted model."""
    folder = make_shop(tmp_path)
    routes = {"version": 1, "routes": dict.fromkeys(("fast", "strong", "verifying"), ROUTE)}
    (folder / "routes.yaml").write_text(yaml.safe_dump(routes))
    return folder


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings that keep our state in the test's own folder."""
    return Settings.read({"CROSSCHECK_HOME": str(tmp_path / "state"), "HOME": str(tmp_path)})


@pytest.fixture
def desk(models: ScriptedModels, config: Path, settings: Settings) -> Iterator[Desk]:
    """The shop's desk, its notes indexed."""
    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as opened:
        notes = opened.index("notes")
        add_documents(notes.index, config.parent / "notes", notes.embedder)
        yield opened


@pytest.fixture
def trade(models: ScriptedModels, settings: Settings, tmp_path: Path) -> Iterator[Desk]:
    """A trading house's desk, its files indexed; the verifier is the offline one."""
    models.leave_to_offline("verify")
    with open_desk("trade", config=make_trade(tmp_path), settings=settings, asker=Asker(id="ana")) as opened:
        files = opened.index("files")
        add_documents(files.index, tmp_path / "files", files.embedder)
        yield opened
