"""Routes ask deployments in order, tell which one failed and why, and never outlive the deadline."""

import threading
from collections.abc import Iterator
from decimal import Decimal

import pytest

from crew.errors import ModelUnavailable, WrongConfiguration
from crew.models.budget import Budget, BudgetSpent
from crew.models.calls import CallLog, ModelCall
from crew.models.routes import CallContext, Completion, Routes
from crew.models.specs import DeploymentSpec, RouteSpec, RoutesSpec
from tests.provider import Provider, running_provider
from tools.deadline import Deadline
from tools.errors import DeadlinePassed

REQUEST = {"messages": [{"role": "user", "content": "hello"}]}


class Sink:
    """Keeps what is written down of each call."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.settled: list[ModelCall] = []

    def begin(self, call_id: str, **_: object) -> None:
        self.begun.append(call_id)

    def settle(self, call: ModelCall) -> None:
        self.settled.append(call)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with running_provider() as running:
        yield running


def routes(provider: Provider, *behaviours: str, **route: object) -> Routes:
    deployments = tuple(
        DeploymentSpec(model=f"openai/{behaviour}", api_base=provider.base(behaviour), api_key_env="KEY", timeout=20)
        for behaviour in behaviours
    )
    spec = RoutesSpec(version=1, routes={"strong": RouteSpec.model_validate({"deployments": deployments, **route})})
    return Routes(spec, lambda _variable, _where: "sk-local", lambda _deployment: None)


def ask(
    opened: Routes,
    sink: Sink | None = None,
    deadline: Deadline | None = None,
    budget: int = 1000,
    prompt_tokens: int = 10,
) -> Completion:
    log = CallLog(sink or Sink(), Budget(tokens=budget))
    context = CallContext(step="plan", role="supervisor", log=log, deadline=deadline or Deadline(30))
    return opened.complete("strong", REQUEST, context, prompt_tokens=prompt_tokens)


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        ("401", "the key is wrong or missing"),
        ("404", "knows no such model"),
        ("429", "rate limit"),
        ("500", "internal error"),
        ("empty", "answered with nothing"),
        ("blank", "answered with nothing"),
        ("broken", ""),
    ],
)
def test_the_next_deployment_answers_and_the_first_ones_failure_is_told(
    provider: Provider, behaviour: str, said: str
) -> None:
    completion = ask(routes(provider, behaviour, "ok"))

    assert completion.reply.choices[0].message.content == "fine"
    assert completion.call.deployment == "openai/ok"
    assert [failure.deployment for failure in completion.call.failures] == [f"openai/{behaviour}"]
    assert said in completion.call.failures[0].reason
    assert provider.asked == {behaviour: 1, "ok": 1}


def test_a_deployment_that_failed_is_left_alone_for_a_while(provider: Provider) -> None:
    opened = routes(provider, "500", "ok", cooldown=60)

    ask(opened)
    second = ask(opened)

    assert provider.asked == {"500": 1, "ok": 2}
    assert "left alone" in second.call.failures[0].reason


def test_when_all_fail_each_reason_is_named(provider: Provider) -> None:
    sink = Sink()

    with pytest.raises(
        ModelUnavailable, match=r"openai/401: the key is wrong.*openai/500: the provider had an internal"
    ):
        ask(routes(provider, "401", "500"), sink)

    assert [call.outcome for call in sink.settled] == ["failed"]


def test_a_hanging_provider_is_abandoned_at_the_deadline(provider: Provider) -> None:
    sink = Sink()

    with pytest.raises(DeadlinePassed):
        ask(routes(provider, "hang"), sink, Deadline(0.3))

    assert [call.outcome for call in sink.settled] == ["abandoned"]


def test_cancelling_ends_a_waiting_call(provider: Provider) -> None:
    deadline = Deadline(60)
    threading.Timer(0.3, deadline.cancel).start()

    with pytest.raises(DeadlinePassed):
        ask(routes(provider, "hang"), deadline=deadline)


def test_a_call_whose_prompt_no_longer_fits_the_budget_is_not_made(provider: Provider) -> None:
    with pytest.raises(BudgetSpent, match="may use 5 tokens"):
        ask(routes(provider, "ok"), budget=5)

    assert not provider.asked


def test_a_call_is_priced_by_the_prices_given(provider: Provider) -> None:
    deployment = DeploymentSpec(
        model="openai/ok",
        api_base=provider.base("ok"),
        api_key_env="KEY",
        input_price=Decimal("2"),
        output_price=Decimal("10"),
    )
    spec = RoutesSpec(version=1, routes={"strong": RouteSpec(deployments=(deployment,))})

    completion = ask(Routes(spec, lambda _variable, _where: "sk-local", lambda _deployment: None))

    assert completion.call.cost_usd == Decimal("0.000054")


def test_a_route_without_any_key_is_refused_before_it_is_asked(provider: Provider) -> None:
    spec = RoutesSpec(version=1, routes={"strong": RouteSpec(deployments=(DeploymentSpec(model="openai/gpt-4o"),))})
    opened = Routes(
        spec, lambda _variable, _where: "", lambda _deployment: "set the environment variable OPENAI_API_KEY"
    )

    with pytest.raises(WrongConfiguration, match=r"routes\.strong.*OPENAI_API_KEY"):
        opened.check("strong")
