"""The first tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from crew.store.columns import ExactDecimal, Json, LongText, ShortText, Utc

revision = "0001"
down_revision = None

_MYSQL: dict[str, Any] = {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4", "mysql_collate": "utf8mb4_bin"}


def upgrade() -> None:
    """Create them."""
    op.create_table(
        "audit_heads",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", ShortText(40), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("digest", ShortText(64), nullable=False),
        sa.Column("at", Utc(), nullable=False),
        sa.Column("signature", ShortText(64), nullable=True),
        sa.Column("key_id", ShortText(40), nullable=True),
        sa.Column("exported_to", ShortText(500), nullable=True),
        sa.PrimaryKeyConstraint("run", "number"),
        **_MYSQL,
    )
    op.create_index("ix_audit_heads_exported_to", "audit_heads", ["exported_to"], unique=False)
    op.create_table(
        "cache_entries",
        sa.Column("id", ShortText(64), nullable=False),
        sa.Column("namespace", ShortText(100), nullable=False),
        sa.Column("owner", ShortText(200), nullable=False),
        sa.Column("stored_at", Utc(), nullable=False),
        sa.Column("expires_at", Utc(), nullable=True),
        sa.Column("value", Json(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        **_MYSQL,
    )
    op.create_index("ix_cache_entries_expires_at", "cache_entries", ["expires_at"], unique=False)
    op.create_index("ix_cache_entries_namespace", "cache_entries", ["namespace"], unique=False)
    op.create_table(
        "join_approvals",
        sa.Column("id", ShortText(64), nullable=False),
        sa.Column("source", ShortText(200), nullable=False),
        sa.Column("left_columns", Json(), nullable=False),
        sa.Column("right_columns", Json(), nullable=False),
        sa.Column("is_approved", sa.Boolean(), nullable=False),
        sa.Column("decided_by", ShortText(200), nullable=False),
        sa.Column("decided_at", Utc(), nullable=False),
        sa.Column("reason", LongText(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        **_MYSQL,
    )
    op.create_index("ix_join_approvals_source", "join_approvals", ["source"], unique=False)
    op.create_table(
        "report_runs",
        sa.Column("id", ShortText(40), nullable=False),
        sa.Column("report", ShortText(200), nullable=False),
        sa.Column("due_at", Utc(), nullable=False),
        sa.Column("claim", ShortText(64), nullable=False),
        sa.Column("run_as", ShortText(200), nullable=False),
        sa.Column("started_at", Utc(), nullable=False),
        sa.Column("ended_at", Utc(), nullable=True),
        sa.Column("status", ShortText(40), nullable=True),
        sa.Column("outcome", Json(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("claim"),
        **_MYSQL,
    )
    op.create_index("ix_report_runs_report", "report_runs", ["report"], unique=False)
    op.create_table(
        "runs",
        sa.Column("id", ShortText(40), nullable=False),
        sa.Column("domain", ShortText(200), nullable=False),
        sa.Column("asker", ShortText(200), nullable=False),
        sa.Column("session", ShortText(40), nullable=True),
        sa.Column("question", LongText(), nullable=True),
        sa.Column("question_kind", ShortText(100), nullable=False),
        sa.Column("language", ShortText(40), nullable=False),
        sa.Column("status", ShortText(40), nullable=True),
        sa.Column("terminal_reason", ShortText(40), nullable=True),
        sa.Column("started_at", Utc(), nullable=False),
        sa.Column("ended_at", Utc(), nullable=True),
        sa.Column("today", sa.Date(), nullable=True),
        sa.Column("settings_digest", ShortText(64), nullable=False),
        sa.Column("answer", Json(), nullable=True),
        sa.Column("explanation", LongText(), nullable=True),
        sa.Column("usage", Json(), nullable=True),
        sa.Column("emptied_at", Utc(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        **_MYSQL,
    )
    op.create_index("ix_runs_asker", "runs", ["asker"], unique=False)
    op.create_index("ix_runs_started_at", "runs", ["started_at"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", ShortText(40), nullable=False),
        sa.Column("asker", ShortText(200), nullable=False),
        sa.Column("domain", ShortText(200), nullable=False),
        sa.Column("started_at", Utc(), nullable=False),
        sa.Column("used_at", Utc(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        **_MYSQL,
    )
    op.create_index("ix_sessions_asker", "sessions", ["asker"], unique=False)
    op.create_table(
        "audit",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", Utc(), nullable=False),
        sa.Column("event", ShortText(100), nullable=False),
        sa.Column("facts", Json(), nullable=False),
        sa.Column("previous", ShortText(64), nullable=False),
        sa.Column("digest", ShortText(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["run"],
            ["runs.id"],
        ),
        sa.PrimaryKeyConstraint("run", "sequence"),
        **_MYSQL,
    )
    op.create_table(
        "deliveries",
        sa.Column("report_run", ShortText(40), nullable=False),
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel", ShortText(200), nullable=False),
        sa.Column("destination", ShortText(500), nullable=False),
        sa.Column("begun_at", Utc(), nullable=False),
        sa.Column("settled_at", Utc(), nullable=True),
        sa.Column("outcome", ShortText(40), nullable=True),
        sa.Column("detail", LongText(), nullable=True),
        sa.Column("repeats", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["report_run"],
            ["report_runs.id"],
        ),
        sa.PrimaryKeyConstraint("report_run", "sequence"),
        **_MYSQL,
    )
    op.create_table(
        "evidence",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("id", ShortText(100), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("sha256", ShortText(64), nullable=False),
        sa.Column("kind", ShortText(40), nullable=False),
        sa.Column("source", ShortText(200), nullable=False),
        sa.Column("filed_at", Utc(), nullable=False),
        sa.Column("head", Json(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run"],
            ["runs.id"],
        ),
        sa.PrimaryKeyConstraint("run", "id"),
        **_MYSQL,
    )
    op.create_table(
        "flow_states",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("step", ShortText(200), nullable=False),
        sa.Column("saved_at", Utc(), nullable=False),
        sa.Column("state", Json(), nullable=True),
        sa.ForeignKeyConstraint(
            ["run"],
            ["runs.id"],
        ),
        sa.PrimaryKeyConstraint("run", "sequence"),
        **_MYSQL,
    )
    op.create_table(
        "model_calls",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("step", ShortText(200), nullable=False),
        sa.Column("role", ShortText(200), nullable=False),
        sa.Column("route", ShortText(200), nullable=False),
        sa.Column("request_digest", ShortText(64), nullable=True),
        sa.Column("repeats", sa.Integer(), nullable=True),
        sa.Column("begun_at", Utc(), nullable=False),
        sa.Column("settled_at", Utc(), nullable=True),
        sa.Column("outcome", ShortText(40), nullable=True),
        sa.Column("deployment", ShortText(200), nullable=True),
        sa.Column("provider_model", ShortText(200), nullable=True),
        sa.Column("fallbacks", Json(), nullable=True),
        sa.Column("prompt_tokens", sa.Integer(), nullable=True),
        sa.Column("completion_tokens", sa.Integer(), nullable=True),
        sa.Column("cost", ExactDecimal(), nullable=True),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("error", LongText(), nullable=True),
        sa.ForeignKeyConstraint(
            ["run"],
            ["runs.id"],
        ),
        sa.PrimaryKeyConstraint("run", "sequence"),
        **_MYSQL,
    )
    op.create_table(
        "session_turns",
        sa.Column("session", ShortText(40), nullable=False),
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("run", ShortText(40), nullable=True),
        sa.Column("at", Utc(), nullable=False),
        sa.Column("question", LongText(), nullable=True),
        sa.Column("standalone", LongText(), nullable=True),
        sa.Column("answer", LongText(), nullable=True),
        sa.Column("context", Json(), nullable=True),
        sa.ForeignKeyConstraint(
            ["session"],
            ["sessions.id"],
        ),
        sa.PrimaryKeyConstraint("session", "sequence"),
        **_MYSQL,
    )
    op.create_index("ix_session_turns_run", "session_turns", ["run"], unique=False)
    op.create_table(
        "steps",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", ShortText(200), nullable=False),
        sa.Column("worker", ShortText(200), nullable=True),
        sa.Column("source", ShortText(200), nullable=True),
        sa.Column("status", ShortText(40), nullable=False),
        sa.Column("retries", sa.Integer(), nullable=False),
        sa.Column("started_at", Utc(), nullable=False),
        sa.Column("ended_at", Utc(), nullable=False),
        sa.Column("summary", Json(), nullable=True),
        sa.ForeignKeyConstraint(
            ["run"],
            ["runs.id"],
        ),
        sa.PrimaryKeyConstraint("run", "sequence"),
        **_MYSQL,
    )
    op.create_table(
        "evidence_payloads",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("id", ShortText(100), nullable=False),
        sa.Column("payload", Json(), nullable=True),
        sa.ForeignKeyConstraint(
            ["run", "id"],
            ["evidence.run", "evidence.id"],
        ),
        sa.PrimaryKeyConstraint("run", "id"),
        **_MYSQL,
    )
