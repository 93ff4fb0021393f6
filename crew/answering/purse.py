"""The money of a day, which an asker's and a domain's questions share."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from crew.models.budget import BudgetSpent, CallRequest, priced
from crew.store.store import Store


@dataclass
class Purse:
    """Takes the most a call may cost out of the day's budgets before it is made; questions in parallel share them."""

    store: Store
    run: str
    asker: str
    domain: str
    since: datetime
    """When the day began."""
    asker_limit: Decimal | None = None
    domain_limit: Decimal | None = None
    _reserved: set[int] = field(default_factory=set)

    def reserve(self, call: int, request: CallRequest) -> None:
        """Reserve for a call, by its number in the run; raises BudgetSpent when it does not fit."""
        if self.asker_limit is None and self.domain_limit is None:
            return
        most = priced(request)
        self.store.reserve_cost(self.run, call, self.asker, most)
        self._reserved.add(call)
        try:
            self._check(f"{self.asker} may spend", self.asker_limit, asker=self.asker)
            self._check(f"The domain `{self.domain}` may spend", self.domain_limit, domain=self.domain)
        except BudgetSpent:
            self.release(call)
            raise

    def release(self, call: int) -> None:
        """Give back what was reserved; the call's real cost stands in its own row by then."""
        if call in self._reserved:
            self._reserved.discard(call)
            self.store.release_cost(self.run, call)

    def _check(self, whose: str, limit: Decimal | None, *, asker: str | None = None, domain: str | None = None) -> None:
        if limit is None:
            return
        taken = self.store.spent_since(self.since, asker=asker, domain=domain)
        if taken > limit:
            raise BudgetSpent(
                f"{whose} {limit} US dollars a day; with this call {taken} would be spent or reserved. "
                "It goes on tomorrow, or when the budget is raised."
            )
