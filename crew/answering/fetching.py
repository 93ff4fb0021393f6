"""Fetching evidence from a domain's sources, for the asker, under the question's deadline."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

from crew.answering.learned import CopiedText, SeenTables
from crew.answering.sharing import SharedFetches
from crew.sources import Sources
from tasks.plan import SearchCall
from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Filters
from tools.documents.search_evidence import Library, Searched, fetch_evidence, search_evidence
from tools.evidence import Evidence, NothingFound, RowsEvidence, digest
from tools.sql.drift import with_drift_warnings
from tools.sql.freshness import has_changed, run_through_drift, tables_read
from tools.sql.schema import Schema
from tools.sql.statement import run_statement


@dataclass(frozen=True)
class Fetching:
    """What one question may fetch, and with whose rights."""

    sources: Sources
    asker: Asker
    deadline: Deadline
    today: date
    copied: CopiedText
    seen: SeenTables
    shared: SharedFetches = field(default_factory=SharedFetches)

    def statement(
        self, source: str, statement: str, parameters: Mapping[str, Any], written_over: Schema | None = None
    ) -> Evidence:
        """Run one SELECT, reading the schema again where it has changed; raises ToolError with what to try instead.

        `written_over` is the schema the statement was written over, by default the one that is known.
        """
        stale = written_over or self.sources.databases[source].schema()
        key = digest(["statement", source, statement, dict(parameters)])
        return self.shared.once(key, lambda: self._statement(source, statement, parameters, stale))

    def _statement(self, source: str, statement: str, parameters: Mapping[str, Any], stale: Schema) -> Evidence:
        opened = self.sources.databases[source]

        def run(schema: Schema) -> RowsEvidence | NothingFound:
            return run_statement(
                opened.database,
                schema,
                statement,
                dict(parameters),
                semantics=opened.semantics(),
                policy=opened.policy,
                asker=self.asker,
                deadline=self.deadline,
                from_untrusted=self.copied,
            )

        def is_outdated() -> bool:
            unseen = self.seen.unseen(stale, tables_read(statement, stale))
            return bool(unseen) and has_changed(opened.database, unseen, opened.policy, self.deadline)

        rows = run_through_drift(run, statement, stale, is_outdated=is_outdated, refresh=lambda: opened.refresh(stale))
        return with_drift_warnings(rows, opened.changes)

    def search(self, source: str, call: SearchCall) -> Searched:
        """Search one index; nothing relevant is evidence of kind `nothing_found`."""
        key = digest(["search", source, call.model_dump(mode="json")])
        return self.shared.once(key, lambda: self._search(source, call))

    def _search(self, source: str, call: SearchCall) -> Searched:
        filters = Filters(document_types=call.document_types, since=call.since, until=call.until)
        library = self.library(source)
        if call.words_only:
            library = replace(library, embedder=LexicalOnly())
        return search_evidence(library, call.words, filters=filters)

    def document(self, source: str, document: str) -> list[Evidence]:
        """The passages of one document, from its beginning; raises ToolError when there is none of that name."""
        return list(fetch_evidence(self.library(source), document))

    def library(self, source: str) -> Library:
        """One index, opened for this asker and this question."""
        opened = self.sources.indexes[source]
        return Library(
            source=source,
            index=opened.index,
            embedder=opened.embedder,
            spec=opened.spec,
            asker=self.asker,
            today=self.today,
            now=datetime.now(UTC),
            deadline=self.deadline,
        )
