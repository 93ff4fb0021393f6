"""The tables of the store. A change here needs a file in `migrations/versions` too; a test compares both."""

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
)

from crew.store.columns import Bytes, ExactDecimal, Json, LongText, ShortText, Utc

metadata = MetaData()


def run_key(*, is_primary: bool = True) -> Column[str]:
    """The run a row belongs to."""
    return Column("run", ShortText(40), ForeignKey("runs.id"), primary_key=is_primary, nullable=False)


def sequence() -> Column[int]:
    """The row's number within its run, from 1."""
    return Column("sequence", Integer, primary_key=True, autoincrement=False)


def _table(name: str, *columns: Column | ForeignKeyConstraint | UniqueConstraint) -> Table:
    return Table(name, metadata, *columns, mysql_engine="InnoDB", mysql_charset="utf8mb4", mysql_collate="utf8mb4_bin")


runs = _table(
    "runs",
    Column("id", ShortText(40), primary_key=True),
    Column("domain", ShortText(200), nullable=False),
    Column("asker", ShortText(200), nullable=False, index=True),
    Column("session", ShortText(40)),
    Column("question", LongText),
    Column("question_kind", ShortText(100), nullable=False),
    Column("language", ShortText(40), nullable=False),
    Column("status", ShortText(40)),
    Column("terminal_reason", ShortText(40)),
    Column("started_at", Utc, nullable=False, index=True),
    Column("ended_at", Utc),
    Column("today", Date),
    Column("settings_digest", ShortText(64), nullable=False),
    Column("answer", Json),
    Column("explanation", LongText),
    Column("usage", Json),
    Column("emptied_at", Utc),
)
"""One row per question; `emptied_at` is set once retention has removed the texts."""

steps = _table(
    "steps",
    run_key(),
    sequence(),
    Column("name", ShortText(200), nullable=False),
    Column("worker", ShortText(200)),
    Column("source", ShortText(200)),
    Column("status", ShortText(40), nullable=False),
    Column("retries", Integer, nullable=False),
    Column("started_at", Utc, nullable=False),
    Column("ended_at", Utc, nullable=False),
    Column("summary", Json),
)

model_calls = _table(
    "model_calls",
    run_key(),
    sequence(),
    Column("step", ShortText(200), nullable=False),
    Column("role", ShortText(200), nullable=False),
    Column("route", ShortText(200), nullable=False),
    Column("request_digest", ShortText(64)),
    Column("repeats", Integer),
    Column("begun_at", Utc, nullable=False),
    Column("settled_at", Utc),
    Column("outcome", ShortText(40)),
    Column("deployment", ShortText(200)),
    Column("provider_model", ShortText(200)),
    Column("fallbacks", Json),
    Column("prompt_tokens", Integer),
    Column("completion_tokens", Integer),
    Column("cost", ExactDecimal),
    Column("seconds", Double),
    Column("error", LongText),
)
"""A row is written before the call, with no outcome, and settled after it; `repeats` names the interrupted call."""

completions = _table(
    "completions",
    Column("run", ShortText(40), primary_key=True),
    Column("call", Integer, primary_key=True, autoincrement=False),
    Column("completion", Json),
    ForeignKeyConstraint(["run", "call"], ["model_calls.run", "model_calls.sequence"]),
)
"""What a model replied, and to which request, so that the run can be replayed; retention empties it."""

marks = _table(
    "marks",
    run_key(),
    sequence(),
    Column("at", Utc, nullable=False),
    Column("marked_by", ShortText(200), nullable=False),
    Column("verdict", ShortText(40), nullable=False),
    Column("why", LongText),
)
"""What people said of an answer; retention empties the reason."""

cost_reservations = _table(
    "cost_reservations",
    Column("run", ShortText(40), primary_key=True),
    Column("call", Integer, primary_key=True, autoincrement=False),
    Column("asker", ShortText(200), nullable=False, index=True),
    Column("begun_at", Utc, nullable=False),
    Column("cost", ExactDecimal, nullable=False),
)
"""The most that a call in flight may cost; removed when it is settled."""

