"""Loads that are large, cut short, or run twice at the same time."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.documents.words import OpenIndexes, WordEmbedder
from tools.deadline import Deadline
from tools.documents import ingest, parsing, writing
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Filters, Manifest, PassageIndex
from tools.documents.ingest import add_documents
from tools.documents.loaders import parts, reading
from tools.documents.loading import SourceFile
from tools.documents.parsing import read_side_by_side

ROOT = Path(__file__).parents[2]


def tickets(path: Path, count: int, word: str = "printer", characters: int = 100) -> Path:
    note = "x" * characters
    path.write_text("".join(json.dumps({"id": i, "title": f"{word} {i}", "note": note}) + "\n" for i in range(count)))
    return path


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes files of records count as large from the first byte, with small parts and batches."""
    monkeypatch.setattr(reading, "_LARGE", 1)
    monkeypatch.setattr(parts, "_CHARACTERS", 10_000)
    monkeypatch.setattr(writing, "_BATCH", 64)


class Stopped(Exception):
    """What ends a load in these tests."""


class StoppingEmbedder(WordEmbedder):
    """Ends the load after some texts, as a kill would."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._after = after

    def embed(self, texts):
        if len(self.embedded) >= self._after:
            raise Stopped
        return super().embed(texts)


@pytest.mark.usefixtures("small_parts")
def test_a_large_file_is_complete_after_it_was_read_in_parts(index: PassageIndex, embedder: WordEmbedder, folder: Path):
    tickets(folder / "t.jsonl", 400)

    report = add_documents(index, folder, embedder)

    assert (report.added, report.failed, index.count()) == (("t.jsonl",), (), report.passages)
    assert [passage.position for passage in index.passages_of("t.jsonl")] == list(range(report.passages))
    hits = index.lexical("printer 399", Filters(), 3, Deadline())
    assert hits[0].passage.section == "399 printer 399"
    assert add_documents(index, folder, embedder).unchanged == ("t.jsonl",)


@pytest.mark.usefixtures("small_parts")
def test_a_load_cut_short_goes_on_where_it_ended(index: PassageIndex, embedder: WordEmbedder, folder: Path):
    tickets(folder / "t.jsonl", 400)
    with pytest.raises(Stopped):
        add_documents(index, folder, StoppingEmbedder(after=250))
    index.refresh()
    assert not index.documents()[0].is_embedded

    report = add_documents(index, folder, embedder)

    assert index.count() == len(index.passages_of("t.jsonl")) == 400
    assert report.embedded < 220


@pytest.mark.usefixtures("small_parts")
def test_a_changed_large_file_leaves_nothing_of_the_old(index: PassageIndex, embedder: WordEmbedder, folder: Path):
    tickets(folder / "t.jsonl", 350)
    add_documents(index, folder, embedder)
    tickets(folder / "t.jsonl", 250, word="scanner")

    report = add_documents(index, folder, embedder)

    assert (report.replaced, index.count()) == (("t.jsonl",), 250)
    assert index.lexical("printer", Filters(), 3, Deadline()) == []


@pytest.mark.usefixtures("small_parts")
def test_a_vanished_file_that_was_never_loaded_to_its_end_leaves_with_a_sync(
    index: PassageIndex, embedder: WordEmbedder, folder: Path
):
    path = tickets(folder / "t.jsonl", 400)
    with pytest.raises(Stopped):
        add_documents(index, folder, StoppingEmbedder(after=250))
    index.refresh()
    path.unlink()

    add_documents(index, folder, embedder, sync=True)

    assert index.count() == 0


def test_an_old_edition_is_whole_until_the_new_one_is(lance: PassageIndex, embedder: WordEmbedder, folder: Path):
    (folder / "a.md").write_text("# A\nOne.\n## B\nTwo.\n## C\nThree.")
    add_documents(lance, folder, embedder)
    before = lance.passages_of("a.md")
    (folder / "a.md").write_text("# A\nOther words.")
    with pytest.raises(Stopped):
        add_documents(lance, folder, StoppingEmbedder(after=0))
    assert lance.passages_of("a.md") == before

    add_documents(lance, folder, embedder)

    assert [passage.text for passage in lance.passages_of("a.md")] == ["Other words."]


LOAD = """
import sys
from pathlib import Path
from tools.documents.elastic_server import Server
from tools.documents.ingest import add_documents
from tools.documents.opening import open_index
from tools.documents.specs import IndexSpec

