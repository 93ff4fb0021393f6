"""Completions of stored runs, kept so that a run can be replayed."""

from typing import Any

from sqlalchemy import insert, select

from crew.store import run_tables
from crew.store.base import StoreBase

_completions = run_tables.completions


class Completions(StoreBase):
    """Keeps what models replied."""

    def keep_completion(self, run: str, call: int, completion: dict[str, Any]) -> None:
        """Keep a call's completion, sealed by the run's log. Raises UnknownRun."""
        key = (_completions.c.run == run) & (_completions.c.call == call)
        with self._writing_run(run) as connection:
            if connection.execute(select(_completions.c.call).where(key)).first() is not None:
                return
            connection.execute(insert(_completions).values(run=run, call=call, completion=completion))
            self._log_record(connection, _completions, key, event="completion_kept", facts={"key": str(call)})

    def completions(self, run: str) -> list[dict[str, Any]]:
        """The run's completions in the order of their calls, without what retention has emptied."""
        query = select(_completions.c.completion).where(_completions.c.run == run).order_by(_completions.c.call)
        with self._reading() as connection:
            return [completion for completion in connection.execute(query).scalars() if completion is not None]
