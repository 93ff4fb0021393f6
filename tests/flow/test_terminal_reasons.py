"""Every way in which a question ends, through the whole desk: its terminal reason, status, and what it still says."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from crew.answer import EXIT_CODES, Answer, TerminalReason
from crew.answering.prepared import Prepared
from crew.assemble import open_desk
from crew.desk import Desk
from crew.settings import Settings
from tasks.correction import RetryCorrection
from tasks.plan import Plan, SearchCall
from tests.flow.conftest import ROUTE
from tests.flow.plans import answer_draft, falling_sentence, lookup_plan, quoting_sentence, two_source_plan
from tests.flow.test_path import QUESTION, STATEMENT, supported
from tests.flow.test_signals import search_plan
from tests.models import ScriptedModels
from tests.provider import Provider, running_provider
from tools.asker import Asker
from tools.documents.ingest import add_documents

PATIENCE = 6
"""Seconds of a question whose provider never answers: enough to gather first."""


@dataclass
class House:
    """The shop, and what a way to end is arranged with."""

    models: ScriptedModels
    config: Path
    settings: Settings
    provider: Provider

    def route(self, **deployment: Any) -> None:
        """Lead every route to one deployment."""
        route = {**ROUTE, "deployments": [deployment]}
        routes = dict.fromkeys(("fast", "strong", "verifying"), route)
        (self.config / "routes.yaml").write_text(yaml.safe_dump({"version": 1, "routes": routes}))

    def route_to(self, behaviour: str) -> None:
        """Lead every route to a provider that behaves so."""
        self.route(model=f"openai/{behaviour}", api_base=self.provider.base(behaviour), api_key_env="PROVIDER_KEY")

    def limit(self, **budgets: Any) -> None:
        """Lower the domain's budgets."""
        domain = self.config / "domains" / "shop.yaml"
        domain.write_text(f"{domain.read_text()}\n{yaml.safe_dump({'budgets': budgets})}")

    def ask(self, during: Callable[[Desk], object] = lambda desk: None, **more: Any) -> Answer:
        """Ask with the notes indexed; the stored run must end as the answer says."""
        settings = Settings.read({**self.settings.environment, "PROVIDER_KEY": "sk-local"})
        with open_desk("shop", config=self.config, settings=settings, asker=Asker(id="ana")) as desk:
            notes = desk.index("notes")
            add_documents(notes.index, self.config.parent / "notes", notes.embedder)
            during(desk)
            answer = desk.ask(QUESTION, **more)
            stored = desk.store.run(answer.run_id)
            assert (stored.status, stored.terminal_reason) == (answer.status, answer.terminal_reason)
        return answer


@pytest.fixture
def house(models: ScriptedModels, config: Path, settings: Settings) -> Iterator[House]:
    with running_provider() as provider:
        yield House(models, config, settings, provider)


def all_found(house: House) -> Answer:
    house.models.will_reply("plan", two_source_plan())
    house.models.will_reply(
        "draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue"), quoting_sentence())
    )
    house.models.will_reply("verify", supported)
    return house.ask()


def cause_not_found(house: House) -> Answer:
    *lookups, search = two_source_plan().steps
    lost = search.model_copy(update={"inputs": (), "search": SearchCall(words="zebra quantum lighthouse")})
    house.models.will_reply("plan", two_source_plan().model_copy(update={"steps": (*lookups, lost)}))
    house.models.will_reply("replan", Plan())
    house.models.will_reply("draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue")))
    return house.ask()


def nothing_found(house: House) -> Answer:
    house.models.will_reply("plan", search_plan("zebra quagga okapi"))
    house.models.will_reply("replan", Plan())
    return house.ask()


def asked_back(house: House) -> Answer:
    house.models.will_reply("plan", Plan(decision="clarify", message="Which year?", choices=("2024", "2025")))
    return house.ask()


def refused(house: House) -> Answer:
    house.models.will_reply("plan", Plan(decision="decline", message="These sources know nothing of the weather."))
    return house.ask()


def tokens_spent(house: House) -> Answer:
    house.limit(tokens=300)
    return house.ask(prepared=Prepared(plan=two_source_plan()))


def money_spent(house: House) -> Answer:
    house.route(model="scripted/model", input_price=10, output_price=10)
    house.limit(cost_usd=0.001)
    return house.ask(prepared=Prepared(plan=two_source_plan()))


def budget_spent_by_a_worker(house: House) -> Answer:
    house.limit(tokens=300)
    plan = two_source_plan()
    first, second, search = plan.steps
    return house.ask(prepared=Prepared(plan=plan.model_copy(update={"steps": (first, second, _asking(search))})))


def _asking(step: Any) -> Any:
    """A step whose worker has to be asked."""
    return step.model_copy(update={"search": None, "inputs": ()})


