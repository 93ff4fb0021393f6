"""Opens our own state for a command."""

from typing import TYPE_CHECKING

from crew.settings import Settings

if TYPE_CHECKING:
    from crew.store.store import Store


def opened_store() -> "Store":
    """The store that the environment names, to be used as a context."""
    from crew.store.store import Store  # slow import: keeps --help instant

    settings = Settings.read()
    return Store.open(settings.store_url, audit_key=settings.audit_key, audit_export=settings.audit_export)
