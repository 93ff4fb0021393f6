"""One question being answered: who asks, what may be used, and where each step is written down."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, TypeVar

from pydantic import BaseModel

from agents.asking import UnusableReply, ask_for
from agents.build import build_agent
from crew.answer import Answer
from crew.answering.fetching import Fetching
from crew.answering.learned import CopiedText, SeenTables
from crew.answering.prepared import Prepared
from crew.answering.progress import Listener, Progress, nobody
from crew.answering.prompts import prompt
from crew.answering.recording import Recorder
from crew.answering.searches import Searching, search_terms
from crew.answering.sharing import SharedFetches
from crew.answering.shelf import EvidenceShelf
from crew.answering.state import EARLY_ENDS, FlowState, StepOutcome
from crew.answering.step_words import outcome_words, step_words
from crew.answering.toolbox import Making, build_tools
from crew.answering.withholding import Withholding
from crew.domains.reading import readable_documents
from crew.errors import CrewError
from crew.join_decisions import JoinDecisions
from crew.models.calls import CallLog
from crew.models.routes import CallContext, Routes
from crew.sources import OpenIndex, Sources
from crew.specs import Configuration
from tasks.plan import PlanStep, SearchCall
from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.content_words import content_words
from tools.documents.freshness import asks_about_present
from tools.errors import ToolError
from tools.evidence import Evidence, EvidenceLog
from tools.sql.key_batches import JoinedKeys
from tools.sql.schema import Schema
from tools.wording import said

M = TypeVar("M", bound=BaseModel)
_TITLES = 60
"""Titles of an index's documents that the supervisor is shown."""


class RoleFailed(CrewError):
    """A role's model gave no usable reply."""


