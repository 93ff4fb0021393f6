"""Money that model calls take from budgets that runs share: an asker's day, and a domain's."""

from datetime import datetime
from decimal import Decimal

from sqlalchemy import ColumnElement, delete, insert, select

from crew.store import run_tables
from crew.store.base import StoreBase

_reservations = run_tables.cost_reservations
_calls = run_tables.model_calls
_runs = run_tables.runs


class Spending(StoreBase):
    """Reserves the most that a call may cost, and says what a day has taken."""

    def reserve_cost(self, run: str, call: int, asker: str, cost: Decimal) -> None:
        """Reserve before looking at what the day has taken: whoever looks later sees it, so that none overspends."""
        row = {"run": run, "call": call, "asker": asker, "begun_at": self._clock(), "cost": cost}
        with self._writing() as connection:
            connection.execute(insert(_reservations).values(row))

    def release_cost(self, run: str, call: int | None = None) -> None:
        """Give back a call's reservation, or all that a run whose process was killed still holds."""
        key = _reservations.c.run == run
        if call is not None:
            key &= _reservations.c.call == call
        with self._writing() as connection:
            connection.execute(delete(_reservations).where(key))

    def spent_since(self, since: datetime, *, asker: str | None = None, domain: str | None = None) -> Decimal:
        """US dollars spent or reserved since a moment by an asker's runs, or a domain's."""
        whose = _whose(asker, domain)
        spent = select(_calls.c.cost).join(_runs, _runs.c.id == _calls.c.run).where(_calls.c.begun_at >= since, *whose)
        reserved = (
            select(_reservations.c.cost)
            .join(_runs, _runs.c.id == _reservations.c.run)
            .where(_reservations.c.begun_at >= since, *whose)
        )
        with self._reading() as connection:
            costs = [*connection.execute(spent).scalars(), *connection.execute(reserved).scalars()]
        return sum((cost for cost in costs if cost is not None), Decimal(0))


def _whose(asker: str | None, domain: str | None) -> list[ColumnElement[bool]]:
    conditions = []
    if asker is not None:
        conditions.append(_runs.c.asker == asker)
    if domain is not None:
        conditions.append(_runs.c.domain == domain)
    return conditions