def provider_hangs(house: House) -> Answer:
    house.route_to("hang")
    return house.ask(prepared=Prepared(plan=two_source_plan()), deadline_seconds=PATIENCE)


def provider_drips(house: House) -> Answer:
    house.route_to("drip")
    return house.ask(prepared=Prepared(plan=two_source_plan()), deadline_seconds=PATIENCE)


def worker_goes_round(house: House) -> Answer:
    one, other = (STATEMENT.replace("o.amount", name) for name in ("o.amuont", "o.amonut"))
    given = {"country": "France"}
    house.models.will_reply("plan", lookup_plan())
    house.models.will_call("run_sql", statement=one, parameters=given)
    again = [RetryCorrection(corrected_query=text, parameters=given) for text in (other, f"  {one};", other.lower())]
    house.models.will_reply("correct", *again)
    house.models.will_reply("replan", Plan())
    return house.ask()


def supervisor_goes_round(house: House) -> Answer:
    house.models.will_reply("plan", search_plan("the zebra and the quagga"))
    house.models.will_reply("replan", search_plan("zebras, quaggas", "s2"))
    return house.ask()


def half_an_answer_goes_round(house: House) -> Answer:
    *lookups, search = two_source_plan().steps
    lost = search.model_copy(update={"inputs": (), "search": SearchCall(words="zebra quantum lighthouse")})
    again = lost.model_copy(update={"id": "s4", "search": SearchCall(words="lighthouse, zebra, quantum")})
    house.models.will_reply("plan", two_source_plan().model_copy(update={"steps": (*lookups, lost)}))
    house.models.will_reply("replan", Plan(steps=(again,)))
    house.models.will_reply("draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue")))
    return house.ask()


def no_provider_answers(house: House) -> Answer:
    house.route_to("401")
    return house.ask()


def person_cancels(house: House) -> Answer:
    return house.ask(
        during=lambda desk: house.models.will_reply("plan", lambda _: (desk.cancel(), two_source_plan())[1])
    )


ENDS: list[tuple[TerminalReason, str, int, Callable[[House], Answer]]] = [
    ("answered", "verified", 0, all_found),
    ("answered_partly", "partly_verified", 10, cause_not_found),
    ("no_evidence", "no_evidence", 14, nothing_found),
    ("clarify", "clarify", 12, asked_back),
    ("declined", "declined", 13, refused),
    ("budget", "no_evidence", 14, tokens_spent),
    ("budget", "no_evidence", 14, money_spent),
    ("budget", "no_evidence", 14, budget_spent_by_a_worker),
    ("deadline", "no_evidence", 14, provider_hangs),
    ("deadline", "no_evidence", 14, provider_drips),
    ("loop", "no_evidence", 14, worker_goes_round),
    ("loop", "no_evidence", 14, supervisor_goes_round),
    ("loop", "partly_verified", 10, half_an_answer_goes_round),
    ("failed", "failed", 20, no_provider_answers),
    ("cancelled", "no_evidence", 14, person_cancels),
]


@pytest.mark.parametrize(("reason", "status", "code", "end"), ENDS, ids=lambda value: getattr(value, "__name__", None))
def test_a_question_ends_with_its_reason(
    house: House, reason: TerminalReason, status: str, code: int, end: Callable[[House], Answer]
) -> None:
    answer = end(house)

    assert (answer.terminal_reason, answer.status, EXIT_CODES[answer.status]) == (reason, status, code), answer.answer


def test_every_reason_is_among_them() -> None:
    assert {reason for reason, *_ in ENDS} == set(get_args(TerminalReason))


@pytest.mark.parametrize("end", [provider_hangs, provider_drips, tokens_spent, money_spent])
def test_what_was_found_in_time_is_kept_and_what_is_missing_named(house: House, end: Callable[[House], Answer]) -> None:
    answer = end(house)

    assert [piece["id"] for piece in answer.evidence][:2] == ["E1", "E2"]
    assert any(m.startswith("now: evidence was found (revenue by customers.country") for m in answer.missing)
    assert any(missing.startswith("cause: ") for missing in answer.missing)
    assert all(missing in answer.answer for missing in answer.missing)
    if answer.terminal_reason == "deadline":
        assert [call["outcome"] for call in answer.models] == ["abandoned"]
        assert "Time ran out before it was finished." in answer.explanation


def test_a_budget_that_ends_in_one_step_keeps_what_the_others_found(house: House) -> None:
    answer = budget_spent_by_a_worker(house)

    assert [step.status for step in answer.steps] == ["done", "done", "cancelled"]
    assert "may use 300 tokens" in (answer.steps[2].reason or "")


def test_a_worker_that_goes_round_is_stopped_before_its_retries_are_used_up(house: House) -> None:
    worker_goes_round(house)

    assert len(house.models.prompts("correct")) == 3
