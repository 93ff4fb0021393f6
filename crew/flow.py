"""The path of a question: a fixed graph of steps, persisted after each of them.

    intake ─► plan ─┬─► gather ─► assess ─┬─► draft ─► check ─┬─► close
                    │      ▲              │     ▲        │    │
                    │      └── replan ◄───┘     └────────┘    │
                    └─► close (clarify, decline)              └─► replan (once, when evidence is missing)

A run continues where it stopped: steps in the state's trail are walked through without being done again.
"""

import contextvars
import time
from collections.abc import Callable
from typing import Any

from crewai.flow.flow import Flow, listen, or_, router, start
from crewai_core.printer import set_suppress_console_output

from crew.answer import TerminalReason
from crew.answering.run import Run
from crew.answering.state import FlowState, Trace
from crew.errors import CrewError
from crew.models.budget import BudgetSpent
from crew.steps.assessing import assess, take_stock
from crew.steps.checking import check
from crew.steps.closing import close
from crew.steps.drafting import draft
from crew.steps.gathering import gather
from crew.steps.intake import take_in
from crew.steps.planning import plan, replan
from tools.errors import DeadlinePassed


def run_flow(run: Run) -> None:
    """Walk a run through the flow, in a context of its own in which CrewAI prints nothing."""

    def walk() -> None:
        set_suppress_console_output(True)
        stored = run.persistence.load_state(run.id)
        state = FlowState.model_validate(stored) if stored else FlowState(id=run.id)
        run.question = state.standalone or run.question
        QuestionFlow(run, initial_state=state).kickoff()

    contextvars.copy_context().run(walk)


class QuestionFlow(Flow[FlowState]):
    """Runs one question. `run` carries its collaborators; the state carries what must survive a crash."""

    _skip_auto_memory: bool = True

    def __init__(self, run: Run, **keywords: Any) -> None:
        super().__init__(suppress_flow_events=True, **keywords)
        self._run = run
        self._walked = 0

    @start()
    def beginning(self) -> None:
        """Where every question begins."""

    @router(beginning)
    def intake(self) -> str:
        """A follow-up written in full, the language, and every relative date resolved."""
        return self._step("intake", take_in)

    @router("to_plan")
    def planning(self) -> str:
        """The evidence slots and the steps that fill them, or a question back, or a refusal."""
        return self._step("plan", plan)

    @router(or_("to_gather", "to_gather_more"))
    def gathering(self) -> str:
        """The workers, in parallel."""
        return self._step("gather", gather, "to_assess")

    @router("to_assess")
    def assessing(self) -> str:
        """Slots filled? Sources in conflict? Budget left?"""
        return self._step("assess", assess)

    @router(or_("to_replan", "to_search_again"))
    def replanning(self) -> str:
        """Further steps for what is missing."""
        return self._step("replan", replan)

    @router(or_("to_draft", "to_redraft"))
    def drafting(self) -> str:
        """Sentences with markers, from the evidence."""
        return self._step("draft", draft, "to_check")

    @router("to_check")
    def checking(self) -> str:
        """The receipt."""
        return self._step("check", check)

    @listen("to_close")
    def closing(self) -> None:
        """Status, explanation, cost."""
        self._step("close", close, "closed")

    def _step(self, name: str, work: Callable[[Run, FlowState], str | None], leads_to: str = "") -> str:
        """Do a step unless the trail shows it done; the label it led to decides what comes next."""
        if self._walked < len(self.state.trail):
            trace = self.state.trail[self._walked]
            self._walked += 1
            return trace.label
        started = time.monotonic()
        label = self._attempt(name, work) or leads_to
        self.state.trail.append(Trace(step=name, label=label))
        self._walked += 1
        self._run.flow_step_done(name, label, time.monotonic() - started, self.state)
        return label

    def _attempt(self, name: str, work: Callable[[Run, FlowState], str | None]) -> str | None:
        """Run a step; what ends a question early leads to `close` with its reason, once."""
        self._run.announce(name)
        try:
            return work(self._run, self.state)
        except DeadlinePassed:
            return self._end_early("cancelled" if self._run.deadline.is_cancelled else "deadline")
        except BudgetSpent as error:
            self.state.warnings.append(str(error))
            return self._end_early("budget")
        except CrewError as error:
            self.state.failure = str(error)
            return self._end_early("failed")

    def _end_early(self, reason: TerminalReason) -> str:
        self.state.terminal_reason = reason
        if self.state.plan is not None and self.state.plan.steps:
            take_stock(self._run, self.state)
        return "to_close"
