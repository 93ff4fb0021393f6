"""Questions over the demo, answered from recordings of a capable model.

Its plans, drafts and judgements are carried out over a freshly made demo, and each of its sentences is proved anew.

`tests/recordings/NAME.jsonl` holds the completions, `tests/cases/recordings.yaml` what is asked and what must come out.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from crew.answer import Answer
from crew.answering.prepared import Prepared
from crew.assemble import open_desk
from crew.demo.create import DATABASE, DOCUMENTS, create_demo
from crew.desk import Desk
from crew.models.recording import Replay, read_recording
from crew.settings import Settings
from tests.models import ScriptedModels, install
from tools.asker import Asker
from tools.documents.ingest import add_documents

RECORDINGS = Path(__file__).parents[1] / "recordings"
CASES: dict[str, dict[str, Any]] = yaml.safe_load((RECORDINGS.parent / "cases" / "recordings.yaml").read_text())
CONFIG = Path(__file__).parents[2] / "config"
ROUTE = {"reach": "local", "deployments": [{"model": "scripted/none"}]}


@dataclass(frozen=True)
class Place:
    """A folder with the demo, its index, and a configuration whose models answer nothing."""

    folder: Path

    def desk(self) -> Desk:
        """The retailer's desk, on the demo's own day."""
        database = f"sqlite:///{self.folder / DATABASE}"
        variables = {"CROSSCHECK_HOME": str(self.folder / "home"), "HOME": str(self.folder)}
        settings = Settings.read({**variables, "CROSSCHECK_RETAIL_URL": database})
        return open_desk("retail", config=self.folder / "config", settings=settings, asker=Asker(id="ana"))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The demo of seed 1, its documents indexed."""
    made = Place(tmp_path_factory.mktemp("recorded"))
    create_demo(made.folder, seed=1)
    (made.folder / "config" / "domains").mkdir(parents=True)
    domain = yaml.safe_load((CONFIG / "domains" / "retail.yaml").read_text())
    domain["indexes"]["library"]["path"] = "index"
    (made.folder / "config" / "domains" / "retail.yaml").write_text(yaml.safe_dump(domain, sort_keys=False))
    routes = {"version": 1, "routes": dict.fromkeys(("fast", "strong", "verifying"), ROUTE)}
    (made.folder / "config" / "routes.yaml").write_text(yaml.safe_dump(routes))
    install(ScriptedModels())
    with made.desk() as desk:
        library = desk.index("library")
        add_documents(library.index, made.folder / DOCUMENTS, library.embedder)
    return made


@pytest.fixture(autouse=True)
def models() -> Iterator[ScriptedModels]:
    """Fails when a model is asked."""
    scripted = ScriptedModels()
    install(scripted)
    yield scripted
    assert scripted.seen == []


def replay(name: str, *, is_strict: bool = False) -> Replay:
    """A recording. What its prompts hold may have changed since, as long as the answer is still proved."""
    file = RECORDINGS / f"{name}.jsonl"
    return Replay(read_recording(file.read_text().splitlines(), file.name), file.name, is_strict=is_strict)


def check(answer: Answer, case: dict[str, Any]) -> None:
    """What a case expects of its answer."""
    shown = "\n".join((answer.answer, *answer.missing, *answer.warnings, *answer.choices))
    assert answer.status == case["status"], (answer.status, shown, [(s.text, s.reason) for s in answer.removed])
    for words in case["says"]:
        assert words in shown
    for words in case.get("never_says", ()):
        assert words not in answer.answer
    assert [s.text for s in answer.sentences if not s.supported] == []
    assert len(answer.sentences) == case.get("sentences", 0)
    placed = {
        figure.text.replace("\N{NO-BREAK SPACE}", " ") for sentence in answer.sentences for figure in sentence.figures
    }
    assert set(case.get("figures", ())) <= placed
    assert [c.about for c in answer.conflicts] == case.get("conflicts", [])
    assert answer.usage.cost_usd == "0"


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "renamed" not in case])
def test_a_recorded_question_is_answered_and_proved_again(place: Place, name: str) -> None:
    case = CASES[name]
    with place.desk() as desk:
        answer = desk.ask(case["question"], prepared=Prepared(replay=replay(name)))

    check(answer, case)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "renamed" in case])
def test_a_recorded_question_is_answered_though_a_column_was_renamed(place: Place, tmp_path: Path, name: str) -> None:
    case = CASES[name]
    table, column, new = case["renamed"]
    copy = Place(Path(shutil.copytree(place.folder, tmp_path / "copy")))
    with copy.desk() as desk:
        desk.schema("shop")
        with sqlite3.connect(copy.folder / DATABASE) as connection:
            connection.execute(f"ALTER TABLE {table} RENAME COLUMN {column} TO {new}")
        answer = desk.ask(case["question"], prepared=Prepared(replay=replay(name)))

    check(answer, case)


@pytest.mark.parametrize("name", ["cause", "recall_contract"])
def test_a_recording_made_in_one_place_holds_in_another(place: Place, tmp_path: Path, name: str) -> None:
    """Prompts hold nothing of paths, moments, numbers of runs or orders of arrival: not one digest differs."""
    question, file = CASES[name]["question"], tmp_path / "again.jsonl"
    with place.desk() as desk:
        first = desk.ask(question, prepared=Prepared(replay=replay(name), record_to=file))
    elsewhere = Place(Path(shutil.copytree(place.folder, tmp_path / "elsewhere")))
    completions = read_recording(file.read_text().splitlines(), file.name)

    with elsewhere.desk() as desk:
        again = desk.ask(question, prepared=Prepared(replay=Replay(completions, file.name)))

    assert again.answer == first.answer
    assert again.status == first.status
    assert len(completions) == first.usage.model_calls


def test_recordings_are_small_and_hold_nothing_of_where_they_were_made() -> None:
    files = sorted(RECORDINGS.glob("*.jsonl"))

    assert [file.stem for file in files] == sorted(CASES)
    assert sum(file.stat().st_size for file in files) < 150_000
    assert not any(word in file.read_text() for file in files for word in ("file:/", "/home/", "127.0.0.1", '"sk-'))
