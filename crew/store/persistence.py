"""Lets a CrewAI flow keep its state in our store. The only file of the store that imports CrewAI."""

from typing import Any

from crewai.flow.persistence.base import FlowPersistence
from pydantic import BaseModel, Field, PrivateAttr

from crew.store.store import Store


class StorePersistence(FlowPersistence):
    """Keeps the state after each step, under the run's id, which is the flow's id."""

    persistence_type: str = Field(default="StorePersistence")
    _store: Store = PrivateAttr()

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    def init_db(self) -> None:
        """Nothing to do: opening the store has made its tables."""

    def save_state(self, flow_uuid: str, method_name: str, state_data: dict[str, Any] | BaseModel) -> None:
        """Keep the state after a step. Raises UnknownRun unless the run was started before its flow."""
        state = state_data.model_dump(mode="json") if isinstance(state_data, BaseModel) else state_data
        self._store.save_state(flow_uuid, method_name, state)

    def load_state(self, flow_uuid: str) -> dict[str, Any] | None:
        """The latest state of a run, or None."""
        return self._store.load_state(flow_uuid)
