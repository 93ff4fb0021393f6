"""What speaks against a run's audit log: pure comparisons over rows already read."""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from crew.store.audit_records import AuditHead, AuditRow, ExportedHead, Problem
from crew.store.chain import PAYLOADS, first_link, row_digest, seal
from crew.store.signing import key_id, signature_of
from tools.evidence import digest

EMPTIED = "run_emptied"
"""The event with which retention notes that it removed a run's content."""

_KEYS = {"evidence": "id", "completions": "call"}
"""The column that numbers a table's records within a run, where it is not `sequence`."""

_NOT_EVIDENCE_CONTENT = {"id", "step", "retrieved_at"}


@dataclass(frozen=True)
class Kept:
    """All that is kept of one run."""

    run: str
    rows: list[AuditRow]
    heads: list[AuditHead]
    exported: list[ExportedHead]
    export_place: str | None
    key: str | None
    records: dict[str, list[dict[str, Any]]]
    payloads: dict[str, Any]
    """Evidence id to its content as JSON; None where retention has emptied it."""


def problems_of(kept: Kept) -> list[Problem]:
    """Every problem, in the order: chain, heads, export, records, evidence."""
    if not kept.records["runs"] and any(head.event == "run_erased" for head in kept.heads):
        return list(_signature_problems(kept))
    return [
        *_chain_problems(kept),
        *_head_problems(kept),
        *_signature_problems(kept),
        *_export_problems(kept),
        *_record_problems(kept),
        *_payload_problems(kept),
    ]


def _chain_problems(kept: Kept) -> Iterator[Problem]:
    previous, expected = first_link(kept.run), 1
    for row in kept.rows:
        if row.sequence != expected:
            yield _problem(kept, "row", expected, f"Row {expected} of the log is missing.")
        elif row.previous != previous:
            yield _problem(kept, "row", row.sequence, f"Row {row.sequence} does not follow from the row before it.")
        computed = row_digest(row.previous, sequence=row.sequence, at=row.at, event=row.event, facts=row.facts)
        if computed != row.digest:
            yield _problem(kept, "row", row.sequence, f"Row {row.sequence} (`{row.event}`) was edited.")
        previous, expected = row.digest, row.sequence + 1
    if not kept.rows:
        yield _problem(kept, "cut", None, "The log is empty.")


def _head_problems(kept: Kept) -> Iterator[Problem]:
    is_closed = any(row["status"] is not None for row in kept.records["runs"])
    if is_closed and not kept.heads:
        yield _problem(kept, "head", None, "The run is closed, but the head of its log is missing.")
    for head in kept.heads:
        yield from _mismatch(kept, head, "head", "the head kept when the log was closed")
    last = kept.heads[-1].sequence if kept.heads else None
    if is_closed and last is not None and last < len(kept.rows):
        yield _problem(kept, "head", last + 1, f"Rows after {last} were added after the log was closed.")


def _mismatch(kept: Kept, head: AuditHead, kind: Any, what: str) -> Iterator[Problem]:
    digests = {row.sequence: row.digest for row in kept.rows}
    if head.sequence not in digests:
        yield _problem(kept, "cut", head.sequence, f"The log ends before row {head.sequence}, which {what} names.")
    elif digests[head.sequence] != head.digest:
        yield _problem(kept, kind, head.sequence, f"The log up to row {head.sequence} differs from {what}.")


def _signature_problems(kept: Kept) -> Iterator[Problem]:
    for head in kept.heads:
        if head.signature is None:
            if kept.key is not None:
                yield _problem(kept, "unsigned", head.sequence, "The head of the log is not signed.")
        elif kept.key is None:
            message = f"The signature cannot be checked without its key (id {head.key_id}): set CROSSCHECK_AUDIT_KEY."
            yield _problem(kept, "signature", head.sequence, message)
        elif head.key_id != key_id(kept.key):
            message = f"The head was signed with another key (id {head.key_id}) than CROSSCHECK_AUDIT_KEY."
            yield _problem(kept, "signature", head.sequence, message)
        elif not hmac.compare_digest(head.signature, signature_of(head, kept.key)):
            yield _problem(kept, "signature", head.sequence, "The signature of the head is wrong.")


def _export_problems(kept: Kept) -> Iterator[Problem]:
    for line in kept.exported:
        yield from _mismatch(kept, line, "export", "the export file")
    if kept.export_place is None:
        return
    exported = {(line.number, line.digest) for line in kept.exported}
    for head in kept.heads:
        if head.exported_to is None:
            yield _problem(kept, "export", head.sequence, "The head of the log has not been exported yet.")
        elif head.exported_to == kept.export_place and (head.number, head.digest) not in exported:
            yield _problem(kept, "export", head.sequence, "The head of the log is missing from the export file.")


def _record_problems(kept: Kept) -> Iterator[Problem]:
    sealed = {(r.facts["record"], r.facts.get("key", "")): r for r in kept.rows if "record" in r.facts}
    is_emptied = any(row.event == EMPTIED for row in kept.rows)
    for table, records in kept.records.items():
        for record in records:
            key = _record_key(table, record)
            row = sealed.pop((table, key), None)
            name = f"{table} {key}".strip()
            if row is None:
                yield _problem(kept, "record", None, f"The log does not know the record {name}.")
            else:
                yield from _compare(kept, table, record, row, name, is_emptied=is_emptied)
    for (table, key), row in sealed.items():
        yield _problem(kept, "record", row.sequence, f"The record {table} {key} is missing.")


def _compare(
    kept: Kept, table: str, record: dict[str, Any], row: AuditRow, name: str, *, is_emptied: bool
) -> Iterator[Problem]:
    now = seal(table, record)
    if now["head"] != row.facts["head"]:
        yield _problem(kept, "record", row.sequence, f"The record {name} was edited.")
    if now.get("payload") != row.facts.get("payload"):
        content = [record[column] for column in PAYLOADS[table]]
        if not (is_emptied and all(value is None for value in content)):
            yield _problem(kept, "payload", row.sequence, f"The content of the record {name} was edited.")


def _payload_problems(kept: Kept) -> Iterator[Problem]:
    is_emptied = any(row.event == EMPTIED for row in kept.rows)
    for record in kept.records["evidence"]:
        payload = kept.payloads.get(record["id"])
        if payload is None:
            if not is_emptied:
                yield _problem(kept, "payload", None, f"The content of evidence {record['id']} is missing.")
        elif _content_digest(payload) != record["sha256"]:
            yield _problem(kept, "payload", None, f"The content of evidence {record['id']} was edited.")


def _content_digest(payload: dict[str, Any]) -> str:
    """The digest that `tools.evidence` takes of a piece of evidence, from its JSON."""
    return digest({key: value for key, value in payload.items() if key not in _NOT_EVIDENCE_CONTENT})


def _record_key(table: str, record: dict[str, Any]) -> str:
    if table == "runs":
        return ""
    return str(record[_KEYS.get(table, "sequence")])


def _problem(kept: Kept, kind: Any, sequence: int | None, message: str) -> Problem:
    return Problem(run=kept.run, kind=kind, sequence=sequence, message=message)
