"""Creating the demo, once and again."""

import hashlib
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crew.cli.demo import app
from crew.demo.create import DATABASE, DOCUMENTS, DemoReport, create_demo, truth
from crew.errors import SourceUnavailable, WrongInput


def test_the_same_seed_writes_the_same_bytes(made: tuple[Path, DemoReport], tmp_path: Path) -> None:
    create_demo(tmp_path / "again")

    assert _digests(tmp_path / "again") == _digests(made[0])


def test_another_seed_writes_another_story_in_place_of_the_first(tmp_path: Path) -> None:
    create_demo(tmp_path, seed=1)
    before = _digests(tmp_path)
    report = create_demo(tmp_path, seed=2)
    after = _digests(tmp_path)

    assert report.wrote_database and report.wrote_documents
    assert truth(1).setback.country != truth(2).setback.country
    assert len([path for path in after if path.startswith(DOCUMENTS)]) == report.document_count
    assert (
        before[f"{DOCUMENTS}/market-reviews/2025-q3-europe.md"]
        != after[f"{DOCUMENTS}/market-reviews/2025-q3-europe.md"]
    )


def test_a_second_run_leaves_everything_as_it_is(tmp_path: Path) -> None:
    first = create_demo(tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    second = create_demo(tmp_path)

    assert (first.wrote_database, first.wrote_documents) == (True, True)
    assert (second.wrote_database, second.wrote_documents) == (False, False)
    assert (second.rows, second.document_count) == (first.rows, first.document_count)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == times


def test_a_lost_document_and_a_lost_table_come_back(tmp_path: Path) -> None:
    create_demo(tmp_path)
    whole = _digests(tmp_path)
    (tmp_path / DOCUMENTS / "glossary.md").unlink()
    with sqlite3.connect(tmp_path / DATABASE) as connection:
        connection.execute("DROP TABLE returns")
    report = create_demo(tmp_path)

    assert report.wrote_database and report.wrote_documents
    assert _digests(tmp_path).keys() == whole.keys()
    assert _digests(tmp_path)[f"{DOCUMENTS}/glossary.md"] == whole[f"{DOCUMENTS}/glossary.md"]


def test_a_moved_folder_is_still_known(tmp_path: Path) -> None:
    create_demo(tmp_path / "here")
    (tmp_path / "here").rename(tmp_path / "there")

    assert not create_demo(tmp_path / "there").wrote_database


def test_tables_of_somebody_else_are_never_touched(tmp_path: Path) -> None:
    own = tmp_path / "own.sqlite"
    with sqlite3.connect(own) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER)")

    with pytest.raises(WrongInput, match="already has tables named orders"):
        create_demo(tmp_path / "demo", url=f"sqlite:///{own}")
    with sqlite3.connect(own) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("orders",)]


@pytest.mark.parametrize("url", ["no url", "nosuchdialect://host/base"])
def test_an_unusable_url_is_named(tmp_path: Path, url: str) -> None:
    with pytest.raises(WrongInput, match="--url"):
        create_demo(tmp_path, url=url)


def test_an_unreachable_database_is_named_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailable) as caught:
        create_demo(tmp_path, url="mysql+pymysql://shop:s3cret@127.0.0.1:1/shop")

    assert "127.0.0.1" in str(caught.value)
    assert "s3cret" not in str(caught.value)


def test_a_damaged_stamp_is_named(tmp_path: Path) -> None:
    (tmp_path / "demo-stamp.json").write_text("{")

    with pytest.raises(WrongInput, match=r"demo-stamp\.json"):
        create_demo(tmp_path)


def test_the_command_says_what_is_there_and_what_comes_next(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["create", "--out", str(tmp_path)])

    assert result.exit_code == 0
    assert "retail.sqlite" in result.stdout
    assert "30 files" in result.stdout
    assert "crosscheck documents add" in result.stdout
    assert "crosscheck ask" in result.stdout
    assert f"CROSSCHECK_RETAIL_URL='sqlite:///{tmp_path}" in result.stdout
    assert "glossary.md" in result.stderr
    assert "glossary.md" not in result.stdout


def _digests(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
