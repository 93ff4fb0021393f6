"""The state of each run's flow after every step, from which a killed run goes on."""

from typing import Any

from sqlalchemy import insert, select

from crew.store import run_tables
from crew.store.base import StoreBase

_states = run_tables.flow_states


class FlowStates(StoreBase):
    """Keeps and finds flow states."""

    def save_state(self, run: str, step: str, state: dict[str, Any]) -> None:
        """Keep the state after a step. Raises UnknownRun."""
        with self._writing_run(run) as connection:
            sequence = self._next(connection, _states, _states.c.run == run)
            row = {"run": run, "sequence": sequence, "step": step, "saved_at": self._clock(), "state": state}
            connection.execute(insert(_states).values(row))

    def load_state(self, run: str) -> dict[str, Any] | None:
        """The latest state, or None when there is none or retention has emptied it."""
        query = select(_states.c.state).where(_states.c.run == run).order_by(_states.c.sequence.desc()).limit(1)
        with self._reading() as connection:
            return connection.execute(query).scalar()
