"""Decisions on joins name their domain, who decided in which role, and when the join was first run."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from crew.store.columns import Json, ShortText, Utc

revision = "0004"
down_revision = "0003"

_MYSQL: dict[str, Any] = {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4", "mysql_collate": "utf8mb4_bin"}


def upgrade() -> None:
    """Make the table anew; nothing has written to the old one."""
    op.drop_table("join_approvals")
    op.create_table(
        "join_approvals",
        sa.Column("id", ShortText(64), nullable=False),
        sa.Column("domain", ShortText(200), nullable=False),
        sa.Column("source", ShortText(200), nullable=False),
        sa.Column("left_columns", Json(), nullable=False),
        sa.Column("right_columns", Json(), nullable=False),
        sa.Column("is_approved", sa.Boolean(), nullable=False),
        sa.Column("decided_by", ShortText(200), nullable=False),
        sa.Column("role", ShortText(40), nullable=False),
        sa.Column("decided_at", Utc(), nullable=False),
        sa.Column("run", ShortText(40), nullable=True),
        sa.Column("confidence", sa.Double(), nullable=True),
        sa.Column("tried_at", Utc(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        **_MYSQL,
    )
    op.create_index("ix_join_approvals_domain", "join_approvals", ["domain"], unique=False)