if __name__ == "__main__":
    folder, place, url = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    opened = open_index(IndexSpec(embedder="none"), Server(url=url, name=place) if url else Path(place))
    print(add_documents(opened.index, folder, opened.embedder, workers=2).passages, flush=True)
"""
Start = Callable[[Path], "subprocess.Popen[str]"]


@pytest.fixture
def start(request: pytest.FixtureRequest, open_index: OpenIndexes, tmp_path: Path) -> Start:
    """A function that starts a process which loads a folder into the index."""
    script = tmp_path / "load.py"
    script.write_text(LOAD)
    index = open_index(Manifest())
    server = getattr(getattr(index, "_requests", None), "server", None)
    place = [server.name, server.url] if server else [str(tmp_path / "index"), ""]

    def begin(folder: Path) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, script, folder, *place],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return begin


def test_two_processes_may_load_at_once(start: Start, open_index: OpenIndexes, tmp_path: Path, folder: Path):
    other = tmp_path / "other"
    other.mkdir()
    for i in range(100):
        (folder / f"a{i}.md").write_text(f"Words about printer {i}.")
        (other / f"b{i}.md").write_text(f"Words about scanner {i}.")
        (other / f"a{i}.md").write_text(f"Words about printer {i}.")
    loads = [start(each) for each in (folder, other)]

    for load in loads:
        _, complaints = load.communicate(timeout=120)
        assert load.returncode == 0, complaints

    index = open_index(Manifest())
    index.refresh()
    assert index.count() == len(index.documents()) == 200
    assert len(index.lexical("scanner", Filters(), 400, Deadline())) == 100


def test_a_killed_process_costs_only_the_time_it_took(start: Start, open_index: OpenIndexes, folder: Path):
    tickets(folder / "t.jsonl", 6_000, characters=1_500)
    index = open_index(Manifest())
    load = start(folder)
    while index.count() < 1_500:
        assert load.poll() is None, load.stderr.read()
        time.sleep(0.05)
        index.refresh()
    load.kill()
    load.communicate()
    index.refresh()
    there = index.count()

    report = add_documents(open_index(Manifest()), folder, LexicalOnly())

    again = open_index(Manifest())
    assert again.count() == len({p.id for p in again.passages_of("t.jsonl")}) == 6_000
    assert report.passages <= 6_000 - there + 2 * 512
    assert add_documents(again, folder, LexicalOnly()).unchanged == ("t.jsonl",)


def test_files_are_read_in_other_processes_in_their_order(folder: Path):
    files = []
    for i in range(12):
        path = folder / f"{i:02}.md"
        path.write_text("" if i == 5 else f"Words {i}.")
        files.append(SourceFile(id=path.name, path=path))

    read = [(file.id, type(part).__name__) for file, parts in read_side_by_side(files, 2) for part in parts]

    assert read == [(f"{i:02}.md", "Unreadable" if i == 5 else "Document") for i in range(12)]


def read_or_die(path: Path, name: str):
    if name == "3.md":
        os._exit(1)
    return reading.read_file(path, name)


def test_a_reader_that_dies_costs_one_file_only(folder: Path, embedder: WordEmbedder, lance: PassageIndex, monkeypatch):
    monkeypatch.setattr(ingest, "_WORTH_WORKERS", 0)
    monkeypatch.setattr(parsing, "read_file", read_or_die)
    for i in range(6):
        (folder / f"{i}.md").write_text(f"Words {i}.")

    report = add_documents(lance, folder, embedder, workers=2)

    assert report.added == ("0.md", "1.md", "2.md", "4.md", "5.md")
    assert [(failed.id, "ended" in failed.reason) for failed in report.failed] == [("3.md", True)]
