"""A flow of three steps that may be killed in the middle; prints the steps that really ran."""

import os
import sys

from crewai.flow.flow import Flow, listen, start
from crewai.flow.persistence import persist
from pydantic import BaseModel

from crew.store.persistence import StorePersistence
from crew.store.store import Store

url, run, killed_in = sys.argv[1:4]
store = Store.open(url)


class State(BaseModel):
    """What each step leaves."""

    id: str = ""
    results: dict[str, str] = {}


@persist(StorePersistence(store))
class Steps(Flow[State]):
    """Each step is skipped when its result is in the state."""

    def once(self, step: str) -> None:
        """Run a step, unless it ran before, or die in it."""
        if step in self.state.results:
            return
        if step == killed_in:
            os._exit(9)
        print(step, flush=True)  # noqa: T201
        self.state.results = {**self.state.results, step: "done"}

    @start()
    def plan(self) -> None:
        """First."""
        self.once("plan")

    @listen(plan)
    def gather(self) -> None:
        """Second."""
        self.once("gather")

    @listen(gather)
    def draft(self) -> None:
        """Third."""
        self.once("draft")


Steps(suppress_flow_events=True).kickoff(inputs={"id": run})
os._exit(0)  # CrewAI's threads would hold the process
