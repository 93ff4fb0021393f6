"""The folder of an embedded index: its manifest, the table it names, and the lock that writers share."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.documents.index import IndexUnusable, Manifest, check_manifest
from tools.documents.lance_layout import table_schema
from tools.frozen import Frozen

if TYPE_CHECKING:
    from datetime import timedelta

    from filelock import BaseFileLock
    from lancedb.table import Table

    from tools.documents.lance_searches import LanceSearches

_TABLE = "passages"
_MANIFEST = "manifest.json"
_LOCK = "writing.lock"
_INDEX_CACHE = 2 << 30
"""Bytes of words and vectors that searches keep in memory at most."""
_METADATA_CACHE = 32 << 20
"""Bytes of what a table says of its parts. Its default of a gigabyte lets a long load grow with what was loaded."""


class Stored(Frozen):
    """What a folder says of its index: how it was made, and in which table it lies."""

    manifest: Manifest
    table: str = _TABLE


def writing_lock(folder: Path) -> "BaseFileLock":
    """The lock that every process holds while it writes to an index; one process may take it again."""
    from filelock import FileLock

    return FileLock(folder / _LOCK, is_singleton=True)


def open_folder(
    folder: Path, wanted: Manifest | None, see_after: "timedelta"
) -> "tuple[Stored, tuple[Table, LanceSearches]]":
    """Open the table in a folder, or create it; an index that is only read needs no right to write.

    None in `wanted` takes an index however it was made. Raises IndexMismatch when it was made differently, and
    IndexUnusable when it cannot be opened.
    """
    try:
        if not (folder / _MANIFEST).is_file():
            _prepare(folder, wanted or Manifest())
        stored = read_stored(folder)
        if wanted is not None:
            check_manifest(stored.manifest, wanted, f"The index in {folder}")
        return stored, open_table(folder, stored, see_after)
    except (OSError, ValueError, RuntimeError) as error:
        raise IndexUnusable(f"The index in {folder} cannot be opened: {error}") from error


def read_stored(folder: Path) -> Stored:
    """What the folder says now; raises OSError or ValueError when it says nothing."""
    told = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    table = told.pop("table", _TABLE)
    return Stored(manifest=Manifest.model_validate(told), table=table)


def write_stored(folder: Path, stored: Stored) -> None:
    """Let the folder say something else, in one step."""
    new = folder / f"{_MANIFEST}.new"
    new.write_text(json.dumps(stored.manifest.model_dump() | {"table": stored.table}), encoding="utf-8")
    new.replace(folder / _MANIFEST)


def open_table(folder: Path, stored: Stored, see_after: "timedelta") -> "tuple[Table, LanceSearches]":
    """The table that a folder names, made if need be, and the searches of it."""
    import lancedb

    from tools.documents.lance_searches import LanceSearches

    session = lancedb.Session(index_cache_size_bytes=_INDEX_CACHE, metadata_cache_size_bytes=_METADATA_CACHE)
    database: Any = lancedb.connect(str(folder), read_consistency_interval=see_after, session=session)
    if stored.table not in database.list_tables().tables:
        with writing_lock(folder):
            if stored.table not in database.list_tables().tables:
                database.create_table(stored.table, schema=table_schema(stored.manifest.dimensions))
    return database.open_table(stored.table), LanceSearches(folder, stored.table, see_after, session)


def next_table(folder: Path) -> str:
    """The name of a table after all others in the folder."""
    import lancedb

    database: Any = lancedb.connect(str(folder))
    numbers = [int(name.rpartition("_")[2]) for name in database.list_tables().tables if name != _TABLE]
    return f"{_TABLE}_{max(numbers, default=1) + 1}"


def drop_tables(folder: Path, keep: str | None = None, drop: str | None = None) -> None:
    """Remove one table, or all but one."""
    import lancedb

    database: Any = lancedb.connect(str(folder))
    for name in database.list_tables().tables:
        if name == drop or (drop is None and name != keep):
            database.drop_table(name)


def _prepare(folder: Path, wanted: Manifest) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with writing_lock(folder):
        if (folder / _MANIFEST).is_file():
            return
        if [path for path in folder.iterdir() if path.name != _LOCK]:
            raise IndexUnusable(f"The folder {folder} holds something that is not an index; choose another `path`.")
        write_stored(folder, Stored(manifest=wanted))
