"""Runs the migrations on the connection that `crew.store.schema` hands over."""

from alembic import context

from crew.store.schema import VERSION_TABLE
from crew.store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, version_table=VERSION_TABLE)
with context.begin_transaction():
    context.run_migrations()
