"""Budgets of tokens and money: what a call may take is reserved before it is made, across threads and runs."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from crew.answering.purse import Purse
from crew.models.budget import Budget, BudgetSpent, CallRequest
from crew.models.calls import CallLog
from crew.store.records import CallIntent
from crew.store.store import Store
from tests.routes.test_routes import Sink
from tools.asker import Asker


def request(cost: str | None = "0.40", *, prompt: int = 100, completion: int = 1000) -> CallRequest:
    most = None if cost is None else Decimal(cost)
    return CallRequest("plan", "supervisor", "strong", prompt, completion, most)


def test_calls_in_parallel_cannot_overspend_together() -> None:
    log = CallLog(Sink(), Budget(tokens=1_000_000, cost=Decimal(1)))

    def begin(_: int) -> bool:
        try:
            log.begin(request())
        except BudgetSpent:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(begin, range(8)))

    assert sum(made) == 2


def test_a_completion_is_cut_to_the_tokens_that_are_left() -> None:
    log = CallLog(Sink(), Budget(tokens=1500))

    _, first = log.begin(request())
    with pytest.raises(BudgetSpent, match="1100 are used or reserved"):
        log.begin(request(prompt=300))
    _, second = log.begin(request(prompt=100))

    assert (first.completion_tokens, second.completion_tokens) == (1000, 300)


def test_a_call_that_may_cost_more_than_one_may_is_not_made() -> None:
    with pytest.raises(BudgetSpent, match=r"A call may cost 0.10 US dollars.*0.40"):
        CallLog(Sink(), Budget(tokens=10_000, call_cost=Decimal("0.10"))).begin(request())


def test_a_budget_of_money_is_not_trusted_to_an_unknown_price() -> None:
    with pytest.raises(BudgetSpent, match="input_price"):
        CallLog(Sink(), Budget(tokens=10_000, cost=Decimal(5))).begin(request(None))

    assert CallLog(Sink(), Budget(tokens=10_000)).begin(request(None))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'state.sqlite'}")


def begun(store: Store, asker: str, domain: str = "sales") -> tuple[Purse, int]:
    run = store.start_run(domain=domain, asker=Asker(id=asker), question="?")
    call = store.begin_call(run, CallIntent(step="plan", role="supervisor", route="strong"))
    purse = Purse(
        store=store,
        run=run,
        asker=asker,
        domain=domain,
        since=datetime.now(UTC) - timedelta(hours=1),
        asker_limit=Decimal(1),
        domain_limit=Decimal("1.50"),
    )
    return purse, call


def test_an_askers_questions_share_the_day(store: Store) -> None:
    for _ in range(2):
        purse, call = begun(store, "ana")
        purse.reserve(call, request())
    third, call = begun(store, "ana")

    with pytest.raises(BudgetSpent, match="ana may spend 1 US dollars a day"):
        third.reserve(call, request())
    other, call = begun(store, "ben")
    other.reserve(call, request("0.60"))


def test_a_domains_askers_share_its_day(store: Store) -> None:
    for asker in ("ana", "ben", "cem"):
        purse, call = begun(store, asker)
        purse.reserve(call, request())
    fourth, call = begun(store, "dan")

    with pytest.raises(BudgetSpent, match=r"The domain `sales` may spend 1\.50"):
        fourth.reserve(call, request())
    elsewhere, call = begun(store, "dan", domain="finance")
    elsewhere.reserve(call, request())


def test_what_a_call_did_not_take_is_given_back(store: Store) -> None:
    first, call = begun(store, "ana")
    first.reserve(call, request("1.00"))
    first.release(call)
    second, call = begun(store, "ana")

    second.reserve(call, request("1.00"))
