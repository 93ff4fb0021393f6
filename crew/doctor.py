"""Examines whether everything a desk needs is there, and says what to do where it is not."""

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from crew.errors import CrewError
from crew.load import default_domains, load_configuration
from crew.render.plain import counted
from crew.settings import Settings
from crew.specs import Configuration
from tools.asker import Asker
from tools.errors import ToolError
from tools.frozen import Frozen

if TYPE_CHECKING:
    from crew.sources import OpenIndex
    from tools.documents.index import Manifest

_PACKAGES = ("crewai", "litellm", "pydantic", "sqlalchemy", "sqlglot", "lancedb", "elasticsearch", "torch")
_BAD_LITELLM = ("1.82.7", "1.82.8")
_LOW_DISK = 1_000_000_000
_NO_DISK = 100_000_000
_MOST_CHANGES = 5
_GO_WITHOUT = "Mend it as said, then run this again; until then, questions are answered without these documents."


class Check(Frozen):
    """One thing that was examined; `remedy` says what to do unless it is ok."""

    subject: str
    status: Literal["ok", "warn", "fail"]
    text: str
    remedy: str = ""


def examine(settings: Settings, folder: Path | None, asker: Asker, domain: str | None = None) -> Iterator[Check]:
    """Every check in turn: the installation, then our own state, then each domain (or the one named)."""
    yield _python()
    yield from map(_package, _PACKAGES)
    yield _disk(settings.home)
    yield _store(settings)
    try:
        names = [domain] if domain else list(default_domains(settings, folder))
    except CrewError as error:
        yield Check(subject="configuration", status="fail", text=str(error), remedy="Correct the setting.")
        return
    if not names:
        remedy = "Write one: crosscheck domain init NAME --database URL."
        yield Check(subject="configuration", status="fail", text="No domain is configured.", remedy=remedy)
    examined_routes: set[str] = set()
    for name in names:
        yield from _domain(name, settings, folder, asker, examined_routes)


def _python() -> Check:
    text = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info[:2] <= (3, 13):
        return Check(subject="Python", status="ok", text=text)
    return Check(subject="Python", status="fail", text=text, remedy="Use Python 3.11, 3.12 or 3.13.")


def _package(name: str) -> Check:
    try:
        found = version(name)
    except PackageNotFoundError:
        remedy = f"Install it: pip install {name}."
        return Check(subject=name, status="fail", text="not installed", remedy=remedy)
    if name == "litellm" and found in _BAD_LITELLM:
        remedy = "Remove it at once, install another version, and change the keys it could read."
        return Check(subject=name, status="fail", text=f"{found} steals credentials", remedy=remedy)
    return Check(subject=name, status="ok", text=found)


def _disk(home: Path) -> Check:
    place = next(each for each in (home, *home.parents) if each.exists())
    free = shutil.disk_usage(place).free
    text = f"{free / 1e9:.1f} GB free at {place}"
    if free >= _LOW_DISK:
        return Check(subject="disk", status="ok", text=text)
    remedy = "Free some space, or set CROSSCHECK_HOME to another disk."
    return Check(subject="disk", status="fail" if free < _NO_DISK else "warn", text=text, remedy=remedy)


def _store(settings: Settings) -> Check:
    from crew.store.store import Store

    try:
        Store.open(settings.store_url, audit_key=settings.audit_key, audit_export=settings.audit_export).close()
    except CrewError as error:
        remedy = "Set CROSSCHECK_HOME to a folder you can write to, or CROSSCHECK_STORE_URL to a database."
        return Check(subject="store", status="fail", text=str(error), remedy=remedy)
    if settings.audit_key is None:
        remedy = "Set CROSSCHECK_AUDIT_KEY, so that the audit log is signed."
        return Check(subject="store", status="warn", text="opens; its audit log is not signed", remedy=remedy)
    return Check(subject="store", status="ok", text="opens, and its audit log is signed")


