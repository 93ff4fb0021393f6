"""Opens a desk: connects the sources, the routes and the store of one domain."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from crew.absences import Absences
from crew.desk import Desk
from crew.load import load_configuration
from crew.models.keys import missing_key
from crew.models.redaction import Redaction
from crew.models.routes import Routes
from crew.opening import open_database, open_index_or_go_without, read_schema
from crew.quiet import import_libraries
from crew.settings import Settings
from crew.sources import Sources
from crew.specs import Configuration
from crew.store.store import Store
from tools.asker import Asker


def open_desk(
    domain: str | None = None,
    *,
    config: Path | None = None,
    settings: Settings | None = None,
    asker: Asker | None = None,
    today: date | None = None,
) -> Desk:
    """One domain's desk, ready to be asked with `asker`'s rights.

    Raises a CrewError that names the file, key or setting when anything is missing or wrong; only an index that cannot
    be opened is done without, with a warning, and tried again later. Nothing outside the desk's own state is changed.
    """
    settings = settings or Settings.read()
    configuration = load_configuration(domain, settings=settings, folder=config)
    who = asker or Asker(id="nobody")
    closers: list[Callable[[], None]] = []
    try:
        store = Store.open(settings.store_url, audit_key=settings.audit_key, audit_export=settings.audit_export)
        closers.append(store.close)
        import_libraries()
        sources, absences = _open_sources(configuration, settings, who, closers)
        routes = Routes(configuration.routes, settings.secret, lambda d: missing_key(d, settings.environment))
        for spec in configuration.agents.values():
            routes.check(spec.route)
    except BaseException:
        for close in reversed(closers):
            close()
        raise
    return Desk(
        configuration=configuration,
        asker=who,
        today=today or present_day(configuration, settings),
        sources=sources,
        routes=routes,
        store=store,
        absences=absences,
        redact=Redaction(settings.environment),
        on_close=tuple(reversed(closers)),
    )


def present_day(configuration: Configuration, settings: Settings) -> date:
    """The day that relative dates count from where a question names none."""
    calendar = configuration.domain.calendar
    return settings.today or calendar.today or datetime.now(UTC).astimezone(ZoneInfo(calendar.time_zone)).date()


def _open_sources(
    configuration: Configuration, settings: Settings, asker: Asker, closers: list[Callable[[], None]]
) -> tuple[Sources, Absences]:
    """The sources, and which indexes are missing from them; without a database nothing can be asked."""
    databases = {}
    absences = Absences({}, lambda name: open_index_or_go_without(configuration, name, settings, asker))
    closers.append(absences.close)
    for name in configuration.domain.databases:
        databases[name] = open_database(configuration, name, settings, asker)
        closers.append(databases[name].close)
    for name in configuration.domain.indexes:
        absences.indexes[name], reason = absences.open_again(name)
        absences.reasons |= {name: reason} if reason else {}
    with ThreadPoolExecutor() as pool:
        list(pool.map(read_schema, databases.values()))
    return Sources(databases, absences.indexes), absences
