"""The audit log: every way of changing what happened shows."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, update

from crew.errors import StoreUnavailable
from crew.store import run_tables
from crew.store.chain import first_link, row_digest
from crew.store.records import CallIntent, CallSettlement, StepRecord
from crew.store.store import Store
from tests.store.builders import KEY, rows_evidence, start

MOMENT = datetime(2025, 10, 20, tzinfo=UTC)
Change = Callable[..., int]


@pytest.fixture
def run(store: Store) -> str:
    """A closed run with a step, a call and evidence."""
    started = start(store)
    store.append_audit(started, "joins_approved", {"count": 1})
    call = store.begin_call(started, CallIntent(step="plan", role="supervisor", route="strong"))
    store.settle_call(started, call, CallSettlement(outcome="answered", seconds=0.1))
    store.file_evidence(started, [rows_evidence()])
    step = StepRecord(name="s1", status="done", started_at=MOMENT, ended_at=MOMENT, summary={"rows": 1})
    store.record_step(started, step)
    store.finish_run(started, status="verified", terminal_reason="answered", answer={"answer": "12.50"})
    return started


def kinds(store: Store, run: str) -> set[str]:
    """The kinds of problems that verification finds."""
    return {problem.kind for problem in store.verify(run)}


def file_one_by_one(store: Store, run: str) -> None:
    """Write for a while."""
    for number in range(40):
        store.file_evidence(run, [rows_evidence(f"E{number}")])


def recompute(url: str, run: str) -> None:
    """What a forger who can write the database but has no key would do: make all digests fit again."""
    engine = create_engine(url)
    audit, heads = run_tables.audit, run_tables.audit_heads
    with engine.begin() as connection:
        previous = first_link(run)
        for row in connection.execute(select(audit).where(audit.c.run == run).order_by(audit.c.sequence)).all():
            digest = row_digest(previous, sequence=row.sequence, at=row.at, event=row.event, facts=row.facts)
            key = (audit.c.run == run) & (audit.c.sequence == row.sequence)
            connection.execute(update(audit).where(key).values(previous=previous, digest=digest))
            previous = digest
        connection.execute(update(heads).where(heads.c.run == run).values(digest=previous, sequence=row.sequence))
    engine.dispose()


def test_an_untouched_run_has_no_problems(store: Store, run: str) -> None:
    assert store.verify(run) == []
    assert store.missing_runs() == []
    assert [row.sequence for row in store.audit(run)] == list(range(1, 8))
    assert store.audit_heads(run)[0].signature is not None


def test_an_edited_row_shows(store: Store, run: str, change: Change) -> None:
    assert change("UPDATE audit SET facts = :facts WHERE sequence = 2", facts='{"count":9}') == 1

    assert [(p.kind, p.sequence) for p in store.verify(run)] == [("row", 2)]


def test_an_edited_row_with_its_own_digest_made_to_fit_shows(store: Store, run: str, change: Change) -> None:
    row = store.audit(run)[1]
    digest = row_digest(row.previous, sequence=2, at=row.at, event=row.event, facts={"count": 9})
    change("UPDATE audit SET facts = :facts, digest = :digest WHERE sequence = 2", facts='{"count":9}', digest=digest)

    assert [(p.kind, p.sequence) for p in store.verify(run)] == [("row", 3)]


def test_a_deleted_row_shows(store: Store, run: str, change: Change) -> None:
    assert change("DELETE FROM audit WHERE sequence = 2") == 1

    assert store.verify(run)[0].message == "Row 2 of the log is missing."


def test_a_cut_tail_shows(store: Store, run: str, change: Change) -> None:
    assert change("DELETE FROM audit WHERE sequence >= 6") == 2

    assert "cut" in kinds(store, run)


def test_a_tail_cut_together_with_its_head_shows(store: Store, run: str, change: Change) -> None:
    change("DELETE FROM audit WHERE sequence >= 6")
    change("DELETE FROM audit_heads")
    change("DELETE FROM steps")
    change("UPDATE runs SET status = NULL, ended_at = NULL")

    assert "cut" in kinds(store, run)


def test_a_recomputed_chain_fails_its_signature_and_the_export(
    store: Store, run: str, change: Change, store_url: str
) -> None:
    change("UPDATE audit SET facts = :facts WHERE sequence = 2", facts='{"count":9}')
    recompute(store_url, run)

    assert kinds(store, run) == {"signature", "export"}


def test_a_recomputed_chain_shows_in_the_export_alone_when_there_was_never_a_key(
    store_url: str, export: Path, change: Change
) -> None:
    with Store.open(store_url, audit_export=export) as store:
        run = start(store)
        store.append_audit(run, "joins_approved", {"count": 1})
        store.finish_run(run, status="verified", terminal_reason="answered")
        assert store.verify(run) == []
        assert store.audit_heads(run)[0].signature is None
        change("UPDATE audit SET facts = :facts WHERE sequence = 2", facts='{"count":9}')
        recompute(store_url, run)

        assert kinds(store, run) == {"export"}


def test_a_signature_taken_away_shows(store: Store, run: str, change: Change) -> None:
    change("UPDATE audit_heads SET signature = NULL, key_id = NULL")

    assert kinds(store, run) == {"unsigned"}


def test_another_key_is_told_by_its_id(store_url: str, export: Path, run: str, store: Store) -> None:
    with Store.open(store_url, audit_key="another", audit_export=export) as other:
        assert kinds(other, run) == {"signature"}
        assert str(store.audit_heads(run)[0].key_id) in other.verify(run)[0].message
    with Store.open(store_url, audit_export=export) as keyless:
        assert "CROSSCHECK_AUDIT_KEY" in keyless.verify(run)[0].message


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("UPDATE runs SET status = 'needs_review'", "record"),
        ("UPDATE runs SET asker = 'ben'", "record"),
        ('UPDATE runs SET answer = \'{"answer":"99"}\'', "payload"),
        ("UPDATE runs SET answer = NULL", "payload"),
        ("UPDATE steps SET status = 'failed'", "record"),
        ("UPDATE steps SET summary = '{}'", "payload"),
        ("UPDATE model_calls SET cost = '99'", "record"),
        ("DELETE FROM model_calls", "record"),
        ("UPDATE evidence SET source = 'elsewhere'", "record"),
        ("UPDATE evidence_payloads SET payload = NULL", "payload"),
        ("DELETE FROM evidence_payloads", "payload"),
    ],
)
def test_a_record_changed_beside_the_log_shows(
    store: Store, run: str, change: Change, statement: str, kind: str
) -> None:
    assert change(statement) == 1

    assert kinds(store, run) == {kind}


def test_a_record_the_log_never_saw_shows(store: Store, run: str, change: Change) -> None:
    change("UPDATE steps SET sequence = 7")

    assert sorted(p.message for p in store.verify(run)) == [
        "The log does not know the record steps 7.",
        "The record steps 1 is missing.",
    ]


def test_changed_evidence_no_longer_fits_its_digest(store: Store, run: str, change: Change) -> None:
    payload = json.dumps(rows_evidence(revenue="99.00").model_dump(mode="json"))
    change("UPDATE evidence_payloads SET payload = :payload", payload=payload)

    assert [p.message for p in store.verify(run)] == ["The content of evidence E1 was edited."]


def test_a_head_missing_from_the_export_shows(store: Store, run: str, export: Path) -> None:
    export.write_text("")

    assert kinds(store, run) == {"export"}


def test_a_run_that_vanished_from_the_store_shows_in_the_export(store: Store, run: str, change: Change) -> None:
    for table in ("evidence_payloads", "evidence", "model_calls", "steps", "audit", "audit_heads", "runs"):
        change(f"DELETE FROM {table}")

    assert [(p.kind, p.run) for p in store.missing_runs()] == [("export", run)]


def test_a_head_that_could_not_be_exported_is_exported_later(store: Store, store_url: str) -> None:
    with Store.open(store_url, audit_key=KEY, audit_export=Path("/dev/null/audit.jsonl")) as blocked:
        run = start(blocked)
        with pytest.raises(StoreUnavailable, match="CROSSCHECK_AUDIT_EXPORT"):
            blocked.finish_run(run, status="verified", terminal_reason="answered")
        assert blocked.run(run).status == "verified"

    assert [p.message for p in store.verify(run)] == ["The head of the log has not been exported yet."]
    store.export_heads()
    assert store.verify(run) == []


def test_a_resumed_run_is_signed_again_when_it_is_closed_again(store: Store, run: str) -> None:
    store.reopen_run(run)
    assert store.verify(run) == []
    store.finish_run(run, status="partly_verified", terminal_reason="answered_partly")

    assert [head.number for head in store.audit_heads(run)] == [1, 2]
    assert store.verify(run) == []


def test_verifying_a_run_while_it_is_written_finds_nothing_wrong(store: Store) -> None:
    run = start(store)
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(file_one_by_one, store, run)
        found = []
        while not writing.done():
            found += store.verify(run)

    assert found == []


def test_the_log_holds_no_content(store: Store, run: str) -> None:
    text = json.dumps([row.model_dump(mode="json") for row in store.audit(run)])

    assert "12.50" not in text
    assert "How much" not in text
