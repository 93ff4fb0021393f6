"""Steps: what a run did, in the order in which it ended."""

from sqlalchemy import insert, select

from crew.store import run_tables
from crew.store.base import StoreBase
from crew.store.records import StepRecord


class Steps(StoreBase):
    """Keeps the step log of each run."""

    def record_step(self, run: str, step: StepRecord) -> int:
        """Keep a step that ended, and return its number in the run. Raises UnknownRun."""
        steps = run_tables.steps
        with self._writing_run(run) as connection:
            sequence = self._next(connection, steps, steps.c.run == run)
            row = {**step.model_dump(), "run": run, "sequence": sequence}
            connection.execute(insert(steps).values(row))
            self._log_record(
                connection,
                steps,
                (steps.c.run == run) & (steps.c.sequence == sequence),
                event="step_ended",
                facts={"key": str(sequence), "name": step.name, "status": step.status},
            )
        return sequence

    def steps(self, run: str) -> list[StepRecord]:
        """The run's steps, in order."""
        query = select(run_tables.steps).where(run_tables.steps.c.run == run).order_by(run_tables.steps.c.sequence)
        with self._reading() as connection:
            return [StepRecord.model_validate(dict(row)) for row in connection.execute(query).mappings()]
