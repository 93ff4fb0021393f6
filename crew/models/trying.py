"""Trying each deployment with a tiny call, to find out which one can be asked."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from crew.models.deployments import Secret, is_offline, price_of, router_entry
from crew.models.failures import describe_failure
from crew.models.keys import missing_key
from crew.models.specs import DeploymentSpec, RouteSpec, RoutesSpec
from tools.frozen import Frozen

_SECONDS = 30
_PROMPT = [{"role": "user", "content": "Reply with the word ok."}]


class Trial(Frozen):
    """One deployment of a route, and how it answered."""

    route: str
    position: int
    model: str
    reach: str
    outcome: Literal["answers", "fails", "no key", "not tried"]
    reason: str = ""
    seconds: float | None = None
    is_priced: bool = True
    """Whether a call's cost can be known."""


@dataclass(frozen=True)
class Place:
    """A deployment's place in `routes.yaml`."""

    route: str
    position: int
    spec: RouteSpec

    @property
    def deployment(self) -> DeploymentSpec:
        """The deployment there."""
        return self.spec.deployments[self.position - 1]


def places(spec: RoutesSpec) -> Iterator[Place]:
    """Every deployment of every route, in the order they would be asked."""
    for name, route in spec.routes.items():
        for position in range(1, len(route.deployments) + 1):
            yield Place(name, position, route)


def listed(place: Place, environment: dict[str, str]) -> Trial:
    """A deployment as it is configured, without asking it."""
    missing = missing_key(place.deployment, environment)
    return _trial(place, "no key" if missing else "not tried", missing or "")


def tried(place: Place, environment: dict[str, str], secret: Secret) -> Trial:
    """A deployment's answer to a tiny call."""
    missing = missing_key(place.deployment, environment)
    if missing:
        return _trial(place, "no key", missing)
    if is_offline(place.deployment):
        return _trial(place, "answers", seconds=0.0)
    import litellm

    entry = router_entry("trial", place.spec, place.deployment, secret)["litellm_params"]
    entry = {key: value for key, value in entry.items() if key != "cooldown_time"}
    entry["timeout"] = min(_SECONDS, place.deployment.timeout)
    started = time.monotonic()
    try:
        reply = litellm.completion(**entry, messages=_PROMPT, max_tokens=16, num_retries=0)
    except Exception as error:  # noqa: BLE001  whatever a provider raises is what the person wants to know
        return _trial(place, "fails", describe_failure(place.deployment.model, error).reason)
    if not reply.choices:
        return _trial(place, "fails", "the provider answered with nothing")
    return _trial(place, "answers", seconds=round(time.monotonic() - started, 2))


def _trial(place: Place, outcome: str, reason: str = "", seconds: float | None = None) -> Trial:
    return Trial.model_validate(
        {
            "route": place.route,
            "position": place.position,
            "model": place.deployment.model,
            "reach": place.spec.reach,
            "outcome": outcome,
            "reason": reason,
            "seconds": seconds,
            "is_priced": price_of(place.deployment, 1, 1) is not None,
        }
    )
