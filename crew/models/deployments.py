"""Deployments as LiteLLM is told of them, and what they cost."""

from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise
from typing import Any

from crew.models.specs import DeploymentSpec, RouteSpec

_MILLION = Decimal(1_000_000)

Secret = Callable[[str, str], str]
"""The value of an environment variable that the configuration names at a place; raises WrongConfiguration."""


def is_offline(deployment: DeploymentSpec) -> bool:
    """Whether a deployment is the model of our own, which needs no key and costs nothing."""
    return deployment.model.startswith("offline/")


def group_name(route: str, position: int) -> str:
    """The name under which the router knows one deployment of a route."""
    return f"{route}#{position + 1}"


def alternatives(groups: list[str]) -> list[dict[str, list[str]]]:
    """Which group follows which; the router cools a deployment down only when there is another to ask."""
    return [
        {group: [following]}
        for group, following in pairwise(groups)
        if group.partition("#")[0] == following.partition("#")[0]
    ]


def router_entry(group: str, route: RouteSpec, deployment: DeploymentSpec, secret: Secret) -> dict[str, Any]:
    """One entry of the router's model list."""
    parameters: dict[str, Any] = {
        "model": deployment.model,
        "timeout": deployment.timeout,
        "temperature": route.temperature,
        "cooldown_time": route.cooldown,
        "max_retries": 0,
        "drop_params": True,
        **deployment.parameters,
    }
    if deployment.api_base:
        parameters["api_base"] = deployment.api_base
    if deployment.api_key_env:
        parameters["api_key"] = secret(deployment.api_key_env, f"routes.yaml: `{deployment.model}`")
    elif deployment.api_base and deployment.model.startswith("openai/"):
        parameters["api_key"] = "none"  # local servers take any; the client insists on one
    if deployment.input_price is not None:
        parameters["input_cost_per_token"] = float(deployment.input_price / _MILLION)
    if deployment.output_price is not None:
        parameters["output_cost_per_token"] = float(deployment.output_price / _MILLION)
    if deployment.prompt_cache:
        parameters["cache_control_injection_points"] = [{"location": "message", "role": "system"}]
    return {"model_name": group, "litellm_params": parameters, "model_info": {"id": group}}


def cost_of(deployment: DeploymentSpec, reply: Any) -> Decimal | None:
    """What a reply cost in US dollars; None where no price is known."""
    usage = getattr(reply, "usage", None)
    if is_offline(deployment):
        return Decimal(0)
    if deployment.input_price is not None and deployment.output_price is not None and usage:
        return price_of(deployment, usage.prompt_tokens or 0, usage.completion_tokens or 0)
    known = (getattr(reply, "_hidden_params", None) or {}).get("response_cost")
    return Decimal(str(known)) if known else None


def price_of(deployment: DeploymentSpec, prompt_tokens: int, completion_tokens: int) -> Decimal | None:
    """What so many tokens would cost in US dollars; None where no price is known."""
    if is_offline(deployment):
        return Decimal(0)
    if deployment.input_price is not None and deployment.output_price is not None:
        return (deployment.input_price * prompt_tokens + deployment.output_price * completion_tokens) / _MILLION
    listed = _listed_price(deployment.model)
    if listed is None:
        return None
    return listed[0] * prompt_tokens + listed[1] * completion_tokens


def _listed_price(model: str) -> tuple[Decimal, Decimal] | None:
    """LiteLLM's own price for a prompt's and a completion's token."""
    import litellm

    entry = litellm.model_cost.get(model) or litellm.model_cost.get(model.partition("/")[2])
    if not entry or not entry.get("input_cost_per_token"):
        return None
    return Decimal(str(entry["input_cost_per_token"])), Decimal(str(entry.get("output_cost_per_token") or 0))