@dataclass
class Run:
    """The collaborators of one question."""

    id: str
    question: str
    asker: Asker
    today: date
    configuration: Configuration
    sources: Sources
    routes: Routes
    deadline: Deadline
    calls: CallLog
    recorder: Recorder
    joins: JoinDecisions
    listener: Listener = nobody
    shelf: EvidenceShelf = field(default_factory=EvidenceShelf)
    learned: tuple[str, ...] = ()
    """What past runs of the domain suggest, told to plans."""
    answer: Answer | None = None
    warnings: list[str] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    seen: SeenTables = field(default_factory=SeenTables)
    counts: SharedFetches = field(default_factory=SharedFetches)
    """What was counted for each join."""
    keys: dict[str, JoinedKeys] = field(default_factory=dict)
    """By step: the rows of another step that its own are joined to."""
    prepared: Prepared = field(default_factory=Prepared)
    asked: str = field(init=False)
    """The question as it was put; `question` is a follow-up in full."""
    copied: CopiedText = field(init=False)
    searching: Searching = field(init=False)

    def __post_init__(self) -> None:
        self.asked = self.question
        self.copied = CopiedText(self.shelf)
        self.searching = Searching(
            terms=search_terms(d.spec.semantic for d in self.sources.databases.values()),
            rounds=self.configuration.budgets.reformulations,
            is_about_present=asks_about_present(self.question),
        )

    @property
    def persistence(self) -> Any:
        """Where the flow keeps its state."""
        return self.recorder.persistence

    @property
    def fetching(self) -> Fetching:
        """The sources, with this asker's rights and this question's deadline."""
        return Fetching(
            sources=self.sources,
            asker=self.asker,
            deadline=self.deadline,
            today=self.today,
            copied=self.copied,
            seen=self.seen,
            shared=self.prepared.shared,
            searching=self.searching,
            join_tried=self.joins.tried,
            keys=self.keys,
            counts=self.counts,
        )

    @property
    def authority(self) -> dict[str, int]:
        """How far each source is believed where sources disagree; the higher number wins."""
        ranked = self.configuration.domain.authority or tuple(self.sources.kinds)
        return {name: len(ranked) - position for position, name in enumerate(ranked)}

    def ask(self, role: str, task: str, blocks: Mapping[str, Any], output: type[M], *, step: str | None = None) -> M:
        """Ask a role's agent for structured output."""
        agent = self._agent(role, step or task, [])
        try:
            return ask_for(agent, prompt(self.configuration.tasks[task], self._shown(role, blocks)), output)
        except UnusableReply as error:
            raise RoleFailed(
                said("The {role} gave no usable reply for `{task}`: {error}", role=role, task=task, error=error)
            ) from error

    def ask_worker(
        self, step: PlanStep, blocks: Mapping[str, Any], log: EvidenceLog, making: Making
    ) -> ToolError | None:
        """Let a worker's agent use its tools; evidence is filed in `log`, `making` hears of each call beforehand.

        All calls of one reply are run; once they have filed evidence or failed, the agent is done. Returns the last
        failure.
        """
        spec = self.configuration.agents[step.worker]
        tools = build_tools(spec.tools, step, self.fetching, log, making)

        def failures() -> list[ToolError]:
            return [failure for tool in tools if (failure := getattr(tool, "failure", None))]

        agent = self._agent(step.worker, step.id, tools, is_done=lambda: bool(log.filed or failures()))
        agent.kickoff(prompt(self.configuration.tasks[f"work_{step.worker}"], self._shown(step.worker, blocks)))
        return failures()[-1] if failures() else agent.llm.wrong_call

    def statement(
        self, step: PlanStep, statement: str, parameters: Mapping[str, Any], written_over: Schema | None = None
    ) -> list[Evidence]:
        """Run a statement for a step; `written_over` is the schema it was written over, by default the known one."""
        return self._filed(step, [self.fetching.step_statement(step, statement, parameters, written_over)])

    def search(self, step: PlanStep, *calls: SearchCall) -> list[Evidence]:
        """Run a step's searches; that one of them found nothing is no evidence where another found something."""
        found = [piece for call in calls for piece in self.fetching.search(step, call).evidence]
        return self._filed(step, [piece for piece in found if piece.kind == "passage"] or found)

    def fetch_document(self, step: PlanStep, document: str) -> list[Evidence]:
        """Fetch a document's passages for a step."""
        return self._filed(step, self.fetching.document(step.source, document))

    def describe_index(self, opened: OpenIndex) -> dict[str, Any]:
        """What the supervisor may know of an index before it is searched: what the asker may read, or what is amiss.

        Of many titles those near the question are shown.
        """
        try:
            documents = readable_documents(opened.index, self.asker, self.deadline)
        except ToolError as error:
            self.deadline.check()
            self.warnings.append(f"{opened.name}: {error.told}")
            return {"trouble": str(error)}
        asked = content_words(self.question)
        titles = sorted({d.title for d in documents}, key=lambda title: (-len(asked & content_words(title)), title))
        return {"documents": len(documents), "titles": sorted(titles[:_TITLES])}

    def flow_step_done(self, step: str, label: str, seconds: float, state: FlowState) -> None:
        """Persist the state after a step of the flow, log the step, and tell the listener."""
        self.recorder.save(step, state)
        status = "ended_early" if state.terminal_reason in EARLY_ENDS and label == "to_close" else "done"
        reason = {"reason": state.plan_choice} if step in ("plan", "replan") and state.plan_choice else {}
        self.recorder.flow_step(step, status=status, seconds=seconds, summary={"leads_to": label, **reason})
        self.listener(
            Progress(step, "done" if status == "done" else "failed", step_words(step, status, state), seconds)
        )

    def save(self, step: str, state: FlowState) -> None:
        """Persist the state within a step."""
        self.recorder.save(step, state)

    def step_done(self, step: PlanStep, outcome: StepOutcome, evidence: Sequence[Evidence]) -> None:
        """Write down a step of the plan and its new evidence."""
        self.recorder.plan_step(step, outcome)
        self.recorder.evidence(evidence)

    def announce_outcome(self, step: PlanStep, outcome: StepOutcome, evidence: Sequence[Evidence]) -> None:
        """Tell the listener what became of a step of the plan."""
        status: Any = "failed" if outcome.status in ("failed", "cancelled") else "done"
        self.listener(Progress(step.id, status, outcome_words(step, outcome, evidence), outcome.seconds))

    def announce(self, step: str) -> None:
        """Tell the listener that a step of the flow begins."""
        self.listener(Progress(step, "started", step_words(step, "started", None)))

    def announce_step(self, step: PlanStep, status: Any) -> None:
        """Tell the listener of a step of the plan."""
        self.listener(Progress(step.id, status, f"{step.worker} ({step.source}): {step.task}"))

    def finish(self, answer: Answer) -> None:
        """Keep the answer."""
        self.answer = answer
        self.recorder.finish(answer)

    def withholding(self, role: str) -> Withholding | None:
        """What is kept from a role's model; None where its prompts stay on the operator's machines."""
        rules = Withholding(self.configuration.policy, self._metrics, self.shelf)
        return rules if rules.is_needed and self.routes.is_hosted(self.configuration.agents[role].route) else None

    @cached_property
    def _metrics(self) -> dict[str, str]:
        layers = [d.semantics().spec.metrics for d in self.sources.databases.values()]
        return {name: metric.expression for metrics in layers for name, metric in metrics.items()}

    def _shown(self, role: str, blocks: Mapping[str, Any]) -> dict[str, Any]:
        rules = self.withholding(role)
        return rules.blocks(blocks) if rules else dict(blocks)

    def _agent(self, role: str, step: str, tools: Sequence[Any], is_done: Callable[[], bool] = lambda: False) -> Any:
        from crew.models.router_llm import RouterLLM

        spec = self.configuration.agents[role]
        context = CallContext(step=step, role=role, log=self.calls, deadline=self.deadline)
        llm = RouterLLM(model=spec.route, routes=self.routes, context=context, is_done=is_done)
        return build_agent(spec, llm, tools, self.configuration.domain.wording.preamble)

    def _filed(self, step: PlanStep, evidence: Sequence[Evidence]) -> list[Evidence]:
        return EvidenceLog(step.id).file(*evidence)