rate_buckets = _table(
    "rate_buckets",
    Column("id", ShortText(64), primary_key=True),
    Column("free_at", Utc, nullable=False),
)
"""When the next question of an asker in a domain would arrive if they came evenly."""

evidence = _table(
    "evidence",
    run_key(),
    Column("id", ShortText(100), primary_key=True),
    Column("sequence", Integer, nullable=False),
    Column("sha256", ShortText(64), nullable=False),
    Column("kind", ShortText(40), nullable=False),
    Column("source", ShortText(200), nullable=False),
    Column("filed_at", Utc, nullable=False),
    Column("head", Json, nullable=False),
)
"""What stays of evidence when retention empties it: its digest, source and size."""

evidence_payloads = _table(
    "evidence_payloads",
    Column("run", ShortText(40), primary_key=True),
    Column("id", ShortText(100), primary_key=True),
    Column("payload", Json),
    ForeignKeyConstraint(["run", "id"], ["evidence.run", "evidence.id"]),
)

flow_states = _table(
    "flow_states",
    run_key(),
    sequence(),
    Column("step", ShortText(200), nullable=False),
    Column("saved_at", Utc, nullable=False),
    Column("state", Json),
)

audit = _table(
    "audit",
    run_key(),
    sequence(),
    Column("at", Utc, nullable=False),
    Column("event", ShortText(100), nullable=False),
    Column("facts", Json, nullable=False),
    Column("previous", ShortText(64), nullable=False),
    Column("digest", ShortText(64), nullable=False),
)

