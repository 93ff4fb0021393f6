"""The model seam of CrewAI: agents only, no retries of the framework's own, and structured output that survives."""

from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from agents.asking import UnusableReply, ask_for
from agents.build import build_agent
from agents.specs import AgentSpec
from crew.errors import ModelUnavailable
from crew.models.budget import Budget
from crew.models.calls import CallLog
from crew.models.router_llm import CalledWithoutAgent, RouterLLM
from crew.models.routes import CallContext, Routes
from crew.models.specs import DeploymentSpec, RouteSpec, RoutesSpec
from tests.models import ScriptedModels, install
from tests.provider import Provider, running_provider
from tests.routes.test_routes import Sink
from tools.deadline import Deadline

SPEC = AgentSpec(role="Clerk", goal="Count.", backstory="Careful.", route="strong")
PROMPT = '<block name="task" version="1">\n{"name": "count"}\n</block>'


class Count(BaseModel):
    """What the clerk answers."""

    number: int


@pytest.fixture
def models() -> ScriptedModels:
    scripted = ScriptedModels()
    install(scripted)
    return scripted


@pytest.fixture
def provider() -> Iterator[Provider]:
    with running_provider() as running:
        yield running


def llm(deployment: DeploymentSpec) -> RouterLLM:
    spec = RoutesSpec(version=1, routes={"strong": RouteSpec(deployments=(deployment,))})
    routes = Routes(spec, lambda _variable, _where: "sk-local", lambda _deployment: None)
    context = CallContext(step="plan", role="clerk", log=CallLog(Sink(), Budget(tokens=100_000)), deadline=Deadline(60))
    return RouterLLM(model="strong", routes=routes, context=context)


def test_a_model_is_not_answered_for_without_its_agent(models: ScriptedModels) -> None:
    with pytest.raises(CalledWithoutAgent, match="clerk"):
        llm(DeploymentSpec(model="scripted/model")).call("How many?")

    assert models.seen == []


def test_a_rate_limit_is_not_retried_by_the_framework(provider: Provider) -> None:
    deployment = DeploymentSpec(model="openai/429", api_base=provider.base("429"), api_key_env="KEY")

    with pytest.raises(ModelUnavailable, match="rate limit"):
        ask_for(build_agent(SPEC, llm(deployment)), PROMPT, Count)

    assert provider.asked["429"] == 1


@pytest.mark.parametrize(
    "reply", ['{"number": 3}', '```json\n{"number": 3}\n```', "{'number': 3,}", 'Here you are: {"number": 3}']
)
def test_slightly_broken_json_is_repaired_without_another_call(models: ScriptedModels, reply: str) -> None:
    models.will_reply("count", reply)

    counted = ask_for(build_agent(SPEC, llm(DeploymentSpec(model="scripted/model"))), PROMPT, Count)

    assert counted.number == 3
    assert len(models.seen) == 1


def test_a_reply_that_does_not_fit_is_asked_for_once_more_with_the_reason(models: ScriptedModels) -> None:
    models.will_reply("count", '{"amount": "many"}', '{"number": 3}')

    counted = ask_for(build_agent(SPEC, llm(DeploymentSpec(model="scripted/model"))), PROMPT, Count)

    assert counted.number == 3
    assert "`number`: Field required" in models.wordings("count")[1]


def test_a_reply_that_never_fits_fails_with_its_reason(models: ScriptedModels) -> None:
    models.will_reply("count", "many", "very many")

    with pytest.raises(UnusableReply, match="Count"):
        ask_for(build_agent(SPEC, llm(DeploymentSpec(model="scripted/model"))), PROMPT, Count)

    assert len(models.seen) == 2


def test_the_schema_stands_in_the_prompt(models: ScriptedModels) -> None:
    models.will_reply("count", '{"number": 3}')

    ask_for(build_agent(SPEC, llm(DeploymentSpec(model="scripted/model"))), PROMPT, Count)

    assert '"number"' in models.wordings("count")[0]
