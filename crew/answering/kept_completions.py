"""Completions kept in the store, each asker's apart."""

from dataclasses import dataclass
from datetime import timedelta

from crew.models.recording import RecordedCompletion
from crew.store.store import Store

_NAMESPACE = "completions"


@dataclass(frozen=True)
class KeptCompletions:
    """One asker's completions."""

    store: Store
    asker: str

    def find(self, identity: str) -> RecordedCompletion | None:
        """The completion of an identical request."""
        kept = self.store.cached(_NAMESPACE, self.asker, identity)
        return None if kept is None else RecordedCompletion.model_validate(kept)

    def keep(self, identity: str, completion: RecordedCompletion, hours: float) -> None:
        """Keep a completion for some hours."""
        value = completion.model_dump(mode="json")
        self.store.keep_cached(_NAMESPACE, self.asker, identity, value, lasts=timedelta(hours=hours))
