"""Opens one source of a domain; what is wrong with it is told in terms of the domain's file and settings."""

import hashlib
from pathlib import Path

from crew.errors import SourceUnavailable
from crew.settings import Settings
from crew.sources import OpenDatabase, OpenIndex
from crew.specs import Configuration
from tools.asker import EVERYONE, Asker
from tools.documents.absent_index import AbsentIndex
from tools.documents.elastic_server import Server
from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.index import IndexMissing, IndexUnusable
from tools.documents.open_embedder import CALLED, open_embedder
from tools.documents.opening import open_index as open_place
from tools.documents.specs import IndexSpec
from tools.errors import ToolError
from tools.sql.database import Database
from tools.sql.errors import SourceError
from tools.sql.identity import spec_for
from tools.sql.schema import Schema
from tools.sql.schema_cache import SchemaCache
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
        schemas=SchemaCache(configuration.schema_ttl_hours * 3600, folder=settings.home / "schemas"),
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


def open_index(
    configuration: Configuration,
    name: str,
    settings: Settings,
    asker: Asker | None,
    *,
    create: bool = False,
    however_made: bool = False,
) -> OpenIndex:
    """A document index of a domain, with an asker's rights, or for None with those of who adds documents.

    Only with `create` is an index made on a server that has none. An asker searches one that was made with another
    model by words. Raises SourceUnavailable or WrongConfiguration.
    """
    spec = configuration.domain.indexes[name]
    where = f"Domain `{configuration.name}`, `indexes.{name}`"
    place = _place(configuration, name, spec, settings, asker)
    try:
        embedder = _embedder(configuration, spec, settings, is_patient=asker is None)
        opened = open_place(
            spec, place, embedder, create=create, however_made=however_made, or_by_words=asker is not None
        )
    except IndexMissing as error:
        command = f"crosscheck documents add --domain {configuration.name} --index {name}"
        raise SourceUnavailable(f"{where}: {error} Read the documents: `{command}`.") from error
    except IndexUnusable as error:
        raise SourceUnavailable(f"{where}: {error}") from error
    return OpenIndex(name=name, spec=spec, index=opened.index, embedder=opened.embedder)


def open_index_or_go_without(
    configuration: Configuration, name: str, settings: Settings, asker: Asker
) -> tuple[OpenIndex, str]:
    """As `open_index`; where it cannot be opened, one that fails every search, and the reason as a warning."""
    try:
        return open_index(configuration, name, settings, asker), ""
    except SourceUnavailable as error:
        spec = configuration.domain.indexes[name]
        return OpenIndex(name=name, spec=spec, index=AbsentIndex(str(error)), embedder=LexicalOnly()), str(error)


def index_folder(configuration: Configuration, name: str, spec: IndexSpec, settings: Settings) -> Path:
    """Where an embedded index lies: as the domain says, else among our own state, apart for each configuration."""
    if spec.path:
        return Path(configuration.folder) / spec.path
    place = hashlib.sha256(configuration.folder.encode()).hexdigest()[:8]
    return settings.home / "indexes" / f"{configuration.name}-{place}" / name


def _embedder(
    configuration: Configuration, spec: IndexSpec, settings: Settings, *, is_patient: bool
) -> Embedder | LexicalOnly:
    call = None
    if spec.embedder.startswith(CALLED):
        from crew.models.embeddings import embedding_call

        model = spec.embedder.removeprefix(CALLED)
        call = embedding_call(model, spec.embedding, settings.environment, is_patient=is_patient)
    folder = Path(configuration.folder) / spec.embedder
    return open_embedder(
        str(folder) if folder.is_dir() else spec.embedder,
        call=call,
        dimensions=spec.embedding.dimensions,
        memory=settings.home / "embeddings",
    )


def _place(
    configuration: Configuration, name: str, spec: IndexSpec, settings: Settings, asker: Asker | None
) -> Path | Server:
    where = f"Domain `{configuration.name}`: `indexes.{name}"
    address = spec.url_env or spec.cloud_id_env
    if not address or not settings.environment.get(address):
        return index_folder(configuration, name, spec, settings)

    def value(key: str) -> str | None:
        variable = getattr(spec, key)
        return settings.secret(variable, f"{where}.{key}`") if variable else None

    key_setting, key = "api_key_env", value("api_key_env") if asker is None or not spec.identity.api_key_envs else None
    if asker is not None and spec.identity.api_key_envs:
        key_setting = "identity.api_key_envs"
        variable = asker.entry_in(spec.identity.api_key_envs)
        if variable is None:
            raise SourceUnavailable(
                f"{where}.{key_setting}` lists nothing for the asker `{asker.id}`, their groups, or everyone "
                f"(`{EVERYONE}`). List a variable for them."
            )
        key = settings.secret(variable, f"{where}.{key_setting}`")
    return Server(
        name=spec.name or f"crosscheck-{configuration.name}-{name}",
        url=value("url_env"),
        cloud_id=value("cloud_id_env"),
        api_key=key,
        username=value("username_env"),
        password=value("password_env"),
        ca=value("ca_env"),
        fingerprint=value("fingerprint_env"),
        key_setting=key_setting,
    )
