"""What one routed call costs beyond a bare `litellm.completion`, asking the same provider on this machine.

A routed call is a `Routes.complete` with its record, failures, prices and budget, over the Router of LiteLLM. The two
take turns, so that what else the machine does falls on both; medians are compared.

Usage: scripts/bench/routed_call.py [--calls 300] [--prompt 4000]
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
sys.path.insert(0, str(Path(__file__).parents[2]))

import litellm

from crew.models.budget import Budget
from crew.models.calls import CallLog
from crew.models.routes import CallContext, Routes
from crew.models.specs import DeploymentSpec, RouteSpec, RoutesSpec
from tests.provider import running_provider
from tests.routes.test_routes import Sink
from tools.deadline import Deadline


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--prompt", type=int, default=4000, help="characters of the prompt")
    options = parser.parse_args()
    with running_provider() as provider:
        base = provider.base("ok")
        routes = _routes(base)
        log = CallLog(Sink(), Budget(tokens=10**9))
        messages = [{"role": "user", "content": "word " * (options.prompt // 5)}]

        def bare() -> None:
            litellm.completion(
                model="openai/ok", api_base=base, api_key="none", messages=messages, temperature=0, num_retries=0
            )

        def routed() -> None:
            context = CallContext(step="plan", role="supervisor", log=log, deadline=Deadline(30))
            routes.complete("strong", {"messages": messages}, context, prompt_tokens=options.prompt // 4)

        for call in (bare, routed) * 10:
            call()
        times: dict[str, list[float]] = {"bare": [], "routed": []}
        for _ in range(options.calls):
            times["bare"].append(_milliseconds(bare))
            times["routed"].append(_milliseconds(routed))
    _report(times)


def _routes(base: str) -> Routes:
    deployment = DeploymentSpec(model="openai/ok", api_base=base)
    spec = RoutesSpec(version=1, routes={"strong": RouteSpec(deployments=(deployment,))})
    return Routes(spec, lambda _variable, _where: "", lambda _deployment: None)


def _milliseconds(call: Callable[[], None]) -> float:
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def _report(times: dict[str, list[float]]) -> None:
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, values in times.items():
        print(f"{name:7} median {medians[name]:6.2f} ms, p95 {statistics.quantiles(values, n=20)[-1]:6.2f} ms")
    differences = [r - b for b, r in zip(times["bare"], times["routed"], strict=True)]
    ratio = medians["routed"] / medians["bare"]
    print(f"overhead {statistics.median(differences):.2f} ms a call, ratio {ratio:.2f}, {len(differences)} calls each")


if __name__ == "__main__":
    main()
