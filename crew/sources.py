"""The sources of an open desk: databases with what is known of them, and document indexes."""

from collections.abc import Mapping
from dataclasses import dataclass

from tools.asker import Asker
from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.index import PassageIndex
from tools.documents.specs import IndexSpec
from tools.sql.database import Database
from tools.sql.introspect import SchemaCache
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.sql.specs import DatabaseSpec, PolicySpec


@dataclass
class OpenDatabase:
    """A database opened for one asker; its schema is read when first needed, and cached."""

    name: str
    spec: DatabaseSpec
    database: Database
    policy: PolicySpec
    schemas: SchemaCache
    asker: Asker
    _semantics: Semantics | None = None

    def schema(self) -> Schema:
        """The schema as this asker sees it."""
        return self.schemas.schema(self.database, self.policy, self.spec.semantic, self.asker)

    def refresh(self) -> Schema:
        """The schema as it is now."""
        return self.schemas.refresh(self.database, self.policy, self.spec.semantic, self.asker)

    def semantics(self) -> Semantics:
        """The semantic layer over that schema, made anew when the schema was read anew."""
        schema = self.schema()
        if self._semantics is None or self._semantics.schema is not schema:
            self._semantics = Semantics.of(self.spec.semantic, schema)
        return self._semantics


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

    def semantics_of(self, source: str) -> Semantics | None:
        """The semantic layer of a database, None for an index."""
        return self.databases[source].semantics() if source in self.databases else None