def _domain(
    name: str, settings: Settings, folder: Path | None, asker: Asker, examined_routes: set[str]
) -> Iterator[Check]:
    try:
        configuration = load_configuration(name, settings=settings, folder=folder)
    except CrewError as error:
        yield Check(subject=f"domain {name}", status="fail", text=str(error), remedy="Correct the file named.")
        return
    yield Check(subject=f"domain {name}", status="ok", text="its configuration is in order")
    for route in configuration.routes.routes:
        if route not in examined_routes:
            examined_routes.add(route)
            yield _route(route, configuration, settings)
    for database in configuration.domain.databases:
        yield _database(database, configuration, settings, asker)
    for index in configuration.domain.indexes:
        yield _index(index, configuration, settings, asker)


def _route(route: str, configuration: Configuration, settings: Settings) -> Check:
    from crew.models.keys import missing_key

    deployments = configuration.routes.routes[route].deployments
    lacking = {d.model: missing for d in deployments if (missing := missing_key(d, settings.environment))}
    text = ", ".join(d.model for d in deployments if d.model not in lacking)
    if not lacking:
        return Check(subject=f"route {route}", status="ok", text=text)
    remedy = "; ".join(f"{model}: {missing}" for model, missing in lacking.items())
    if text:
        return Check(subject=f"route {route}", status="warn", text=f"only {text} can be asked", remedy=remedy)
    return Check(subject=f"route {route}", status="fail", text="no deployment can be asked", remedy=remedy)


def _database(name: str, configuration: Configuration, settings: Settings, asker: Asker) -> Check:
    from crew.opening import open_database
    from crew.schema_changes import schema_changes
    from tools.sql.errors import SourceError

    subject = f"database {configuration.name}.{name}"
    try:
        opened = open_database(configuration, name, settings, asker)
        changed = schema_changes(opened).drifted
        count = len(opened.schema().tables)
        opened.database.close()
    except (CrewError, ToolError, SourceError) as error:
        remedy = f"Check `databases.{name}` with `crosscheck domain check {configuration.name}`."
        return Check(subject=subject, status="fail", text=str(error), remedy=remedy)
    if not count:
        remedy = "Give the account SELECT on the tables, or correct `tables` in the domain's file."
        return Check(subject=subject, status="warn", text="answers, but shows no table", remedy=remedy)
    if changed:
        told = "; ".join(map(str, changed[:_MOST_CHANGES]))
        remedy = f"See `crosscheck schema drift --domain {configuration.name}`, and correct the domain's file."
        return Check(subject=subject, status="warn", text=f"answers; its schema has changed: {told}", remedy=remedy)
    return Check(subject=subject, status="ok", text=f"answers; {count} tables can be asked")


def _index(name: str, configuration: Configuration, settings: Settings, asker: Asker) -> Check:
    from crew.opening import open_index

    subject = f"index {configuration.name}.{name}"
    try:
        opened = open_index(configuration, name, settings, asker)
    except CrewError as error:
        return Check(subject=subject, status="fail", text=str(error), remedy=_GO_WITHOUT)
    try:
        return _open_index(subject, opened, configuration)
    except ToolError as error:
        return Check(subject=subject, status="fail", text=str(error), remedy=_GO_WITHOUT)
    finally:
        opened.index.close()


def _open_index(subject: str, opened: "OpenIndex", configuration: Configuration) -> Check:
    health = opened.index.health()
    count = len(opened.index.documents())
    manifest = opened.index.manifest
    text = f"{counted(count, 'document')}, {_made(manifest)}; {health.place}"
    if health.trouble:
        return Check(subject=subject, status="warn", text=f"{health.trouble}; {text}", remedy=health.remedy)
    if not count:
        remedy = f"Read the documents: crosscheck documents add --domain {configuration.name} --index {opened.name}."
        return Check(subject=subject, status="warn", text=f"holds no document; {health.place}", remedy=remedy)
    reason = getattr(opened.embedder, "reason", "")
    if reason:
        remedy = getattr(opened.embedder, "remedy", "") or (
            f"Make the model available, or set `indexes.{opened.name}.embedder` to `none`."
        )
        return Check(subject=subject, status="warn", text=f"{text}; {reason}", remedy=remedy)
    return Check(subject=subject, status="ok", text=text)


def _made(manifest: "Manifest") -> str:
    by = "not embedded" if manifest.model == "none" else f"embedded by {manifest.model}"
    return f"{by}, format {manifest.format}"
