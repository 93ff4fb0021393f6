"""What answering costs beside the model: wall time, calls and memory for one-source and two-source questions.

Usage: python scripts/bench/question.py [--domain retail] [--rounds 5]

The offline model answers in milliseconds, so that what remains is our own work, CrewAI's, and the sources'. Beside each
question stand as many bare CrewAI agent calls as it made, with a model that answers at once: the ratio is what the
flow, the store, the receipt and the sources add to the framework alone.
"""

import argparse
import resource
import statistics
import time
from collections.abc import Callable

from crew.answer import Answer
from crew.assemble import open_desk

QUESTIONS = {
    "one source": "How many orders were cancelled in September 2025?",
    "two sources": "Why are European operations underperforming?",
}


def main() -> None:
    """Measure and print one line per question."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--domain", default="retail")
    arguments.add_argument("--rounds", type=int, default=5)
    chosen = arguments.parse_args()
    started = time.perf_counter()
    with open_desk(chosen.domain) as desk:
        print(f"open desk: {time.perf_counter() - started:.2f} s")
        for name, question in QUESTIONS.items():
            first, first_seconds = _timed(lambda question=question: desk.ask(question))
            rounds = [_timed(lambda question=question: desk.ask(question)) for _ in range(chosen.rounds)]
            _report(name, first, first_seconds, rounds)
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _report(name: str, first: Answer, first_seconds: float, rounds: list[tuple[Answer, float]]) -> None:
    usage = first.usage
    wall = statistics.median(seconds for _, seconds in rounds)
    in_model = statistics.median(sum(s["seconds"] for s in answer.usage.by_step) for answer, _ in rounds)
    bare = statistics.median(_timed(lambda: _bare_calls(usage.model_calls))[1] for _ in range(5))
    print(
        f"{name}: {first.status}, {usage.model_calls} model calls, {usage.critical_path_calls} on the critical path, "
        f"{usage.tokens} tokens; first {first_seconds:.2f} s, then {wall:.2f} s, {in_model:.2f} s in the model; "
        f"{(wall - in_model) / bare:.1f} × as many bare CrewAI calls ({bare * 1000:.0f} ms)"
    )


def _bare_calls(count: int) -> None:
    from crewai import Agent
    from crewai.llms.base_llm import BaseLLM
    from crewai_core.printer import set_suppress_console_output

    set_suppress_console_output(True)

    class Instant(BaseLLM):
        def call(self, *_: object, **__: object) -> str:
            return "done"

        def supports_function_calling(self) -> bool:
            return True

        def get_input_tokens_count(self, *_: object, **__: object) -> int:
            return 1

        def get_context_window_size(self) -> int:
            return 32_000

    for _ in range(count):
        Agent(role="clerk", goal="answer", backstory="quick", llm=Instant(model="instant"), verbose=False).kickoff("go")


def _timed(work: Callable[[], Answer] | Callable[[], None]) -> tuple[Answer, float]:
    started = time.perf_counter()
    result = work()
    return result, time.perf_counter() - started  # type: ignore[return-value]


if __name__ == "__main__":
    main()
