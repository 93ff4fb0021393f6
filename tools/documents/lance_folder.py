"""The folder of an embedded index: its manifest, its table, and the lock that writers share."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.documents.index import IndexUnusable, Manifest, check_manifest
from tools.documents.lance_layout import table_schema

if TYPE_CHECKING:
    from datetime import timedelta

    from filelock import BaseFileLock
    from lancedb.table import Table

_TABLE = "passages"
_MANIFEST = "manifest.json"
_LOCK = "writing.lock"


def writing_lock(folder: Path) -> "BaseFileLock":
    """The lock that every process holds while it writes to an index; one process may take it again."""
    from filelock import FileLock

    return FileLock(folder / _LOCK, is_singleton=True)


def open_folder(folder: Path, wanted: Manifest, *, rebuild: bool, see_after: "timedelta") -> "tuple[Manifest, Table]":
    """Open the table in a folder, or create it; an index that is only read needs no right to write.

    Raises IndexMismatch when the index was made differently, and IndexUnusable when it cannot be opened.
    """
    try:
        if rebuild or not (folder / _MANIFEST).is_file():
            _prepare(folder, wanted, rebuild)
        manifest = Manifest.model_validate(json.loads((folder / _MANIFEST).read_text(encoding="utf-8")))
        check_manifest(manifest, wanted, f"The index in {folder}")
        return manifest, _open_table(folder, manifest.dimensions, see_after)
    except (OSError, ValueError, RuntimeError) as error:
        raise IndexUnusable(f"The index in {folder} cannot be opened: {error}") from error


def _prepare(folder: Path, wanted: Manifest, rebuild: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with writing_lock(folder):
        present = [path for path in folder.iterdir() if path.name != _LOCK]
        is_index = (folder / _MANIFEST).is_file()
        if present and not is_index:
            raise IndexUnusable(f"The folder {folder} holds something that is not an index; choose another `path`.")
        if is_index and rebuild:
            _drop_table(folder)
        if rebuild or not is_index:
            new = folder / f"{_MANIFEST}.new"
            new.write_text(wanted.model_dump_json(), encoding="utf-8")
            new.replace(folder / _MANIFEST)


def _drop_table(folder: Path) -> None:
    import lancedb

    database: Any = lancedb.connect(str(folder))
    if _TABLE in database.list_tables().tables:
        database.drop_table(_TABLE)


def _open_table(folder: Path, dimensions: int, see_after: "timedelta") -> "Table":
    import lancedb

    database: Any = lancedb.connect(str(folder), read_consistency_interval=see_after)
    if _TABLE not in database.list_tables().tables:
        with writing_lock(folder):
            if _TABLE not in database.list_tables().tables:
                database.create_table(_TABLE, schema=table_schema(dimensions))
    return database.open_table(_TABLE)
