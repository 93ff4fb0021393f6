"""What past runs of a domain suggest for planning the next: counted by rule, inspectable, and off until switched on.

People's marks go first: an answer that someone marked wrong counts as a failure whatever its status.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from crew.answer import Answer
from crew.store.records import MarkRecord, RunRecord, StepRecord
from crew.store.store import Store
from crew.stored_answers import OutgrownAnswer, stored_answer
from tools.asker import Asker
from tools.frozen import Frozen

_NAMESPACE = "learned"
_FEWEST_RUNS = 5
_FEWEST_FAILURES = 3
_RARELY = 0.1
_MOST_RUNS = 1000
_PROVED = ("verified", "partly_verified")


class Suggestion(Frozen):
    """One thing that past runs suggest, in words for the supervisor, and what it rests on."""

    kind: Literal["rarely_cited", "failing_name", "marked_wrong"]
    about: str
    """The question kind, or the source."""
    text: str
    runs: int
    """How many runs it rests on."""


class Learned(Frozen):
    """What was mined of a domain's runs, and whether plans are told of it."""

    is_on: bool = False
    since: datetime | None = None
    """When plans began to be told."""
    mined_from: int = 0
    suggestions: tuple[Suggestion, ...] = ()


class Outcomes(Frozen):
    """How runs went: shares are of all of them, the rest are means."""

    runs: int = 0
    proved: float = 0.0
    marked_wrong: float = 0.0
    retries: float = 0.0
    model_calls: float = 0.0
    tokens: float = 0.0


@dataclass(frozen=True)
class PastRun:
    """One ended run with what was said of it."""

    record: RunRecord
    answer: Answer
    steps: tuple[StepRecord, ...]
    marks: tuple[MarkRecord, ...]

    @property
    def is_wrong(self) -> bool:
        """Whether the last person to judge it called it wrong."""
        judged = [mark.verdict for mark in self.marks if mark.verdict in ("right", "wrong")]
        return bool(judged) and judged[-1] == "wrong"

    @property
    def is_proved(self) -> bool:
        """Whether it proved something that no one has called wrong."""
        return self.answer.status in _PROVED and not self.is_wrong


def past_runs(store: Store, domain: str, asker: Asker) -> list[PastRun]:
    """The domain's ended runs that the asker may see, newest first."""
    records = store.runs(asker, limit=_MOST_RUNS, domain=domain)
    return [run for record in records if record.answer is not None and (run := _past_run(store, record))]


def mine(runs: Sequence[PastRun]) -> tuple[Suggestion, ...]:
    """What these runs suggest, people's marks first."""
    by_kind: dict[str, list[PastRun]] = defaultdict(list)
    for run in runs:
        by_kind[run.answer.question_kind or "other"].append(run)
    wrong = [found for kind, of_kind in sorted(by_kind.items()) if (found := _marked_wrong(kind, of_kind))]
    rare = [found for kind, of_kind in sorted(by_kind.items()) for found in _rarely_cited(kind, of_kind)]
    return (*wrong, *_failing_names(runs), *rare)


def load_learned(store: Store, domain: str) -> Learned:
    """What is kept of a domain; nothing learned, and off, where nothing is."""
    kept = store.cached(_NAMESPACE, domain, "suggestions")
    return Learned() if kept is None else Learned.model_validate(kept)


def keep_learned(store: Store, domain: str, learned: Learned) -> None:
    """Keep what was mined of a domain."""
    store.keep_cached(_NAMESPACE, domain, "suggestions", learned.model_dump(mode="json"))


def told_to_plans(store: Store, domain: str) -> tuple[str, ...]:
    """The suggestions that plans are told; none where they are switched off."""
    learned = load_learned(store, domain)
    return tuple(suggestion.text for suggestion in learned.suggestions) if learned.is_on else ()


def outcomes(runs: Iterable[PastRun]) -> Outcomes:
    """How runs went, taken together."""
    found = list(runs)
    if not found:
        return Outcomes()
    return Outcomes(
        runs=len(found),
        proved=_mean(run.is_proved for run in found),
        marked_wrong=_mean(run.is_wrong for run in found),
        retries=_mean(sum(step.retries for step in run.answer.steps) for run in found),
        model_calls=_mean(run.answer.usage.model_calls for run in found),
        tokens=_mean(run.answer.usage.tokens for run in found),
    )


def _past_run(store: Store, record: RunRecord) -> PastRun | None:
    """The run with its answer; None for one that another version stored and that does not fit."""
    try:
        answer = stored_answer(record)
    except OutgrownAnswer:
        return None
    return PastRun(record, answer, tuple(store.steps(record.id)), tuple(store.marks(record.id)))


def _marked_wrong(kind: str, runs: Sequence[PastRun]) -> Suggestion | None:
    wrong = [run for run in runs if run.is_wrong]
    reasons = [mark.why for run in wrong for mark in run.marks if mark.verdict == "wrong" and mark.why]
    if not wrong or not reasons:
        return None
    text = (
        f"Of {len(runs)} answers to questions of kind `{kind}`, people marked {len(wrong)} wrong. "
        f"The latest reasons: {'; '.join(reasons[:3])}."
    )
    return Suggestion(kind="marked_wrong", about=kind, text=text, runs=len(wrong))


def _rarely_cited(kind: str, runs: Sequence[PastRun]) -> list[Suggestion]:
    """Sources that plans of a kind ask and that proved answers hardly ever cite."""
    asked: Counter[str] = Counter()
    cited: Counter[str] = Counter()
    for run in (run for run in runs if run.is_proved):
        sources = {piece["id"]: piece["source"] for piece in run.answer.evidence}
        asked.update({step.source for step in run.answer.steps})
        cited.update({sources[number] for s in run.answer.sentences for number in s.citations if number in sources})
    return [
        Suggestion(
            kind="rarely_cited",
            about=kind,
            text=f"For questions of kind `{kind}`, `{source}` was asked in {count} proved answers and cited in "
            f"{cited[source]}: plan it only where the question itself calls for it.",
            runs=count,
        )
        for source, count in sorted(asked.items())
        if count >= _FEWEST_RUNS and cited[source] <= count * _RARELY
    ]


def _failing_names(runs: Sequence[PastRun]) -> list[Suggestion]:
    """Names that statements failed for again and again, with the one that was proposed instead."""
    failures: Counter[tuple[str, str, str]] = Counter()
    for run in runs:
        for step in run.steps:
            for reflection in (step.summary or {}).get("reflections", ()):
                if step.source and reflection.get("missing"):
                    failures[step.source, reflection["missing"], _name(reflection.get("proposed"))] += 1
    return [
        Suggestion(
            kind="failing_name",
            about=source,
            text=f"In `{source}`, statements failed {count} times for the name `{missing}`"
            + (f"; `{proposed}` was proposed instead." if proposed else "."),
            runs=count,
        )
        for (source, missing, proposed), count in sorted(failures.items())
        if count >= _FEWEST_FAILURES
    ]


def _name(proposed: Any) -> str:
    if isinstance(proposed, list | tuple):
        return str(proposed[0]) if proposed else ""
    return str(proposed or "")


def _mean(values: Iterable[float]) -> float:
    found = [float(value) for value in values]
    return round(sum(found) / len(found), 4)
