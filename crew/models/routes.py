"""Routes: named choices of model over one LiteLLM router."""

import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from crew.errors import ModelUnavailable, WrongConfiguration
from crew.models.abandon import TooSlow, wait_within
from crew.models.attempt import Attempt, CallContext, Completion, replayed
from crew.models.budget import CallRequest
from crew.models.calls import FailedAttempt
from crew.models.deployments import (
    Secret,
    alternatives,
    group_name,
    is_offline,
    price_of,
    router_entry,
)
from crew.models.failures import EmptyCompletion, OfflineModelFailed, cooling_down, describe_failure, too_long
from crew.models.recording import RequestKey
from crew.models.reuse import as_answer_to, identity_of
from crew.models.specs import DeploymentSpec, RouteSpec, RoutesSpec
from tools.errors import DeadlinePassed

_GRACE = 1.0
"""Seconds beyond its timeout in which a deployment's own error is waited for."""


class Routes:
    """Asks the deployments of a route in order until one answers.

    The order is walked here and not by the router's own fallbacks, because those count an empty reply as a success
    and keep to themselves which key was wrong. Cooling down and the provider's protocol are the router's.
    """

    def __init__(self, spec: RoutesSpec, secret: Secret, usable: Callable[[DeploymentSpec], str | None]):
        import litellm

        from crew.models.offline.provider import install

        install()
        self.spec = spec
        self._skipped: dict[str, FailedAttempt] = {}
        self._cooling: dict[str, float] = {}
        models = []
        for name, route in spec.routes.items():
            for position, deployment in enumerate(route.deployments):
                group = group_name(name, position)
                problem = usable(deployment)
                if problem:
                    self._skipped[group] = FailedAttempt(deployment.model, "NoKey", problem)
                else:
                    models.append(router_entry(group, route, deployment, secret))
        self._router = litellm.Router(
            model_list=models,
            num_retries=0,
            allowed_fails=0,
            fallbacks=alternatives([m["model_name"] for m in models]),
        )

    def check(self, route: str) -> None:
        """Raise WrongConfiguration when no deployment of a route can be asked at all."""
        groups = [group_name(route, i) for i in range(len(self.spec.routes[route].deployments))]
        if all(group in self._skipped for group in groups):
            reasons = "; ".join(f"{self._skipped[g].deployment}: {self._skipped[g].reason}" for g in groups)
            raise WrongConfiguration(f"routes.yaml: no deployment of `routes.{route}` can be asked. {reasons}")

    def context_window(self, route: str) -> int:
        """The largest context of a route's deployments, in tokens; those that a prompt does not fit are passed over."""
        return max(deployment.context_window for deployment in self.spec.routes[route].deployments)

    def most_cost(self, route: str, prompt_tokens: int) -> Decimal | None:
        """The most a call can cost in US dollars, whichever deployment answers; None where a price is unknown."""
        return _most(self.spec.routes[route], prompt_tokens)

    def is_hosted(self, route: str) -> bool:
        """Whether a route's prompts leave the operator's machines."""
        return self.spec.routes[route].reach == "hosted"

    def complete(self, route: str, request: dict[str, Any], context: CallContext, prompt_tokens: int) -> Completion:
        """One completion.

        Raises BudgetSpent, DeadlinePassed, ModelUnavailable when every deployment failed, and NotRecorded when a run
        is replayed from a recording that does not hold it.
        """
        key = context.log.key_for(context.role, context.step, request["messages"])
        if context.log.replay is not None:
            return replayed(route, context, context.log.replay.find(key))
        spec, reuse = self.spec.routes[route], context.log.reuse
        if reuse is None or not spec.reuse_completions_hours:
            return self._asked(route, request, context, prompt_tokens, key)
        identity = identity_of(spec, request)
        if (known := reuse.find(identity)) is not None:
            return replayed(route, context, as_answer_to(known, key))
        completion = self._asked(route, request, context, prompt_tokens, key)
        if completion.call.completion is not None:
            reuse.keep(identity, completion.call.completion, spec.reuse_completions_hours)
        return completion

    def _asked(
        self, route: str, request: dict[str, Any], context: CallContext, prompt_tokens: int, key: RequestKey
    ) -> Completion:
        """The completion of the first deployment that answers."""
        asked = self._reckoned(route, context, prompt_tokens, key)
        call_id, granted = context.log.begin(asked)
        attempt = Attempt(call_id, route, context, key, time.monotonic())
        for group, deployment in self._willing(route, prompt_tokens, attempt.failures):
            try:
                reply = self._ask(group, deployment, {**request, "max_tokens": granted.completion_tokens}, attempt)
            except DeadlinePassed:
                attempt.settle("abandoned", deployment)
                raise
            except TooSlow as error:
                self._cool_down(group, self.spec.routes[route].cooldown)
                attempt.failures.append(describe_failure(deployment.model, error))
                continue
            except Exception as error:
                if is_offline(deployment):
                    attempt.settle("failed", deployment)
                    raise OfflineModelFailed(str(error)) from error
                attempt.failures.append(describe_failure(deployment.model, error))
                continue
            return Completion(reply, attempt.settle("answered", deployment, reply))
        attempt.settle("failed")
        raise ModelUnavailable(_all_failed(route, attempt.failures))

    def _reckoned(self, route: str, context: CallContext, prompt_tokens: int, key: RequestKey) -> CallRequest:
        spec = self.spec.routes[route]
        return CallRequest(
            step=context.step,
            role=context.role,
            route=route,
            prompt_tokens=prompt_tokens,
            completion_tokens=spec.max_tokens,
            most_cost=_most(spec, prompt_tokens),
            digest=key.digest,
        )

    def _willing(
        self, route: str, prompt_tokens: int, failures: list[FailedAttempt]
    ) -> Iterator[tuple[str, DeploymentSpec]]:
        """The deployments that can be asked, in order; why another is not is added to `failures`."""
        for position, deployment in enumerate(self.spec.routes[route].deployments):
            group = group_name(route, position)
            if group in self._skipped:
                failures.append(self._skipped[group])
            elif self._cooling.get(group, 0) > time.monotonic():
                failures.append(cooling_down(deployment))
            elif prompt_tokens >= deployment.context_window:
                failures.append(too_long(deployment, prompt_tokens))
            else:
                yield group, deployment

    def _ask(self, group: str, deployment: DeploymentSpec, request: dict[str, Any], attempt: Attempt) -> Any:
        deadline = attempt.context.deadline
        seconds = deadline.within(deployment.timeout)
        call = {**request, "model": group, "timeout": seconds, "disable_fallbacks": True}
        reply = wait_within(
            deadline,
            seconds + _GRACE,
            lambda: self._router.completion(**call),
            when_late=lambda late: attempt.settle_late(deployment, late),
        )
        if not reply.choices or not (
            reply.choices[0].message.tool_calls or (reply.choices[0].message.content or "").strip()
        ):
            raise EmptyCompletion("the reply has neither text nor tool calls")
        return reply

    def _cool_down(self, group: str, seconds: float) -> None:
        """Leave a deployment alone that the router did not see fail."""
        self._cooling[group] = time.monotonic() + seconds


def _most(route: RouteSpec, prompt_tokens: int) -> Decimal | None:
    """The most a call can cost, whichever deployment answers."""
    prices = [price_of(deployment, prompt_tokens, route.max_tokens) for deployment in route.deployments]
    known = [price for price in prices if price is not None]
    return max(known) if len(known) == len(prices) else None


def _all_failed(route: str, failures: list[FailedAttempt]) -> str:
    reasons = "; ".join(f"{failure.deployment}: {failure.reason}" for failure in failures)
    return f"No deployment of route `{route}` answered. {reasons}. `crosscheck models test` tries each of them."
