"""Creates the demo: a database and a folder of documents."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from crew.demo.database import counts, refuse_foreign_tables, without_password, write_tables
from crew.demo.documents.library import write_library
from crew.demo.facts import Facts, draw_facts
from crew.demo.formats.write import as_bytes
from crew.demo.records import Records, make_records
from crew.demo.stamp import Made, digest, read_stamp, write_stamp

VERSION = 1
"""Raised whenever the same seed would give other rows or documents."""

DOCUMENTS = "documents"
DATABASE = "retail.sqlite"


@dataclass(frozen=True)
class DemoReport:
    """What is now there."""

    database: str
    """The address, without its password."""
    documents: Path
    seed: int
    rows: int
    document_count: int
    wrote_database: bool
    """False when an earlier run had made the same."""
    wrote_documents: bool


def truth(seed: int = 1) -> Facts:
    """What is true in the demo of a seed."""
    return draw_facts(seed)


def create_demo(
    out: Path, seed: int = 1, url: str | None = None, on_progress: Callable[[str], None] = lambda step: None
) -> DemoReport:
    """Write the demo into a folder, and its tables into `url` (by default a SQLite file in the folder).

    Skips what an earlier run with the same seed left there. Tables that were not made from this folder are never
    touched: WrongInput is raised instead. Raises SourceUnavailable when the database cannot be reached.
    """
    making = _Making(out, seed, on_progress)
    address = url or f"sqlite:///{out / DATABASE}"
    name = without_password(url) if url else DATABASE
    wrote_database = making.database(address, name)
    wrote_documents = making.documents()
    stamp = read_stamp(out)
    return DemoReport(
        database=without_password(address),
        documents=out / DOCUMENTS,
        seed=seed,
        rows=sum(int(count) for count in stamp.databases[name].contents.values()),
        document_count=len(stamp.documents.contents) if stamp.documents else 0,
        wrote_database=wrote_database,
        wrote_documents=wrote_documents,
    )


class _Making:
    """One run. The stamp is written before the work, unfinished, and after it, so that a killed run is taken up."""

    def __init__(self, out: Path, seed: int, on_progress: Callable[[str], None]) -> None:
        self._out, self._on_progress = out, on_progress
        self._facts = draw_facts(seed)
        self._begun = Made(version=VERSION, seed=seed)

    def database(self, address: str, name: str) -> bool:
        """Write the tables unless they are there; returns whether it wrote. `name` stands for it in the stamp."""
        self._out.mkdir(parents=True, exist_ok=True)
        made = read_stamp(self._out).databases.get(name)
        if made is None:
            refuse_foreign_tables(address)
        elif self._is_same(made) and counts(address) == made.contents:
            return False
        self._stamp_database(name, self._begun)
        write_tables(address, self._records.tables, on_table=lambda table: self._on_progress(f"table {table}"))
        rows: dict[str, int | str] = {table: len(of_table) for table, of_table in self._records.tables.items()}
        self._stamp_database(name, self._begun.model_copy(update={"contents": rows}))
        return True

    def documents(self) -> bool:
        """Write the documents unless they are there, unchanged; returns whether it wrote."""
        made = read_stamp(self._out).documents
        if made and self._is_same(made) and self._digests(made) == made.contents:
            return False
        for stale in made.contents if made else ():
            (self._folder / stale).unlink(missing_ok=True)
        digests: dict[str, int | str] = {}
        for document in write_library(self._facts, self._records.figures):
            self._on_progress(f"document {document.path}")
            content = as_bytes(document)
            path = self._folder / document.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            digests[document.path] = digest(content)
        stamp = read_stamp(self._out)
        documents = self._begun.model_copy(update={"contents": digests})
        write_stamp(self._out, stamp.model_copy(update={"documents": documents}))
        return True

    @cached_property
    def _records(self) -> Records:
        self._on_progress("making the rows")
        return make_records(self._facts)

    @property
    def _folder(self) -> Path:
        return self._out / DOCUMENTS

    def _is_same(self, made: Made) -> bool:
        return bool(made.contents) and (made.version, made.seed) == (self._begun.version, self._begun.seed)

    def _digests(self, made: Made) -> dict[str, str]:
        paths = {name: self._folder / name for name in made.contents}
        return {name: digest(path.read_bytes()) for name, path in paths.items() if path.is_file()}

    def _stamp_database(self, name: str, made: Made) -> None:
        stamp = read_stamp(self._out)
        write_stamp(self._out, stamp.model_copy(update={"databases": stamp.databases | {name: made}}))
