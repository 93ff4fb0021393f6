"""Files that break a reader cost themselves alone."""

import json
from pathlib import Path

import pytest

from tests.documents.words import OpenIndexes
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Manifest
from tools.documents.ingest import add_documents
from tools.documents.loaders import formats


def load(open_index: OpenIndexes, folder: Path):
    index = open_index(Manifest())
    (folder / "zz.md").write_text("# Fine\n\nThe printer works.")
    return index, add_documents(index, folder, LexicalOnly())


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("day.md", "---\ndate: 2025-13-45\n---\nPrinter."),
        ("hour.md", "---\ndate: 2025-01-01T99:00:00Z\n---\nPrinter."),
        ("key.md", "---\n? [a, {b: c}]\n: d\n---\nPrinter."),
        ("alias.md", "---\na: &a [*a]\ntitle: *a\n---\nPrinter."),
        ("deep.md", f"---\n{'[' * 5000}\n---\nPrinter."),
        ("deep.html", f"{'<div>' * 20000}printer{'</div>' * 20000}"),
        ("deep.json", f"{'[' * 200_000}{']' * 200_000}"),
        ("digits.json", json.dumps({"title": "a"})[:-1] + ', "n": ' + "9" * 10_000 + "}"),
    ],
)
def test_a_file_that_breaks_its_reader_is_told_of_and_the_rest_goes_on(
    open_index: OpenIndexes, folder: Path, name: str, content: str
):
    (folder / name).write_text(content)

    _, report = load(open_index, folder)

    assert "zz.md" in report.added
    assert {fault.id for fault in report.failed} | set(report.added) == {name, "zz.md"}


def test_a_fault_that_nobody_foresaw_is_told_with_its_kind(
    monkeypatch: pytest.MonkeyPatch, open_index: OpenIndexes, folder: Path
):
    def broken(raw: bytes) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(
        formats, "_function", lambda place, found=formats._function: broken if "text:" in place else found(place)
    )
    (folder / "a.txt").write_text("Printer.")

    _, report = load(open_index, folder)

    (fault,) = report.failed
    assert (fault.id, "ZeroDivisionError" in fault.reason) == ("a.txt", True)


@pytest.mark.parametrize("name", ["tickets.jsonl", "ticket.json"])
def test_halves_of_characters_are_replaced(open_index: OpenIndexes, folder: Path, name: str):
    (folder / name).write_text('{"title": "Half \\ud83d", "body": "the scanner \\udfff jams", "\\ud800": ["\\ud801"]}')

    index, report = load(open_index, folder)

    assert sorted(report.added) == [name, "zz.md"]
    (passage,) = index.passages_of(name)
    assert "the scanner \N{REPLACEMENT CHARACTER} jams" in passage.text


def test_a_file_of_any_name_is_loaded_and_found(open_index: OpenIndexes, folder: Path):
    names = ["new\nline.md", 'it\'s "quoted".md', "ümlaut ' OR 1=1 --.md", "a\\b.md", "{tools}.md"]
    for name in names:
        (folder / name).write_text(f"# Note\n\nAbout the printer of {len(name)}.")

    index, report = load(open_index, folder)

    assert sorted(report.added) == sorted([*names, "zz.md"])
    assert [card.id for card in index.documents()] == sorted([*names, "zz.md"])
    assert all(len(index.passages_of(name)) == 1 for name in names)
