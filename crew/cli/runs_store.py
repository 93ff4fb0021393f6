"""Opens our own state for a command, and says who is looking at it."""

from typing import TYPE_CHECKING

from crew.cli.options import asker as asker_named
from crew.settings import Settings

if TYPE_CHECKING:
    from crew.store.store import Store
    from tools.asker import Asker


def opened_store() -> "Store":
    """The store that the environment names, to be used as a context."""
    from crew.store.store import Store  # slow import: keeps --help instant

    settings = Settings.read()
    return Store.open(settings.store_url, audit_key=settings.audit_key, audit_export=settings.audit_export)


def person(name: str | None) -> "Asker":
    """Who is looking; an auditor when `CROSSCHECK_AUDITORS`, a list with commas, names them."""
    named = asker_named(name)
    auditors = Settings.read().environment.get("CROSSCHECK_AUDITORS", "").split(",")
    return named.model_copy(update={"is_auditor": named.id in {auditor.strip() for auditor in auditors}})
