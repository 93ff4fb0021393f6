"""Fetching evidence from a domain's sources, for the asker, under the question's deadline."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from crew.sources import Sources
from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.search_documents import document_evidence, search_evidence
from tools.evidence import Evidence
from tools.sql.statement import run_statement


@dataclass(frozen=True)
class Fetching:
    """What one question may fetch, and with whose rights."""

    sources: Sources
    asker: Asker
    deadline: Deadline
    today: date

    def statement(self, source: str, statement: str, parameters: Mapping[str, Any]) -> Evidence:
        """Run one SELECT; raises ToolError with what to try instead."""
        opened = self.sources.databases[source]
        return run_statement(
            opened.database,
            opened.schema(),
            statement,
            dict(parameters),
            semantics=opened.semantics(),
            policy=opened.policy,
            asker=self.asker,
            deadline=self.deadline,
        )

    def search(self, source: str, words: str) -> list[Evidence]:
        """Search one index; nothing relevant is evidence of kind `nothing_found`."""
        opened = self.sources.indexes[source]
        return search_evidence(
            opened.index,
            words,
            embedder=opened.embedder,
            spec=opened.spec,
            source=source,
            asker=self.asker,
            now=self.today,
            deadline=self.deadline,
        )

    def document(self, source: str, document: str) -> list[Evidence]:
        """All passages of one document."""
        opened = self.sources.indexes[source]
        return document_evidence(opened.index, document, source=source, asker=self.asker)
