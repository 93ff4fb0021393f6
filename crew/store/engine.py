"""Opens the database that holds our state, and turns its failures into one error a person can act on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, InterfaceError, NoSuchModuleError, OperationalError

from crew.errors import StoreUnavailable

SETTING = "CROSSCHECK_STORE_URL"

_BUSY_SECONDS = 15
_CONNECT_SECONDS = 10
_DEADLOCKS = (1213, "40P01", "40001")
"""MySQL's and MariaDB's error number, PostgreSQL's SQL states."""


class StoreBusy(StoreUnavailable):
    """The database undid a transaction because another stood in its way; the same may be tried again at once."""


def create_store_engine(address: str) -> Engine:
    """An engine for our state; nothing is connected yet. Raises StoreUnavailable for an address that cannot be used."""
    url = _checked_url(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url)
    try:
        return create_engine(url, pool_pre_ping=True, pool_recycle=1800, **_server_options(url))
    except NoSuchModuleError as error:
        raise StoreUnavailable(f"{SETTING} ({shown(url)}) names a database that is not supported. {_FORMS}") from error
    except ModuleNotFoundError as error:
        raise StoreUnavailable(
            f"{SETTING} ({shown(url)}) needs the Python package `{error.name}`. Install it, or choose another database."
        ) from error


@contextmanager
def connection_errors(engine: Engine) -> Iterator[None]:
    """Raise StoreUnavailable for what the database's environment causes; a bug in our statements stays as it is."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        if _is_deadlock(error):
            raise StoreBusy(f"Too many writers at once in {shown(engine.url)}. Try again.") from error
        raise _unavailable(engine, error) from error
    except DatabaseError as error:
        if "not a database" in str(error.orig) or "malformed" in str(error.orig):
            raise _unavailable(engine, error) from error
        raise


@contextmanager
def transaction(engine: Engine, *, is_writing: bool, is_snapshot: bool = False) -> Iterator[Connection]:
    """One transaction, rolled back when the block raises. Writers of one SQLite file wait for each other.

    In a snapshot all statements see the same moment; in SQLite every transaction is one.
    """
    options: dict[str, Any] = {"is_writing": is_writing}
    if is_snapshot and engine.dialect.name != "sqlite":
        options["isolation_level"] = "REPEATABLE READ"
    with connection_errors(engine), engine.connect() as connection:
        marked = connection.execution_options(**options)
        with marked.begin():
            yield marked


def shown(url: URL) -> str:
    """An address that may be printed: without its password and without options, which may hold one."""
    return url.set(query={}).render_as_string(hide_password=True)


_FORMS = (
    "Use sqlite:///path/to/file, mysql+pymysql://user:password@host/database "
    "or postgresql+psycopg://user:password@host/database."
)


def _checked_url(address: str) -> URL:
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise StoreUnavailable(f"{SETTING} is not the address of a database. {_FORMS}") from error
    if url.get_backend_name() == "sqlite" and (not url.database or url.database == ":memory:"):
        raise StoreUnavailable(f"{SETTING} must name a file: state in memory would be lost. {_FORMS}")
    return url


def _server_options(url: URL) -> dict[str, Any]:
    if url.get_backend_name() in ("mysql", "mariadb"):
        return {
            "isolation_level": "READ COMMITTED",
            "connect_args": {"charset": "utf8mb4", "connect_timeout": _CONNECT_SECONDS},
        }
    if url.get_backend_name() == "postgresql":
        return {"connect_args": {"connect_timeout": _CONNECT_SECONDS}}
    return {}


def _sqlite_engine(url: URL) -> Engine:
    _create_private_file(url)
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS}, pool_size=10, max_overflow=20)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _create_private_file(url: URL) -> None:
    """Create the file, readable by its owner only: it holds questions, rows and passages."""
    path = Path(str(url.database))
    if path.exists() or str(path).startswith("file:"):
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
    except OSError as error:
        raise StoreUnavailable(
            f"The state file {path} cannot be created ({error.strerror}). "
            f"Make its folder writable, or set {SETTING} to another file or database."
        ) from error


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, so that a writer waits before it reads
    cursor = connection.cursor()
    try:
        if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.execute("PRAGMA foreign_keys=ON")
    finally:
        cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("is_writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def _is_deadlock(error: DBAPIError) -> bool:
    cause = error.orig
    code = getattr(cause, "sqlstate", None) or (cause.args[0] if cause is not None and cause.args else None)
    return code in _DEADLOCKS


def _unavailable(engine: Engine, error: DBAPIError) -> StoreUnavailable:
    reason = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else type(error.orig).__name__
    password = engine.url.password
    if password:
        reason = reason.replace(str(password), "***")
    return StoreUnavailable(
        f"Our own state in {shown(engine.url)} cannot be read or written: {reason}. {_advice(engine, reason)}"
    )


def _advice(engine: Engine, reason: str) -> str:
    if engine.dialect.name != "sqlite":
        return f"Check that the server runs and that user, password and database in {SETTING} are right."
    if "locked" in reason:
        return f"Another process holds the file; wait for it to end, or set {SETTING} to another file."
    if "not a database" in reason or "malformed" in reason:
        return f"The file is not ours or is damaged; restore it, or set {SETTING} to another file."
    return f"Make the file and its folder writable and free disk space, or set {SETTING} to another file."
