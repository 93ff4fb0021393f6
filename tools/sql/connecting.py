"""Why a database could not be opened, in words for the person who named it."""

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from tools.sql.errors import MissingDatabase, MissingDriver, SourceError, SourceUnreachable, WrongPassword
from tools.sql.naming import nearest

_PACKAGES = {
    "mysql": "pymysql",
    "mariadb": "pymysql",
    "postgresql": "psycopg[binary]",
    "duckdb": "duckdb-engine",
    "snowflake": "crosscheck-desk[snowflake]",
    "bigquery": "crosscheck-desk[bigquery]",
    "redshift": "crosscheck-desk[redshift]",
}

_DRIVERS = {"mysql": "pymysql", "mariadb": "pymysql", "postgresql": "psycopg"}
_KINDS = ("sqlite", *_PACKAGES)


def address(url: URL) -> str:
    """An address as it may be shown: no password, no query."""
    if url.host is None:
        return f"{url.get_backend_name()} {url.database or ''}".strip()
    port = f":{url.port}" if url.port else ""
    return f"{url.get_backend_name()} {url.database or ''} at {url.host}{port}"


def missing_driver(url: URL) -> MissingDriver:
    """The kind of database that an address names is not known, or the driver for it is not installed."""
    backend, _, driver = url.drivername.partition("+")
    if backend not in _KINDS:
        near = nearest(backend, _KINDS)
        hint = f"Did you mean `{near[0]}`?" if near else f"It can be {', '.join(_KINDS[:-1])} or {_KINDS[-1]}."
        return MissingDriver(f"There is no kind of database `{backend}`. {hint}")
    usual = _DRIVERS.get(backend, "")
    if driver and driver != usual:
        return MissingDriver(f"The driver `{driver}` for {backend} is not installed. {_other_driver(backend, usual)}")
    package = _PACKAGES.get(backend, backend)
    return MissingDriver(f"The driver for {backend} is not installed: `pip install '{package}'`.")


def _other_driver(backend: str, usual: str) -> str:
    return f"Write `{backend}+{usual}://…`, or install it." if usual else f"Write `{backend}://…`, or install it."


def why_unusable(error: DBAPIError, url: URL) -> SourceError:
    """The reason a connection failed, told apart by what the driver says."""
    said = _said(error, url)
    code = error.orig.args[0] if error.orig is not None and error.orig.args else None
    lowered = said.lower()
    if code in (1045, 1698) or "password" in lowered or ("role" in lowered and "does not exist" in lowered):
        return WrongPassword(f"{address(url)} does not accept the account `{url.username}`. Check user and password.")
    if code in (1044, 1049) or ("database" in lowered and "does not exist" in lowered):
        return MissingDatabase(f"There is no database for this account in {address(url)}: {said}")
    if "not a database" in lowered or "not a valid duckdb" in lowered:
        return MissingDatabase(f"{address(url)} is not a database file.")
    return SourceUnreachable(f"{address(url)} does not answer: {said}. Check host, port and that it is running.")


def _said(error: DBAPIError, url: URL) -> str:
    original = error.orig
    arguments = original.args if original is not None else ()
    said = str(arguments[1] if len(arguments) > 1 else original).strip().splitlines()[0]
    return said.replace(url.password, "***") if url.password else said