audit_heads = _table(
    "audit_heads",
    Column("run", ShortText(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", ShortText(40), nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("digest", ShortText(64), nullable=False),
    Column("at", Utc, nullable=False),
    Column("signature", ShortText(64)),
    Column("key_id", ShortText(40)),
    Column("exported_to", ShortText(500), index=True),
)
"""The end of a run's chain, signed each time it is closed; survives an erased run, hence no foreign key."""

sessions = _table(
    "sessions",
    Column("id", ShortText(40), primary_key=True),
    Column("asker", ShortText(200), nullable=False, index=True),
    Column("domain", ShortText(200), nullable=False),
    Column("started_at", Utc, nullable=False),
    Column("used_at", Utc, nullable=False),
)

session_turns = _table(
    "session_turns",
    Column("session", ShortText(40), ForeignKey("sessions.id"), primary_key=True),
    sequence(),
    Column("run", ShortText(40), index=True),
    Column("at", Utc, nullable=False),
    Column("question", LongText),
    Column("standalone", LongText),
    Column("answer", LongText),
    Column("context", Json),
)

join_approvals = _table(
    "join_approvals",
    Column("id", ShortText(64), primary_key=True),
    Column("domain", ShortText(200), nullable=False, index=True),
    Column("source", ShortText(200), nullable=False),
    Column("left_columns", Json, nullable=False),
    Column("right_columns", Json, nullable=False),
    Column("is_approved", Boolean, nullable=False),
    Column("decided_by", ShortText(200), nullable=False),
    Column("role", ShortText(40), nullable=False),
    Column("decided_at", Utc, nullable=False),
    Column("run", ShortText(40)),
    Column("confidence", Double),
    Column("tried_at", Utc),
)

cache_entries = _table(
    "cache_entries",
    Column("id", ShortText(64), primary_key=True),
    Column("namespace", ShortText(100), nullable=False, index=True),
    Column("owner", ShortText(200), nullable=False),
    Column("stored_at", Utc, nullable=False),
    Column("expires_at", Utc, index=True),
    Column("value", Json),
)

report_runs = _table(
    "report_runs",
    Column("id", ShortText(40), primary_key=True),
    Column("report", ShortText(200), nullable=False, index=True),
    Column("due_at", Utc, nullable=False),
    Column("claim", ShortText(64), nullable=False, unique=True),
    Column("run_as", ShortText(200), nullable=False),
    Column("started_at", Utc, nullable=False),
    Column("ended_at", Utc),
    Column("status", ShortText(40)),
    Column("outcome", Json),
)
"""One row per due time of a report; `claim` is unique, so that two schedulers never run the same one."""

parcels = _table(
    "parcels",
    Column("id", ShortText(40), primary_key=True),
    Column("key", ShortText(200), nullable=False, unique=True),
    Column("report", ShortText(200), nullable=False, index=True),
    Column("owner", ShortText(200), nullable=False),
    Column("created_at", Utc, nullable=False, index=True),
    Column("subject", LongText),
    Column("content", Json),
    Column("emptied_at", Utc),
)
"""What is to be delivered, kept until retention empties it, so that it can be delivered again as it was."""

parcel_files = _table(
    "parcel_files",
    Column("parcel", ShortText(40), ForeignKey("parcels.id"), primary_key=True),
    Column("name", ShortText(150), primary_key=True),
    Column("format", ShortText(40), nullable=False),
    Column("media_type", ShortText(100), nullable=False),
    Column("size", Integer, nullable=False),
    Column("sha256", ShortText(64), nullable=False),
    Column("content", Bytes),
)

deliveries = _table(
    "deliveries",
    Column("id", ShortText(40), primary_key=True),
    Column("parcel", ShortText(40), ForeignKey("parcels.id"), nullable=False, index=True),
    Column("key", ShortText(64), nullable=False, unique=True),
    Column("channel", ShortText(40), nullable=False),
    Column("destination", ShortText(500), nullable=False),
    Column("target", Json, nullable=False),
    Column("state", ShortText(20), nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("retry_at", Utc),
    Column("lease_until", Utc),
    Column("created_at", Utc, nullable=False),
    Column("settled_at", Utc),
    Column("detail", LongText),
)
"""One parcel to one receiver; `key` is what the receiver can recognise a repeated delivery by."""

delivery_attempts = _table(
    "delivery_attempts",
    Column("delivery", ShortText(40), ForeignKey("deliveries.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("holder", ShortText(200), nullable=False),
    Column("begun_at", Utc, nullable=False),
    Column("settled_at", Utc),
    Column("outcome", ShortText(20)),
    Column("detail", LongText),
)
"""A row is written before anything is sent, with no outcome, and settled after it."""

schedules = _table(
    "schedules",
    Column("report", ShortText(200), primary_key=True),
    Column("digest", ShortText(64), nullable=False),
    Column("next_due", Utc, index=True),
    Column("paused_at", Utc),
    Column("paused_by", ShortText(200)),
)
"""When each report is due next; the rules themselves stand in its YAML, and `digest` tells that they changed."""

due_runs = _table(
    "due_runs",
    Column("id", ShortText(40), primary_key=True),
    Column("report", ShortText(200), nullable=False),
    Column("due_at", Utc, nullable=False),
    Column("state", ShortText(20), nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("holder", ShortText(200)),
    Column("lease_until", Utc),
    Column("retry_at", Utc),
    Column("give_up_at", Utc, nullable=False),
    Column("began_at", Utc),
    Column("ended_at", Utc),
    Column("detail", LongText),
    UniqueConstraint("report", "due_at", name="one_run_per_due_time"),
)
"""One row per due time of a report, whoever runs it: unique, so that none runs twice."""

jobs = _table(
    "jobs",
    Column("id", ShortText(40), primary_key=True),
    Column("kind", ShortText(20), nullable=False),
    Column("domain", ShortText(200), nullable=False),
    Column("asker", ShortText(200), nullable=False, index=True),
    Column("key", ShortText(200), unique=True),
    Column("request", Json),
    Column("state", ShortText(20), nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("holder", ShortText(200)),
    Column("lease_until", Utc),
    Column("submitted_at", Utc, nullable=False),
    Column("published_at", Utc),
    Column("started_at", Utc),
    Column("ended_at", Utc),
    Column("run", ShortText(40)),
    Column("result", Json),
    Column("detail", LongText),
)
"""Work for any machine: the broker carries only its id, and whoever changes `state` first has it."""

source_slots = _table(
    "source_slots",
    Column("source", ShortText(200), primary_key=True),
    Column("slot", Integer, primary_key=True, autoincrement=False),
    Column("holder", ShortText(200), nullable=False),
    Column("lease_until", Utc, nullable=False),
)
"""Who uses a source at this moment, up to as many as its limit says."""
