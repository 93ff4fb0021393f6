"""The tables of what is due, and of the work that machines take from each other."""

from sqlalchemy import Column, Integer, UniqueConstraint

from crew.store.columns import Json, LongText, ShortText, Utc
from crew.store.table_parts import table

schedules = table(
    "schedules",
    Column("report", ShortText(200), primary_key=True),
    Column("digest", ShortText(64), nullable=False),
    Column("next_due", Utc, index=True),
    Column("paused_at", Utc),
    Column("paused_by", ShortText(200)),
)
"""When each report is due next; the rules themselves stand in its YAML, and `digest` tells that they changed."""

due_runs = table(
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

jobs = table(
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

source_slots = table(
    "source_slots",
    Column("source", ShortText(200), primary_key=True),
    Column("slot", Integer, primary_key=True, autoincrement=False),
    Column("holder", ShortText(200), nullable=False),
    Column("lease_until", Utc, nullable=False),
)
"""Who uses a source at this moment, up to as many as its limit says."""
