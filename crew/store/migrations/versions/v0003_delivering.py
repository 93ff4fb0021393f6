"""Parcels and their deliveries, schedules, jobs, and who uses a source."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from crew.store.columns import Bytes, Json, LongText, ShortText, Utc

revision = "0003"
down_revision = "0002"

_MYSQL: dict[str, Any] = {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4", "mysql_collate": "utf8mb4_bin"}


def upgrade() -> None:
    """Create them; `deliveries` changes its shape, and no release has written to the old one."""
    op.drop_table("deliveries")
    op.create_table(
        "parcels",
        sa.Column("id", ShortText(40), nullable=False),
        sa.Column("key", ShortText(200), nullable=False),
        sa.Column("report", ShortText(200), nullable=False),
        sa.Column("owner", ShortText(200), nullable=False),
        sa.Column("created_at", Utc(), nullable=False),
        sa.Column("subject", LongText(), nullable=True),
        sa.Column("content", Json(), nullable=True),
        sa.Column("emptied_at", Utc(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
        **_MYSQL,
    )
    op.create_index("ix_parcels_created_at", "parcels", ["created_at"], unique=False)
    op.create_index("ix_parcels_report", "parcels", ["report"], unique=False)
    op.create_table(
        "parcel_files",
        sa.Column("parcel", ShortText(40), nullable=False),
        sa.Column("name", ShortText(150), nullable=False),
        sa.Column("format", ShortText(40), nullable=False),
        sa.Column("media_type", ShortText(100), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", ShortText(64), nullable=False),
        sa.Column("content", Bytes(), nullable=True),
        sa.ForeignKeyConstraint(["parcel"], ["parcels.id"]),
        sa.PrimaryKeyConstraint("parcel", "name"),
        **_MYSQL,
    )
    op.create_table(
        "deliveries",
        sa.Column("id", ShortText(40), nullable=False),
        sa.Column("parcel", ShortText(40), nullable=False),
        sa.Column("key", ShortText(64), nullable=False),
        sa.Column("channel", ShortText(40), nullable=False),
        sa.Column("destination", ShortText(500), nullable=False),
        sa.Column("target", Json(), nullable=False),
        sa.Column("state", ShortText(20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("retry_at", Utc(), nullable=True),
        sa.Column("lease_until", Utc(), nullable=True),
        sa.Column("created_at", Utc(), nullable=False),
        sa.Column("settled_at", Utc(), nullable=True),
        sa.Column("detail", LongText(), nullable=True),
        sa.ForeignKeyConstraint(["parcel"], ["parcels.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
        **_MYSQL,
    )
    op.create_index("ix_deliveries_parcel", "deliveries", ["parcel"], unique=False)
    op.create_index("ix_deliveries_state", "deliveries", ["state"], unique=False)
    op.create_table(
        "delivery_attempts",
        sa.Column("delivery", ShortText(40), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", ShortText(200), nullable=False),
        sa.Column("begun_at", Utc(), nullable=False),
        sa.Column("settled_at", Utc(), nullable=True),
        sa.Column("outcome", ShortText(20), nullable=True),
        sa.Column("detail", LongText(), nullable=True),
        sa.ForeignKeyConstraint(["delivery"], ["deliveries.id"]),
        sa.PrimaryKeyConstraint("delivery", "number"),
        **_MYSQL,
    )
    op.create_table(
        "schedules",
        sa.Column("report", ShortText(200), nullable=False),
        sa.Column("digest", ShortText(64), nullable=False),
        sa.Column("next_due", Utc(), nullable=True),
        sa.Column("paused_at", Utc(), nullable=True),
        sa.Column("paused_by", ShortText(200), nullable=True),
        sa.PrimaryKeyConstraint("report"),
        **_MYSQL,
    )
    op.create_index("ix_schedules_next_due", "schedules", ["next_due"], unique=False)
    op.create_table(
        "due_runs",
        sa.Column("id", ShortText(40), nullable=False),
        sa.Column("report", ShortText(200), nullable=False),
        sa.Column("due_at", Utc(), nullable=False),
        sa.Column("state", ShortText(20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("holder", ShortText(200), nullable=True),
        sa.Column("lease_until", Utc(), nullable=True),
        sa.Column("retry_at", Utc(), nullable=True),
        sa.Column("give_up_at", Utc(), nullable=False),
        sa.Column("began_at", Utc(), nullable=True),
        sa.Column("ended_at", Utc(), nullable=True),
        sa.Column("detail", LongText(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("report", "due_at", name="one_run_per_due_time"),
        **_MYSQL,
    )
    op.create_index("ix_due_runs_state", "due_runs", ["state"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", ShortText(40), nullable=False),
        sa.Column("kind", ShortText(20), nullable=False),
        sa.Column("domain", ShortText(200), nullable=False),
        sa.Column("asker", ShortText(200), nullable=False),
        sa.Column("key", ShortText(200), nullable=True),
        sa.Column("request", Json(), nullable=True),
        sa.Column("state", ShortText(20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("holder", ShortText(200), nullable=True),
        sa.Column("lease_until", Utc(), nullable=True),
        sa.Column("submitted_at", Utc(), nullable=False),
        sa.Column("published_at", Utc(), nullable=True),
        sa.Column("started_at", Utc(), nullable=True),
        sa.Column("ended_at", Utc(), nullable=True),
        sa.Column("run", ShortText(40), nullable=True),
        sa.Column("result", Json(), nullable=True),
        sa.Column("detail", LongText(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
        **_MYSQL,
    )
    op.create_index("ix_jobs_asker", "jobs", ["asker"], unique=False)
    op.create_index("ix_jobs_state", "jobs", ["state"], unique=False)
    op.create_table(
        "source_slots",
        sa.Column("source", ShortText(200), nullable=False),
        sa.Column("slot", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", ShortText(200), nullable=False),
        sa.Column("lease_until", Utc(), nullable=False),
        sa.PrimaryKeyConstraint("source", "slot"),
        **_MYSQL,
    )
