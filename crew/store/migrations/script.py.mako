"""${message}."""

import sqlalchemy as sa
from alembic import op

from crew.store.columns import ExactDecimal, Json, LongText, ShortText, Utc
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Apply the change."""
    ${upgrades if upgrades else "pass"}
