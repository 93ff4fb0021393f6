"""Schema maps on disk: one file for each database, identity and policy, readable by its owner only."""

import json
import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from tools.evidence import digest
from tools.sql.schema import Schema, Table

_FORMAT = 1
"""Changes when an older file can no longer be read."""
_UNUSED_SECONDS = 30 * 24 * 3600.0
"""A map that was not read anew for so long goes: the policy or the asker it was made for may be no more."""


@dataclass
class Kept:
    """A schema map, when it was read, and the tables whose rows were looked at since."""

    schema: Schema
    at: float
    profiles: dict[str, Table] = field(default_factory=dict)


class SchemaFiles:
    """Keeps schema maps in a folder. What cannot be read or written is as if it were not there: maps can be re-read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, key: object) -> Kept | None:
        """The map kept under a key."""
        try:
            first, _, rest = self._file(key).read_text(encoding="utf-8").partition("\n")
            kept = Kept(Schema.model_validate_json(rest), float(first))
        except (OSError, ValueError, ValidationError):
            return None
        with suppress(OSError, ValidationError):
            lines = self._profiles(key).read_text(encoding="utf-8").splitlines()
            for line in lines:
                table = Table.model_validate_json(line)
                kept.profiles[table.name] = table
        return kept

    def save(self, key: object, kept: Kept) -> None:
        """Keep a map in place of an earlier one."""
        text = f"{kept.at}\n{kept.schema.model_dump_json(exclude_defaults=True)}"
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            self._profiles(key).unlink(missing_ok=True)
            Path(name).replace(self._file(key))
            self._drop_unused()

    def add(self, key: object, tables: Iterable[Table]) -> None:
        """Keep tables whose rows were looked at, beside the map."""
        lines = "".join(f"{table.model_dump_json(exclude_defaults=True)}\n" for table in tables)
        with suppress(OSError):
            handle = os.open(self._profiles(key), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(handle, "a", encoding="utf-8") as file:
                file.write(lines)

    def _drop_unused(self) -> None:
        before = time.time() - _UNUSED_SECONDS
        for path in self._folder.iterdir():
            if path.stat().st_mtime < before:
                path.unlink(missing_ok=True)

    def _file(self, key: object) -> Path:
        return self._folder / f"{digest([_FORMAT, json.dumps(key, sort_keys=True)])[:40]}.json"

    def _profiles(self, key: object) -> Path:
        return self._file(key).with_suffix(".values.jsonl")
