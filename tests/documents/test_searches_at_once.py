"""Searches that come at once, right after this process has written."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tools.deadline import Deadline
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Filters, PassageIndex
from tools.documents.ingest import add_documents


def test_each_of_them_sees_all_that_was_written(
    lance: PassageIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "first.md").write_text("# First\n\nThe heron stands in the reeds by the lake.\n")
    add_documents(lance, notes, LexicalOnly())
    lance.lexical("heron", Filters(), 3, Deadline(30))
    (notes / "second.md").write_text("# Second\n\nThe otter swims in the river below the mill.\n")
    add_documents(lance, notes, LexicalOnly())
    _slow_to_catch_up(lance, monkeypatch)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: lance.lexical("otter", Filters(), 3, Deadline(30)), range(4)))

    assert [len(hits) for hits in found] == [1, 1, 1, 1]


def _slow_to_catch_up(lance: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = lance._searches._table
    caught_up = table.checkout_latest

    async def slowly() -> None:
        await asyncio.sleep(0.2)
        await caught_up()

    monkeypatch.setattr(table, "checkout_latest", slowly)
