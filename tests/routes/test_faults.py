"""Every way a provider can fail: what the user is told, how many requests were made, and who answered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from crew.errors import ModelUnavailable
from crew.models.routes import Routes
from crew.models.specs import DeploymentSpec, RouteSpec, RoutesSpec
from tests.provider import Provider, running_provider
from tests.routes.test_routes import Sink, ask

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent.parent / "cases/provider_faults.yaml").read_text())
TIMEOUT = 0.5


@pytest.fixture
def provider() -> Iterator[Provider]:
    with running_provider() as running:
        yield running


def routes(provider: Provider, *behaviours: str) -> Routes:
    deployments = tuple(
        DeploymentSpec(
            model=f"openai/{behaviour}",
            api_base=provider.base(behaviour),
            timeout=20 if behaviour == "ok" else TIMEOUT if _hangs(behaviour) else 20,
        )
        for behaviour in behaviours
    )
    spec = RoutesSpec(version=1, routes={"strong": RouteSpec(deployments=deployments, cooldown=60)})
    return Routes(spec, lambda _variable, _where: "", lambda _deployment: None)


def _hangs(behaviour: str) -> bool:
    return any(case["fault"] == behaviour and case["takes"] == "timeout" for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["fault"])
def test_the_next_deployment_answers_and_the_fault_is_told(provider: Provider, case: dict[str, Any]) -> None:
    completion = ask(routes(provider, case["fault"], "ok"))

    assert completion.reply.choices[0].message.content == "fine"
    assert completion.call.deployment == "openai/ok"
    (failure,) = completion.call.failures
    assert failure.deployment == f"openai/{case['fault']}"
    assert case["says"] in failure.reason
    assert provider.asked == {case["fault"]: case["requests"], "ok": 1}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["fault"])
def test_alone_the_fault_ends_the_call_with_its_reason(provider: Provider, case: dict[str, Any]) -> None:
    sink = Sink()

    with pytest.raises(ModelUnavailable, match=case["says"]):
        ask(routes(provider, case["fault"]), sink)

    assert [call.outcome for call in sink.settled] == ["failed"]
    assert provider.asked == {case["fault"]: case["requests"]}


@pytest.mark.parametrize("fault", ["500", "drip", "hang"])
def test_a_cooling_deployment_is_not_asked_again(provider: Provider, fault: str) -> None:
    opened = routes(provider, fault, "ok")
    ask(opened)

    second = ask(opened)

    assert second.call.deployment == "openai/ok"
    assert "left alone" in second.call.failures[0].reason
    assert provider.asked == {fault: 1, "ok": 2}


def test_a_provider_that_cannot_be_reached_is_said_to_be_so(provider: Provider) -> None:
    spec = RouteSpec(
        deployments=(
            DeploymentSpec(model="openai/gone", api_base="http://127.0.0.1:9/v1"),
            DeploymentSpec(model="openai/ok", api_base=provider.base("ok")),
        )
    )
    opened = Routes(RoutesSpec(version=1, routes={"strong": spec}), lambda _v, _w: "", lambda _d: None)

    completion = ask(opened)

    assert "cannot be reached" in completion.call.failures[0].reason


def test_a_deployment_whose_context_the_prompt_does_not_fit_is_passed_over(provider: Provider) -> None:
    spec = RouteSpec(
        deployments=(
            DeploymentSpec(model="openai/small", api_base=provider.base("500"), context_window=1000),
            DeploymentSpec(model="openai/large", api_base=provider.base("ok"), context_window=100_000),
        )
    )
    opened = Routes(RoutesSpec(version=1, routes={"strong": spec}), lambda _v, _w: "", lambda _d: None)

    completion = ask(opened, budget=100_000, prompt_tokens=5000)

    assert completion.call.deployment == "openai/large"
    assert "about 5000 tokens" in completion.call.failures[0].reason
    assert provider.asked == {"ok": 1}
