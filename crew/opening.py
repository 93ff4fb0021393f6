"""Opens one source of a domain; what is wrong with it is told in terms of the domain's file and settings."""

import hashlib
from pathlib import Path

from crew.errors import SourceUnavailable
from crew.settings import Settings
from crew.sources import OpenDatabase, OpenIndex
from crew.specs import Configuration
from tools.asker import Asker
from tools.documents.index import IndexUnusable
from tools.documents.opening import Server
from tools.documents.opening import open_index as open_place
from tools.documents.specs import IndexSpec
from tools.errors import ToolError
from tools.sql.database import Database
from tools.sql.errors import SourceError
from tools.sql.identity import spec_for
from tools.sql.introspect import SchemaCache
from tools.sql.schema import Schema
from tools.sql.specs import DatabaseSpec


def open_database(configuration: Configuration, name: str, settings: Settings, asker: Asker) -> OpenDatabase:
    """A database of a domain, with the asker's rights; raises SourceUnavailable or WrongConfiguration."""
    try:
        spec = spec_for(configuration.domain.databases[name], asker)
        database = Database(name, spec, database_url(configuration, name, spec, settings), asker)
    except SourceError as error:
        raise SourceUnavailable(f"Domain `{configuration.name}`, `databases.{name}`: {error}") from error
    return OpenDatabase(
        name=name,
        spec=spec,
        database=database,
        policy=configuration.policy,
        schemas=SchemaCache(configuration.schema_ttl_hours * 3600),
        asker=asker,
    )


def read_schema(opened: OpenDatabase) -> Schema:
    """The database's schema as the asker sees it; raises SourceUnavailable when it cannot be read."""
    try:
        return opened.schema()
    except (SourceError, ToolError) as error:
        raise SourceUnavailable(f"The schema of database `{opened.name}` cannot be read: {error}") from error


def database_url(configuration: Configuration, name: str, spec: DatabaseSpec, settings: Settings) -> str:
    """The address of a database: from its variable when that is set, else from the file; SQLite paths made absolute."""
    if spec.url_env and (spec.url is None or settings.environment.get(spec.url_env)):
        url = settings.secret(spec.url_env, f"Domain `{configuration.name}`: `databases.{name}.url_env`")
    else:
        url = spec.url or ""
    scheme, separator, path = url.partition(":///")
    if not separator or not scheme.startswith(("sqlite", "duckdb")) or path.startswith("/") or path == ":memory:":
        return url
    return f"{scheme}:///{Path(configuration.folder) / path}"


def open_index(configuration: Configuration, name: str, settings: Settings, *, rebuild: bool = False) -> OpenIndex:
    """A document index of a domain; raises SourceUnavailable or WrongConfiguration."""
    spec = configuration.domain.indexes[name]
    try:
        opened = open_place(spec, _place(configuration, name, spec, settings), rebuild=rebuild)
    except IndexUnusable as error:
        raise SourceUnavailable(
            f"Domain `{configuration.name}`, `indexes.{name}`: {error} "
            f"`crosscheck documents add --domain {configuration.name} --rebuild` makes it anew."
        ) from error
    return OpenIndex(name=name, spec=spec, index=opened.index, embedder=opened.embedder)


def index_folder(configuration: Configuration, name: str, spec: IndexSpec, settings: Settings) -> Path:
    """Where an embedded index lies: as the domain says, else among our own state, apart for each configuration."""
    if spec.path:
        return Path(configuration.folder) / spec.path
    place = hashlib.sha256(configuration.folder.encode()).hexdigest()[:8]
    return settings.home / "indexes" / f"{configuration.name}-{place}" / name


def _place(configuration: Configuration, name: str, spec: IndexSpec, settings: Settings) -> Path | Server:
    if not spec.url_env or not settings.environment.get(spec.url_env):
        return index_folder(configuration, name, spec, settings)

    def secret(key: str, variable: str | None) -> str | None:
        where = f"Domain `{configuration.name}`: `indexes.{name}.{key}`"
        return settings.secret(variable, where) if variable else None

    return Server(
        url=settings.environment[spec.url_env],
        name=spec.name or f"crosscheck-{configuration.name}-{name}",
        api_key=secret("api_key_env", spec.api_key_env),
        ca=secret("ca_env", spec.ca_env),
    )
