"""The tables of runs, what they cost, their evidence and audit, and of conversations."""

from sqlalchemy import Boolean, Column, Date, Double, ForeignKey, ForeignKeyConstraint, Integer

from crew.store.columns import ExactDecimal, Json, LongText, ShortText, Utc
from crew.store.table_parts import run_key, sequence, table

runs = table(
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

steps = table(
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

model_calls = table(
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

completions = table(
    "completions",
    Column("run", ShortText(40), primary_key=True),
    Column("call", Integer, primary_key=True, autoincrement=False),
    Column("completion", Json),
    ForeignKeyConstraint(["run", "call"], ["model_calls.run", "model_calls.sequence"]),
)
"""What a model replied, and to which request, so that the run can be replayed; retention empties it."""

marks = table(
    "marks",
    run_key(),
    sequence(),
    Column("at", Utc, nullable=False),
    Column("marked_by", ShortText(200), nullable=False),
    Column("verdict", ShortText(40), nullable=False),
    Column("why", LongText),
)
"""What people said of an answer; retention empties the reason."""

cost_reservations = table(
    "cost_reservations",
    Column("run", ShortText(40), primary_key=True),
    Column("call", Integer, primary_key=True, autoincrement=False),
    Column("asker", ShortText(200), nullable=False, index=True),
    Column("begun_at", Utc, nullable=False),
    Column("cost", ExactDecimal, nullable=False),
)
"""The most that a call in flight may cost; removed when it is settled."""

rate_buckets = table(
    "rate_buckets",
    Column("id", ShortText(64), primary_key=True),
    Column("free_at", Utc, nullable=False),
)
"""When the next question of an asker in a domain would arrive if they came evenly."""

evidence = table(
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

evidence_payloads = table(
    "evidence_payloads",
    Column("run", ShortText(40), primary_key=True),
    Column("id", ShortText(100), primary_key=True),
    Column("payload", Json),
    ForeignKeyConstraint(["run", "id"], ["evidence.run", "evidence.id"]),
)

flow_states = table(
    "flow_states",
    run_key(),
    sequence(),
    Column("step", ShortText(200), nullable=False),
    Column("saved_at", Utc, nullable=False),
    Column("state", Json),
)

audit = table(
    "audit",
    run_key(),
    sequence(),
    Column("at", Utc, nullable=False),
    Column("event", ShortText(100), nullable=False),
    Column("facts", Json, nullable=False),
    Column("previous", ShortText(64), nullable=False),
    Column("digest", ShortText(64), nullable=False),
)

audit_heads = table(
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

sessions = table(
    "sessions",
    Column("id", ShortText(40), primary_key=True),
    Column("asker", ShortText(200), nullable=False, index=True),
    Column("domain", ShortText(200), nullable=False),
    Column("started_at", Utc, nullable=False),
    Column("used_at", Utc, nullable=False),
)

session_turns = table(
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

join_approvals = table(
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

cache_entries = table(
    "cache_entries",
    Column("id", ShortText(64), primary_key=True),
    Column("namespace", ShortText(100), nullable=False, index=True),
    Column("owner", ShortText(200), nullable=False),
    Column("stored_at", Utc, nullable=False),
    Column("expires_at", Utc, index=True),
    Column("value", Json),
)
