"""Routes: named choices of model over one LiteLLM router."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any

from crew.errors import ModelUnavailable, WrongConfiguration
from crew.models.abandon import wait_within
from crew.models.calls import CallLog, FailedAttempt, ModelCall
from crew.models.failures import EmptyCompletion, OfflineModelFailed, describe_failure
from crew.models.specs import DeploymentSpec, RouteSpec, RoutesSpec
from tools.deadline import Deadline
from tools.errors import DeadlinePassed

_MILLION = Decimal(1_000_000)


@dataclass(frozen=True)
class Completion:
    """A provider's reply, and the call as recorded."""

    reply: Any
    call: ModelCall


@dataclass(frozen=True)
class CallContext:
    """For whom a completion is asked."""

    step: str
    role: str
    log: CallLog
    deadline: Deadline


class Routes:
    """Asks the deployments of a route in order until one answers.

    The order is walked here and not by the router's own fallbacks, because those count an empty reply as a success
    and keep to themselves which key was wrong. Cooling down and the provider's protocol are the router's.
    """

    def __init__(
        self, spec: RoutesSpec, secret: Callable[[str, str], str], usable: Callable[[DeploymentSpec], str | None]
    ):
        import litellm

        from crew.models.offline.provider import install

        install()
        self.spec = spec
        self._skipped: dict[str, FailedAttempt] = {}
        models = []
        for name, route in spec.routes.items():
            for position, deployment in enumerate(route.deployments):
                group = _group(name, position)
                problem = usable(deployment)
                if problem:
                    self._skipped[group] = FailedAttempt(deployment.model, "NoKey", problem)
                else:
                    models.append(_model(group, route, deployment, secret))
        self._router = litellm.Router(
            model_list=models,
            num_retries=0,
            allowed_fails=0,
            fallbacks=_alternatives([m["model_name"] for m in models]),
        )

    def check(self, route: str) -> None:
        """Raise WrongConfiguration when no deployment of a route can be asked at all."""
        groups = [_group(route, i) for i in range(len(self.spec.routes[route].deployments))]
        if all(group in self._skipped for group in groups):
            reasons = "; ".join(f"{self._skipped[g].deployment}: {self._skipped[g].reason}" for g in groups)
            raise WrongConfiguration(f"routes.yaml: no deployment of `routes.{route}` can be asked. {reasons}")

    def context_window(self, route: str) -> int:
        """The smallest context of a route's deployments, in tokens."""
        return min(deployment.context_window for deployment in self.spec.routes[route].deployments)

    def complete(self, route: str, request: dict[str, Any], context: CallContext, prompt_tokens: int) -> Completion:
        """One completion; raises BudgetSpent, DeadlinePassed, or ModelUnavailable when every deployment failed."""
        call_id = context.log.begin(step=context.step, role=context.role, route=route, prompt_tokens=prompt_tokens)
        started = time.monotonic()
        failures: list[FailedAttempt] = []

        def settle(outcome: str, deployment: DeploymentSpec | None = None, reply: Any = None) -> ModelCall:
            call = _call(call_id, context, route, deployment, reply, time.monotonic() - started, outcome, failures)
            context.log.settle(call)
            return call

        for position, deployment in enumerate(self.spec.routes[route].deployments):
            group = _group(route, position)
            if group in self._skipped:
                failures.append(self._skipped[group])
                continue
            try:
                reply = self._ask(group, deployment, request, context, settle)
            except DeadlinePassed:
                settle("abandoned", deployment)
                raise
            except Exception as error:
                if is_offline(deployment):
                    settle("failed", deployment)
                    raise OfflineModelFailed(str(error)) from error
                failures.append(describe_failure(deployment.model, error))
                continue
            return Completion(reply, settle("answered", deployment, reply))
        settle("failed")
        raise ModelUnavailable(_all_failed(route, failures))

    def _ask(
        self,
        group: str,
        deployment: DeploymentSpec,
        request: dict[str, Any],
        context: CallContext,
        settle: Callable[..., ModelCall],
    ) -> Any:
        timeout = context.deadline.within(deployment.timeout)
        call = {**request, "model": group, "timeout": timeout, "disable_fallbacks": True}
        reply = wait_within(
            context.deadline,
            lambda: self._router.completion(**call),
            when_late=lambda late: settle("abandoned", deployment, late),
        )
        if not reply.choices or not (
            reply.choices[0].message.tool_calls or (reply.choices[0].message.content or "").strip()
        ):
            raise EmptyCompletion("the reply has neither text nor tool calls")
        return reply


def is_offline(deployment: DeploymentSpec) -> bool:
    """Whether a deployment is the model of our own, which needs no key and costs nothing."""
    return deployment.model.startswith("offline/")


def _group(route: str, position: int) -> str:
    return f"{route}#{position + 1}"


def _alternatives(groups: list[str]) -> list[dict[str, list[str]]]:
    """Which group follows which; the router cools a deployment down only when there is another to ask."""
    return [
        {group: [following]}
        for group, following in pairwise(groups)
        if group.partition("#")[0] == following.partition("#")[0]
    ]


def _model(
    group: str, route: RouteSpec, deployment: DeploymentSpec, secret: Callable[[str, str], str]
) -> dict[str, Any]:
    parameters: dict[str, Any] = {
        "model": deployment.model,
        "timeout": deployment.timeout,
        "temperature": route.temperature,
        "cooldown_time": route.cooldown,
        **deployment.parameters,
    }
    if route.max_tokens:
        parameters["max_tokens"] = route.max_tokens
    if deployment.api_base:
        parameters["api_base"] = deployment.api_base
    if deployment.api_key_env:
        parameters["api_key"] = secret(deployment.api_key_env, f"routes.yaml: `{deployment.model}`")
    if deployment.input_price is not None:
        parameters["input_cost_per_token"] = float(deployment.input_price / _MILLION)
    if deployment.output_price is not None:
        parameters["output_cost_per_token"] = float(deployment.output_price / _MILLION)
    return {"model_name": group, "litellm_params": parameters, "model_info": {"id": group}}


def _call(
    call_id: str,
    context: CallContext,
    route: str,
    deployment: DeploymentSpec | None,
    reply: Any,
    seconds: float,
    outcome: str,
    failures: list[FailedAttempt],
) -> ModelCall:
    usage = getattr(reply, "usage", None)
    prompt, completion = (usage.prompt_tokens or 0, usage.completion_tokens or 0) if usage else (0, 0)
    return ModelCall(
        id=call_id,
        step=context.step,
        role=context.role,
        route=route,
        deployment=deployment.model if deployment else None,
        prompt_tokens=prompt,
        completion_tokens=completion,
        cost_usd=_cost(deployment, prompt, completion, reply),
        seconds=round(seconds, 4),
        outcome=outcome,
        failures=tuple(failures),
    )


def _cost(deployment: DeploymentSpec | None, prompt: int, completion: int, reply: Any) -> Decimal | None:
    if deployment is None or reply is None:
        return None
    if is_offline(deployment):
        return Decimal(0)
    if deployment.input_price is not None and deployment.output_price is not None:
        return (deployment.input_price * prompt + deployment.output_price * completion) / _MILLION
    known = (getattr(reply, "_hidden_params", None) or {}).get("response_cost")
    return Decimal(str(known)) if known else None


def _all_failed(route: str, failures: list[FailedAttempt]) -> str:
    reasons = "; ".join(f"{failure.deployment}: {failure.reason}" for failure in failures)
    return f"No deployment of route `{route}` answered. {reasons}. `crosscheck doctor` checks each of them."
