"""`crosscheck documents` on the command line: what can be added, and what an asker sees."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from crew.cli.main import app

DOMAIN = """\
version: 1
about: Notes.
indexes:
  notes: {folder: docs, embedder: none}
"""
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line in a folder with a domain and its documents."""
    monkeypatch.chdir(tmp_path)
    for name in ("CROSSCHECK_CONFIG", "CROSSCHECK_DOMAIN", "CROSSCHECK_TODAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CROSSCHECK_HOME", str(tmp_path / "home"))
    (tmp_path / "config/domains").mkdir(parents=True)
    (tmp_path / "config/domains/notes.yaml").write_text(DOMAIN)
    for path, text in {
        "docs/travel.md": "# Travel\nTrains are preferred to planes.",
        "docs/below/pay.md": "---\naccess: ['user:hanna']\n---\n# Salary bands\nManagers earn band seven.",
        "away/parking.md": "# Parking\nParking costs nine euros.",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    def invoke(*arguments: str, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(app, ["documents", *arguments], input=stdin)

    return invoke


def test_single_files_are_added_under_their_place_in_the_index_folder_or_their_name(run: Run):
    added = run("add", "docs/travel.md", "away/parking.md")

    assert added.exit_code == 0, added.stderr
    assert added.stdout.startswith("2 added")
    listed = run("list", "--output", "json").stdout
    assert '"id": "travel.md"' in listed
    assert '"id": "parking.md"' in listed
    assert run("add").stdout.startswith("1 added, 0 replaced, 1 unchanged")


def test_standard_input_is_added_under_the_name_given(run: Run):
    added = run("add", "-", "--name", "tickets.jsonl", stdin=b'{"id": 7, "title": "Printer on fire"}\n')

    assert added.stdout.startswith("1 added"), added.stderr
    assert "Printer on fire" in run("show", "tickets.jsonl").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-"], "needs a name"),
        (["-", "docs", "--name", "a.md"], "read alone"),
        (["-", "--name", "../a.md"], "not a file's name"),
        (["docs", "--name", "a.md"], "for standard input"),
        (["docs/travel.md", "--sync"], "--sync compares"),
        (["docs/travel.md", "nowhere.md"], "no file or folder nowhere.md"),
    ],
)
def test_what_cannot_be_added_says_what_to_do(run: Run, arguments: list[str], words: str):
    refused = run("add", *arguments)

    assert refused.exit_code == 2
    assert words in " ".join(refused.stderr.split())


def test_two_files_of_one_name_are_refused(run: Run, tmp_path: Path):
    for place in ("x", "y"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "same.md").write_text(place)

    assert "would both be the document `same.md`" in " ".join(run("add", "x/same.md", "y/same.md").stderr.split())


def test_unreadable_and_damaged_files_are_told_and_the_exit_code_says_so(run: Run, tmp_path: Path):
    (tmp_path / "docs/empty.md").write_text("")
    (tmp_path / "docs/t.jsonl").write_text('{"a": "one"}\n{"a":\n{"a": "two"}\n')

    added = run("add")

    assert added.exit_code == 2
    assert added.stdout.startswith("3 added")
    assert "Not readable: empty.md: it is empty" in added.stderr
    assert "Partly readable: t.jsonl: line 2" in added.stderr
    assert "4/4 files" in added.stderr


def test_a_link_that_leads_nowhere_is_told_and_its_old_document_leaves(run: Run, tmp_path: Path):
    run("add")
    (tmp_path / "docs/travel.md").rename(tmp_path / "docs/trips.md")
    (tmp_path / "docs/travel.md").symlink_to(tmp_path / "docs/gone.md")

    added = run("add")

    assert added.exit_code == 2
    assert "Not readable: travel.md: it is a link to something that is not there" in " ".join(added.stderr.split())
    assert "1 removed" in added.stdout


def test_a_search_says_which_older_edition_is_left_out(run: Run, tmp_path: Path):
    (tmp_path / "docs/leave_1.md").write_text("# Leave\n\nVersion: 1\n\nAnnual leave is 24 days.")
    (tmp_path / "docs/leave_2.md").write_text("# Leave\n\nVersion: 2\n\nAnnual leave is 28 days.")
    run("add")

    found = run("search", "annual leave days").stdout

    assert "stands in place of leave_1.md" in found
    assert "24 days" not in found


def test_a_sync_removes_what_is_no_longer_in_the_folder(run: Run, tmp_path: Path):
    run("add")
    (tmp_path / "docs/travel.md").unlink()

    assert "1 removed" in run("add", "--sync").stdout


@pytest.mark.parametrize(
    "command",
    [
        ["list"],
        ["list", "--output", "json"],
        ["search", "salary bands of managers"],
        ["search", "salary bands of managers", "--output", "json"],
        ["show", "below/pay.md"],
        ["show", "below/pey.md"],
    ],
)
def test_what_the_asker_may_not_read_is_in_no_output(run: Run, command: list[str]):
    run("add")

    seen = run(*command, "--as", "ann")
    allowed = run(*command, "--as", "hanna")

    printed = (seen.stdout + seen.stderr).replace(command[1] if len(command) > 1 else "", "")
    for secret in ("band seven", "Salary bands", "pay.md"):
        assert secret not in printed
    assert "pay.md" in allowed.stdout + allowed.stderr or "band seven" in allowed.stdout
