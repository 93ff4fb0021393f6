"""An answer that cannot be written whole leaves the earlier file as it was."""

import resource
from pathlib import Path

import pytest

from crew.answer import Answer
from crew.cli.saving import save
from crew.errors import WrongInput


@pytest.fixture
def answer() -> Answer:
    return Answer(
        run_id="run-1", domain="shop", asker="ana", question="How many?", language="en", status="verified",
        terminal_reason="answered", today="2026-01-10", answer="Three. " * 200,
    )  # fmt: skip


def test_a_full_disk_loses_nothing_that_was_saved_before(tmp_path: Path, answer: Answer) -> None:
    place = tmp_path / "answer.json"
    save(answer, place)
    before = place.read_text()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(WrongInput, match="cannot be written"):
            save(answer.model_copy(update={"answer": "Four."}), place)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert place.read_text() == before
    assert list(tmp_path.iterdir()) == [place]


def test_a_link_is_followed_and_stays(tmp_path: Path, answer: Answer) -> None:
    place, link = tmp_path / "kept.json", tmp_path / "link.json"
    place.write_text("old")
    link.symlink_to(place)

    save(answer, link)

    assert link.is_symlink()
    assert "Three." in place.read_text()
