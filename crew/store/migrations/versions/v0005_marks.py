"""What people say of answers."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from crew.store.columns import LongText, ShortText, Utc

revision = "0005"
down_revision = "0004"

_MYSQL: dict[str, Any] = {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4", "mysql_collate": "utf8mb4_bin"}


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "marks",
        sa.Column("run", ShortText(40), nullable=False),
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", Utc(), nullable=False),
        sa.Column("marked_by", ShortText(200), nullable=False),
        sa.Column("verdict", ShortText(40), nullable=False),
        sa.Column("why", LongText(), nullable=True),
        sa.ForeignKeyConstraint(["run"], ["runs.id"]),
        sa.PrimaryKeyConstraint("run", "sequence"),
        **_MYSQL,
    )
