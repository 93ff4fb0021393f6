"""Brings the tables up to date when a store is opened."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import Connection, Engine, column, inspect, select, table, text

from crew.errors import StoreUnavailable
from crew.store.engine import SETTING, connection_errors, shown, transaction

HEAD = "0005"
"""The newest revision in `migrations/versions`; a test compares them."""

VERSION_TABLE = "crosscheck_version"

_LOCK_SECONDS = 60
_LOCK_NUMBER = 0x63726F73  # any number no one else uses for an advisory lock
_LOCK_NAME = "crosscheck_store_schema"


def bring_up_to_date(engine: Engine) -> None:
    """Create or migrate the tables, one process at a time. Raises StoreUnavailable when they are newer than we are."""
    with transaction(engine, is_writing=False) as connection:
        revision = _revision(connection)
    if revision == HEAD:
        return
    with connection_errors(engine), _alone(engine) as connection:
        revision = _revision(connection)
        if revision != HEAD:
            _upgrade(engine, connection, revision)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(select(column("version_num")).select_from(table(VERSION_TABLE))).scalar()


def _upgrade(engine: Engine, connection: Connection, revision: str | None) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is not None and revision not in known:
        raise StoreUnavailable(
            f"The state in {shown(engine.url)} comes from a newer Crosscheck (its schema is {revision}, ours {HEAD}). "
            f"Install that version, or set {SETTING} to another database."
        )
    if revision is None:
        _refuse_foreign_tables(engine, connection)
    command.upgrade(config, "head")


def _refuse_foreign_tables(engine: Engine, connection: Connection) -> None:
    from crew.store.tables import metadata

    taken = sorted(set(inspect(connection).get_table_names()) & set(metadata.tables))
    if taken:
        raise StoreUnavailable(
            f"{shown(engine.url)} already has tables of other origin: {', '.join(taken)}. "
            f"Give Crosscheck a database of its own in {SETTING}."
        )


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction in which no other process migrates."""
    is_mysql = engine.dialect.name in ("mysql", "mariadb")
    with _named_lock(engine) if is_mysql else nullcontext(), transaction(engine, is_writing=True) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK_NUMBER})
        yield connection


@contextmanager
def _named_lock(engine: Engine) -> Iterator[None]:
    """A lock on a connection of its own, which outlasts the transaction that migrates."""
    name = f"{_LOCK_NAME}.{engine.url.database}"[:64]
    with engine.connect() as connection:
        lock = text("SELECT GET_LOCK(:name, :seconds)")
        if connection.execute(lock, {"name": name, "seconds": _LOCK_SECONDS}).scalar() != 1:
            raise StoreUnavailable(
                f"Another process has been migrating {shown(engine.url)} for over {_LOCK_SECONDS} s. "
                "Wait for it, or look for a process that hangs."
            )
        try:
            yield
        finally:
            connection.execute(text("SELECT RELEASE_LOCK(:name)"), {"name": name})
