"""Completions for replay, reservations of cost, and rate limits."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from crew.store.columns import ExactDecimal, Json, ShortText, Utc

revision = "0002"
down_revision = "0001"

_MYSQL: dict[str, Any] = {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4", "mysql_collate": "utf8mb4_bin"}


def upgrade() -> None:
    """Create them."""
    op.create_table(
        "completions",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("call", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("completion", Json(), nullable=True),
        sa.ForeignKeyConstraint(["run", "call"], ["model_calls.run", "model_calls.sequence"]),
        sa.PrimaryKeyConstraint("run", "call"),
        **_MYSQL,
    )
    op.create_table(
        "cost_reservations",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("call", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("asker", ShortText(200), nullable=False),
        sa.Column("begun_at", Utc(), nullable=False),
        sa.Column("cost", ExactDecimal(), nullable=False),
        sa.PrimaryKeyConstraint("run", "call"),
        **_MYSQL,
    )
    op.create_index("ix_cost_reservations_asker", "cost_reservations", ["asker"], unique=False)
    op.create_table(
        "rate_buckets",
        sa.Column("id", ShortText(64), nullable=False),
        sa.Column("free_at", Utc(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        **_MYSQL,
    )
