"""The sources of an open desk: databases with what is known of them, and document indexes."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.index import PassageIndex
from tools.documents.specs import IndexSpec
from tools.sql.database import Database
from tools.sql.drift import Drift, drifts
from tools.sql.join_decisions import JoinDecision, with_decisions
from tools.sql.linking import Linker
from tools.sql.looks import Looks
from tools.sql.named_values import with_named_values
from tools.sql.renaming import renamed_spec
from tools.sql.schema import Schema, Table
from tools.sql.schema_cache import SchemaCache
from tools.sql.semantics import Semantics
from tools.sql.slicing import Slice, slice_of, whole
from tools.sql.specs import DatabaseSpec, PolicySpec

_LOOK_SECONDS = 5.0
"""How long the rows of tables that a question is about are looked at for their values."""
_NAMED_SECONDS = 2.0
"""How long a question's names are looked for in columns of many values."""
_MOST_NAMED = 20


@dataclass
class OpenDatabase:
    """A database opened for one asker; its schema is read when first needed, and cached."""

    name: str
    spec: DatabaseSpec
    database: Database
    policy: PolicySpec
    schemas: SchemaCache
    asker: Asker
    changes: tuple[Drift, ...] = ()
    """What has drifted since the schema was first read."""
    decisions: tuple[JoinDecision, ...] = ()
    """What was decided about its inferred joins."""
    _decided: tuple[Schema, tuple[JoinDecision, ...], Schema] | None = None
    _semantics: Semantics | None = None
    _linker: Linker | None = None
    _known: Schema | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def schema(self) -> Schema:
        """The schema as this asker sees it."""
        return self._learn(self.schemas.schema(self.database, self.policy, self.spec.semantic, self.asker))

    def refresh(self, seen: Schema) -> tuple[Schema, tuple[Drift, ...]]:
        """The schema as it is now, read again unless it was since `seen`, and what has drifted since then."""
        with self._lock:
            now = self.schema()
            if now is seen:
                now = self._learn(self.schemas.refresh(self.database, self.policy, self.spec.semantic, self.asker))
        return now, drifts(seen, now)

    def semantics(self) -> Semantics:
        """The semantic layer over that schema, made anew when the schema was read anew.

        What it says of a name that has drifted is said of the likely new name.
        """
        with self._lock:
            schema = self.schema()
            if self._semantics is None or self._semantics.schema is not schema:
                self._semantics = Semantics.of(renamed_spec(self.spec.semantic, self.changes), schema)
            return self._semantics

    def schema_with_values(self) -> Schema:
        """The schema with the values of tables that were looked at since it was read."""
        schema = self.schema()
        known = self.schemas.known_values(self.database, self.policy, self.spec.semantic, self.asker)
        seen = {table.name: table for table in known}
        tables = tuple(seen.get(table.name, table) for table in schema.tables)
        return schema.model_copy(update={"tables": tables}) if seen else schema

    def linker(self) -> Linker:
        """Finds what a question is about in that schema; its index is made when it is first needed."""
        with self._lock:
            semantics = self.semantics()
            if self._linker is None or self._linker.semantics is not semantics:
                self._linker = Linker(semantics)
                for table in self.schemas.known_values(self.database, self.policy, self.spec.semantic, self.asker):
                    self._linker.learn(table)
            return self._linker

    def slice(self, question: str, also: Sequence[str] = (), *, tokens: int, deadline: Deadline) -> Slice:
        """The schema where it fits into some tokens, else the part of it that a question is about.

        `also` are other words for what is needed.
        """
        part = whole(self.schema(), tokens) or self.linked(question, also, tokens=tokens, deadline=deadline)
        return self._with_named(part, " \n".join((question, *also)), deadline)

    def _with_named(self, part: Slice, text: str, deadline: Deadline) -> Slice:
        """The part with the values that the text names in columns of many."""
        looks = Looks(
            self.database, part.schema, self.policy, self.asker, Deadline(deadline.within(_NAMED_SECONDS)),
            seconds=_NAMED_SECONDS, max_rows=_MOST_NAMED,
        )  # fmt: skip
        return replace(part, schema=with_named_values(part.schema, text, looks))

    def linked(self, question: str, also: Sequence[str] = (), *, tokens: int, deadline: Deadline) -> Slice:
        """The part of the schema that a question is about, with the values of its likeliest tables."""
        linker = self.linker()

        def profiled(names: Sequence[str]) -> dict[str, Table]:
            found = self.with_values(names, deadline)
            for table in found.values():
                linker.learn(table)
            return found

        return slice_of(linker, linker.links(question, also), profiled, tokens)

    def with_values(self, names: Sequence[str], deadline: Deadline) -> dict[str, Table]:
        """Tables with the values of their columns, looked at now where they are not known."""
        looks = Deadline(deadline.within(_LOOK_SECONDS))
        return self.schemas.profiled(names, self.database, self.policy, self.spec.semantic, self.asker, deadline=looks)

    def tables_for(self, words: str) -> list[Table]:
        """The tables that words lead to, the likeliest first; without any, those that matter to any question."""
        linker = self.linker()
        found = linker.links(words) or linker.central()
        return [table for link in found if (table := linker.semantics.schema.table(link.table))]

    def close(self) -> None:
        """End what is read in the background, and give connections back."""
        self.schemas.close()
        self.database.close()

    def _learn(self, now: Schema) -> Schema:
        with self._lock:
            if self._known is not None and self._known is not now:
                self.changes = tuple(dict.fromkeys((*self.changes, *drifts(self._known, now))))
            self._known = now
            return self._with_decisions(now)

    def _with_decisions(self, schema: Schema) -> Schema:
        if self._decided is None or self._decided[0] is not schema or self._decided[1] != self.decisions:
            self._decided = schema, self.decisions, with_decisions(schema, self.decisions)
        return self._decided[2]


@dataclass(frozen=True)
class OpenIndex:
    """A document index, and the model that embeds questions for it."""

    name: str
    spec: IndexSpec
    index: PassageIndex
    embedder: Embedder | LexicalOnly


@dataclass(frozen=True)
class Sources:
    """All sources of one domain, by name."""

    databases: Mapping[str, OpenDatabase]
    indexes: Mapping[str, OpenIndex]

    @property
    def kinds(self) -> dict[str, str]:
        """Each source's kind: `database` or `index`."""
        return {**dict.fromkeys(self.databases, "database"), **dict.fromkeys(self.indexes, "index")}

    @property
    def changes(self) -> dict[str, tuple[Drift, ...]]:
        """What has drifted in each database."""
        return {name: opened.changes for name, opened in self.databases.items()}

    def semantics_of(self, source: str) -> Semantics | None:
        """The semantic layer of a database, None for an index."""
        return self.databases[source].semantics() if source in self.databases else None
