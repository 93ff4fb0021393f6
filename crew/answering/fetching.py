"""Fetching evidence from a domain's sources, for the asker, under the question's deadline."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

from crew.answering.learned import CopiedText, SeenTables
from crew.answering.searches import Searching
from crew.answering.sharing import SharedFetches
from crew.sources import Sources
from tasks.plan import PlanStep, SearchCall
from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.each_document import search_each_document
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Filters
from tools.documents.reformulate import search_with_reformulations
from tools.documents.search_evidence import Library, Searched, fetch_evidence
from tools.evidence import Evidence, NothingFound, PassageEvidence, RowsEvidence, digest
from tools.sql.drift import with_drift_warnings
from tools.sql.freshness import has_changed, run_through_drift, tables_read
from tools.sql.key_batches import JoinedKeys, run_joined
from tools.sql.schema import Join, Schema
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
    searching: Searching = field(default_factory=Searching)
    keys: Mapping[str, JoinedKeys] = field(default_factory=dict)
    """By step: the rows of another step that its own are joined to."""
    counts: SharedFetches = field(default_factory=SharedFetches)
    """What was counted for each join."""
    join_tried: Callable[[str, Join], None] = lambda source, join: None
    """Told of each approved join, with its database, whose first run was fine."""

    def step_statement(
        self, step: PlanStep, statement: str, parameters: Mapping[str, Any], written_over: Schema | None = None
    ) -> Evidence:
        """As `statement`, for a step: where it is joined by key, the keys are bound in batches."""
        if step.id not in self.keys:
            return self.statement(step.source, statement, parameters, written_over)
        schema = written_over or self.sources.databases[step.source].schema()
        return run_joined(
            self.keys[step.id],
            statement,
            parameters,
            schema,
            lambda text, given: self.statement(step.source, text, given, written_over),
        )

    def statement(
        self, source: str, statement: str, parameters: Mapping[str, Any], written_over: Schema | None = None
    ) -> RowsEvidence | NothingFound:
        """Run one SELECT, reading the schema again where it has changed; raises ToolError with what to try instead.

        `written_over` is the schema the statement was written over, by default the one that is known.
        """
        stale = written_over or self.sources.databases[source].schema()
        key = digest(["statement", source, statement, dict(parameters)])
        return self.shared.once(key, lambda: self._statement(source, statement, parameters, stale))

    def _statement(
        self, source: str, statement: str, parameters: Mapping[str, Any], stale: Schema
    ) -> RowsEvidence | NothingFound:
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
                tried=lambda join: self.join_tried(source, join),
                counted_once=lambda join, count: self.counts.once(f"{source} {join}", count),
            )

        def is_outdated() -> bool:
            unseen = self.seen.unseen(stale, tables_read(statement, stale))
            return bool(unseen) and has_changed(opened.database, unseen, opened.policy, self.deadline)

        rows = run_through_drift(run, statement, stale, is_outdated=is_outdated, refresh=lambda: opened.refresh(stale))
        return with_drift_warnings(rows, opened.changes)

    def search(self, step: PlanStep, call: SearchCall) -> Searched:
        """Search a step's index, in other words where nothing is found; what was tried and signalled is noted."""
        key = digest(["search", step.source, call.model_dump(mode="json")])
        searched = self.shared.once(key, lambda: self._search(step.source, call))
        self.searching.notes.add(step.id, searched)
        return searched

    def _search(self, source: str, call: SearchCall) -> Searched:
        library = self.library(source)
        if call.words_only:
            library = replace(library, embedder=LexicalOnly())
        filters = Filters(document_types=call.document_types, since=call.since, until=call.until)
        if call.each_of:
            return search_each_document(library, call.words, call.each_of, filters=filters, limit=call.limit)
        return search_with_reformulations(
            library,
            call.words,
            synonyms=self.searching.terms,
            rounds=0 if call.words_only else self.searching.rounds,
            filters=filters,
            limit=call.limit,
            prefers_recent=call.prefers_recent or self.searching.is_about_present,
            memory=self.searching.memory,
        )

    def document(self, source: str, document: str, section: str | None = None) -> list[PassageEvidence]:
        """The passages of one document, or of a section; raises ToolError when there is none of that name."""
        return fetch_evidence(self.library(source), document, section)

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
