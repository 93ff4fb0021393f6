"""`crosscheck documents reindex` on the command line, and what the doctor says before and after."""

import json
import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from crew.cli.main import app
from tests.documents.elastic import remove_index

DOMAIN = """\
version: 1
about: Notes.
databases:
  shop: {url: "sqlite:///shop.sqlite"}
indexes:
  notes: {folder: docs, embedder: none, url_env: NOTES_URL, name: NAME}
"""
MODEL = "all-MiniLM-L6-v2"
Run = Callable[..., Result]


@pytest.fixture(params=["lance", "elasticsearch"])
def run(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """The command line in a folder with a domain and its documents."""
    url, name = os.environ.get("CROSSCHECK_TEST_ELASTICSEARCH_URL"), f"crosscheck_test_documents_{uuid.uuid4().hex[:8]}"
    monkeypatch.chdir(tmp_path)
    for variable in ("CROSSCHECK_CONFIG", "CROSSCHECK_DOMAIN", "CROSSCHECK_TODAY", "NOTES_URL"):
        monkeypatch.delenv(variable, raising=False)
    if request.param == "elasticsearch":
        if not url:
            pytest.skip("CROSSCHECK_TEST_ELASTICSEARCH_URL is not set")
        monkeypatch.setenv("NOTES_URL", url)
    monkeypatch.setenv("CROSSCHECK_HOME", str(tmp_path / "home"))
    (tmp_path / "config/domains").mkdir(parents=True)
    (tmp_path / "config/domains/notes.yaml").write_text(DOMAIN.replace("NAME", name))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/travel.md").write_text("# Travel\nTrains are preferred to planes.")
    yield lambda *arguments, stdin=None: CliRunner().invoke(app, [*arguments], input=stdin)
    if request.param == "elasticsearch":
        remove_index(str(url), name)


def change(old: str, new: str) -> None:
    path = Path("config/domains/notes.yaml")
    path.write_text(path.read_text().replace(old, new))


def doctor(run: Run) -> dict[str, str]:
    checks = json.loads(run("doctor", "--output", "json").stdout)
    return next(check for check in checks if check["subject"] == "index notes.notes")


def test_a_changed_model_is_found_by_the_doctor_and_mended_by_a_reindex(run: Run):
    run("documents", "add")
    run("documents", "add", "-", "--name", "note.md", stdin="# Note\nPaper is scarce.")
    change("embedder: none", f"embedder: {MODEL}")
    asked = doctor(run)
    assert (asked["status"], "documents reindex" in asked["remedy"]) == ("warn", True)

    outcome = run("documents", "reindex")

    assert outcome.exit_code == 0, outcome.stderr
    assert outcome.stdout == (
        f"2 documents with 2 passages carried over, embedded by {MODEL} (2 anew); "
        "the new index has taken the old one's place.\n"
    )
    found = doctor(run)
    assert found["text"].startswith(f"2 documents, embedded by {MODEL}, format 2; ")
    assert "Paper is scarce." in run("documents", "show", "note.md").stdout


def test_reading_the_folder_again_leaves_documents_from_elsewhere_behind(run: Run):
    run("documents", "add")
    run("documents", "add", "-", "--name", "note.md", stdin="# Note\nPaper is scarce.")

    outcome = run("documents", "reindex", "--read")

    assert outcome.stdout.startswith("1 added"), outcome.stderr
    listed = run("documents", "list", "--output", "json").stdout
    assert [card["id"] for card in json.loads(listed)] == ["travel.md"]


def test_without_its_model_an_index_is_not_made_anew(run: Run):
    run("documents", "add")
    change("embedder: none", "embedder: no-such-model")

    outcome = run("documents", "reindex")

    assert outcome.exit_code == 2
    assert "`indexes.notes.embedder` cannot be had" in " ".join(outcome.stderr.split())


def test_the_doctor_says_where_an_index_lies_and_of_an_empty_one_what_to_do(run: Run):
    run("documents", "add")

    found = doctor(run)

    place = "Elasticsearch at http" if "NOTES_URL" in os.environ else "embedded in "
    assert found["text"].startswith(f"1 document, not embedded, format 2; {place}")


def test_an_index_that_is_not_there_yet_says_how_to_make_it(run: Run):
    found = doctor(run)

    assert found["status"] in ("warn", "fail")
    assert "crosscheck documents add --domain notes --index notes" in found["text"] + found["remedy"]
