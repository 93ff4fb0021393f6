"""One call on its way along a route's deployments, and how it is written down."""

import time
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from crew.models.budget import CallRequest
from crew.models.calls import CallLog, FailedAttempt, ModelCall
from crew.models.deployments import cost_of
from crew.models.recording import RecordedCompletion, RequestKey, recorded
from crew.models.specs import DeploymentSpec
from tools.deadline import Deadline


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


@dataclass
class Attempt:
    """One call on its way along a route's deployments."""

    call_id: str
    route: str
    context: CallContext
    key: RequestKey
    started: float
    failures: list[FailedAttempt] = field(default_factory=list)

    def settle_late(self, deployment: DeploymentSpec, reply: Any) -> None:
        """Write down a reply that came when no one waited for it any more: discarded, but it has cost something."""
        call = self._call("abandoned", deployment, reply)
        self.context.log.settle_late(call)

    def settle(self, outcome: str, deployment: DeploymentSpec | None = None, reply: Any = None) -> ModelCall:
        """Write down what became of the call."""
        call = self._call(outcome, deployment, reply)
        self.context.log.settle(call)
        return call

    def _call(self, outcome: str, deployment: DeploymentSpec | None, reply: Any) -> ModelCall:
        usage = getattr(reply, "usage", None)
        is_answered = outcome == "answered" and deployment is not None
        return ModelCall(
            id=self.call_id,
            step=self.context.step,
            role=self.context.role,
            route=self.route,
            deployment=deployment.model if deployment else None,
            prompt_tokens=(usage.prompt_tokens or 0) if usage else 0,
            completion_tokens=(usage.completion_tokens or 0) if usage else 0,
            cost_usd=cost_of(deployment, reply) if deployment and reply is not None else None,
            seconds=round(time.monotonic() - self.started, 4),
            outcome=outcome,
            failures=tuple(self.failures),
            completion=recorded(self.key, deployment.model, reply) if is_answered and deployment else None,
        )


def replayed(route: str, context: CallContext, found: RecordedCompletion) -> Completion:
    """A completion out of a recording, written down as a call that cost nothing."""
    request = CallRequest(context.step, context.role, route, 0, 0, Decimal(0), found.request.digest)
    call_id, _ = context.log.begin(request)
    call = ModelCall(
        id=call_id,
        step=context.step,
        role=context.role,
        route=route,
        deployment=found.deployment,
        prompt_tokens=found.prompt_tokens,
        completion_tokens=found.completion_tokens,
        cost_usd=Decimal(0),
        seconds=0.0,
        outcome="answered",
        completion=found,
        is_reused=True,
    )
    context.log.settle(call)
    return Completion(found.reply(), call)
