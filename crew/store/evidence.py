"""Evidence as it was filed, its content kept apart from its digest."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from crew.store import run_tables
from crew.store.base import StoreBase
from crew.store.records import EvidenceRecord
from tools.evidence import EVIDENCE, Evidence

_evidence = run_tables.evidence
_payloads = run_tables.evidence_payloads


class EvidenceFile(StoreBase):
    """Keeps the evidence of each run under its number."""

    def file_evidence(self, run: str, evidence: Sequence[Evidence]) -> None:
        """Keep numbered evidence; filing the same again changes nothing. Raises UnknownRun.

        A step that a crash interrupted may file other content under the same number: the log then shows both filings.
        """
        with self._writing_run(run) as connection:
            for piece in evidence:
                self._file(connection, run, piece)

    def evidence_records(self, run: str) -> list[EvidenceRecord]:
        """The run's evidence, in order of filing, as JSON, with what retention has emptied left out."""
        joined = _evidence.outerjoin(
            _payloads, (_payloads.c.run == _evidence.c.run) & (_payloads.c.id == _evidence.c.id)
        )
        query = select(_evidence, _payloads.c.payload).select_from(joined).where(_evidence.c.run == run)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(_evidence.c.sequence)).mappings().all()
        return [EvidenceRecord.model_validate(dict(row)) for row in rows]

    def evidence(self, run: str) -> list[Evidence]:
        """The run's evidence as its tools filed it, without what retention has emptied."""
        records = self.evidence_records(run)
        return [EVIDENCE.validate_python(record.payload) for record in records if record.payload is not None]

    def _file(self, connection: Connection, run: str, piece: Evidence) -> None:
        key = (_evidence.c.run == run) & (_evidence.c.id == piece.id)
        filed = connection.execute(select(_evidence.c.sequence, _evidence.c.sha256).where(key)).first()
        if filed is not None and filed.sha256 == piece.sha256:
            return
        if filed is not None:
            connection.execute(delete(_payloads).where((_payloads.c.run == run) & (_payloads.c.id == piece.id)))
            connection.execute(delete(_evidence).where(key))
        sequence = filed.sequence if filed else self._next(connection, _evidence, _evidence.c.run == run)
        row = {
            "run": run,
            "id": piece.id,
            "sequence": sequence,
            "sha256": piece.sha256,
            "kind": piece.kind,
            "source": piece.source,
            "filed_at": self._clock(),
            "head": _head(piece),
        }
        connection.execute(insert(_evidence).values(row))
        payload = {"run": run, "id": piece.id, "payload": piece.model_dump(mode="json")}
        connection.execute(insert(_payloads).values(payload))
        facts = {"key": piece.id, "sha256": piece.sha256}
        self._log_record(connection, _evidence, key, event="evidence_filed", facts=facts)


def _head(piece: Evidence) -> dict[str, Any]:
    """What may stay when the content goes: no values, no text, no statement."""
    head: dict[str, Any] = {"step": piece.step, "retrieved_at": piece.retrieved_at.isoformat()}
    if piece.kind == "rows":
        head |= {"columns": [c.name for c in piece.columns], "row_count": piece.row_count, "truncated": piece.truncated}
    elif piece.kind == "passage":
        head |= {"document": piece.document, "passage": piece.passage, "page": piece.page, "date": piece.date}
    return head
