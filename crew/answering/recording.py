"""Writes down what one run does: its flow's state, steps, model calls, evidence and answer."""

import json
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crew.answer import Answer
from crew.answering.purse import Purse
from crew.answering.state import FlowState, StepOutcome
from crew.models.budget import BudgetSpent, CallRequest
from crew.models.calls import ModelCall
from crew.models.recording import RecordedCompletion
from crew.models.redaction import Redaction
from crew.store.records import CallIntent, CallSettlement, StepRecord
from crew.store.store import Store
from tasks.plan import PlanStep
from tools.evidence import Evidence

if TYPE_CHECKING:
    from crewai.flow.persistence.base import FlowPersistence


class Recorder:
    """The store, for one run; also the sink of its model calls."""

    def __init__(self, store: Store, run: str, redact: Redaction, purse: Purse, record_to: Path | None = None) -> None:
        self._store, self._run = store, run
        self._redact, self._purse, self._record_to = redact, purse, record_to
        self._lock = threading.Lock()
        self._sequences: dict[str, int] = {}

    @cached_property
    def persistence(self) -> "FlowPersistence":
        """Where CrewAI's flow keeps its state: the store."""
        from crew.store.persistence import StorePersistence

        return StorePersistence(store=self._store)

    def save(self, step: str, state: FlowState) -> None:
        """Keep the flow's state after a step."""
        self.persistence.save_state(self._run, step, state)

    def flow_step(self, name: str, *, status: str, seconds: float, summary: dict[str, Any]) -> None:
        """Log a step of the flow."""
        self._step(name, status, seconds, summary)

    def plan_step(self, step: PlanStep, outcome: StepOutcome) -> None:
        """Log a step of the plan."""
        summary = {
            "task": step.task,
            **outcome.model_dump(mode="json", include={"evidence", "reason", "reflections", "searches"}),
        }
        self._step(
            step.id,
            outcome.status,
            outcome.seconds,
            summary,
            worker=step.worker,
            source=step.source,
            retries=outcome.retries,
        )

    def evidence(self, evidence: Sequence[Evidence]) -> None:
        """Keep numbered evidence."""
        if evidence:
            self._store.file_evidence(self._run, evidence)

    def finish(self, answer: Answer) -> None:
        """Keep the answer and close the run's audit chain."""
        self._store.finish_run(
            self._run,
            status=answer.status,
            terminal_reason=answer.terminal_reason,
            answer=answer.model_dump(mode="json"),
            explanation=answer.explanation,
            usage=answer.usage.model_dump(mode="json"),
            question_kind=answer.question_kind,
            language=answer.language,
        )

    def begin(self, call_id: str, *, request: CallRequest) -> None:
        """Write the intent of a model call; raises BudgetSpent when the day's money does not reach for it."""
        intent = CallIntent(step=request.step, role=request.role, route=request.route, request_digest=request.digest)
        sequence = self._store.begin_call(self._run, intent)
        with self._lock:
            self._sequences[call_id] = sequence
        try:
            self._purse.reserve(sequence, request)
        except BudgetSpent as error:
            refused = CallSettlement(outcome="refused", error=str(error))
            self._store.settle_call(self._run, sequence, refused)
            raise

    def settle(self, call: ModelCall) -> None:
        """Write what became of a model call."""
        with self._lock:
            sequence = self._sequences[call.id]
        failures = tuple({"deployment": f.deployment, "error": f.reason} for f in call.failures)
        settlement = CallSettlement.model_validate(
            {
                "outcome": call.outcome,
                "deployment": call.deployment,
                "provider_model": call.deployment,
                "fallbacks": failures,
                "prompt_tokens": call.prompt_tokens,
                "completion_tokens": call.completion_tokens,
                "cost": call.cost_usd,
                "seconds": call.seconds,
            }
        )
        self._store.settle_call(self._run, sequence, settlement)
        self._purse.release(sequence)
        if call.completion is not None:
            self._keep(sequence, call.completion)

    def _keep(self, sequence: int, completion: RecordedCompletion) -> None:
        """Keep a completion for replay, without secrets."""
        text = self._redact(completion.model_dump_json())
        self._store.keep_completion(self._run, sequence, json.loads(text))
        if self._record_to is not None:
            with self._lock, self._record_to.open("a", encoding="utf-8") as file:
                file.write(text + "\n")

    def _step(self, name: str, status: str, seconds: float, summary: dict[str, Any], **more: Any) -> None:
        ended = datetime.now(UTC)
        started = ended - timedelta(seconds=seconds)
        record = StepRecord(name=name, status=status, started_at=started, ended_at=ended, summary=summary, **more)
        self._store.record_step(self._run, record)
