"""The deadline, a person's Ctrl-C, a budget and a failing provider each end a question honestly."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from crew.assemble import open_desk
from crew.desk import Desk
from crew.settings import Settings
from crew.store.rates import TooManyQuestions
from tasks.plan import Plan
from tests.flow.plans import two_source_plan
from tests.models import ScriptedModels
from tests.provider import Provider, running_provider
from tools.asker import Asker

QUESTION = "Why did revenue in Spain fall last quarter?"


@pytest.fixture
def provider() -> Iterator[Provider]:
    with running_provider() as running:
        yield running


def desk_on(provider: Provider, behaviour: str, config: Path, settings: Settings) -> Desk:
    """The shop's desk with every route leading to a provider that behaves so."""
    deployment = {"model": f"openai/{behaviour}", "api_base": provider.base(behaviour), "api_key_env": "PROVIDER_KEY"}
    routes = {name: {"deployments": [deployment]} for name in ("fast", "strong", "verifying")}
    (config / "routes.yaml").write_text(yaml.safe_dump({"version": 1, "routes": routes}))
    with_key = Settings.read({**settings.environment, "PROVIDER_KEY": "sk-local"})
    return open_desk("shop", config=config, settings=with_key, asker=Asker(id="ana"))


def test_a_provider_that_hangs_ends_at_the_deadline_with_its_reason(
    provider: Provider, config: Path, settings: Settings
) -> None:
    with desk_on(provider, "hang", config, settings) as desk:
        answer = desk.ask(QUESTION, deadline_seconds=1)

    assert (answer.status, answer.terminal_reason) == ("no_evidence", "deadline")
    assert answer.models[0]["outcome"] == "abandoned"


def test_cancelling_ends_a_question_while_the_provider_hangs(
    provider: Provider, config: Path, settings: Settings
) -> None:
    with desk_on(provider, "hang", config, settings) as desk:
        waiting = threading.Thread(target=lambda: (wait_until(provider.asked.total), desk.cancel()))
        waiting.start()
        answer = desk.ask(QUESTION)
        waiting.join()

        assert answer.terminal_reason == "cancelled"
        assert desk.store.run(answer.run_id).terminal_reason == "cancelled"


def test_when_every_deployment_fails_the_run_says_why_and_is_kept(
    provider: Provider, config: Path, settings: Settings
) -> None:
    with desk_on(provider, "401", config, settings) as desk:
        answer = desk.ask(QUESTION)

        assert (answer.status, answer.terminal_reason) == ("failed", "failed")
        assert "openai/401: the key is wrong or missing" in answer.answer
        assert desk.store.run(answer.run_id).status == "failed"


def test_a_spent_budget_ends_the_question_before_the_next_call(
    models: ScriptedModels, config: Path, settings: Settings
) -> None:
    limit_tokens(config, 6_000)
    models.will_reply("plan", two_source_plan())

    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        answer = desk.ask(QUESTION)

    assert (answer.status, answer.terminal_reason) == ("no_evidence", "budget")
    assert any("may use 6000 tokens" in warning for warning in answer.warnings)
    assert [e["kind"] for e in answer.evidence] == ["rows", "rows", "nothing_found"]
    assert answer.usage.tokens <= 6_000


def limit_tokens(config: Path, tokens: int) -> None:
    """Lower the shop's token budget."""
    domain = config / "domains" / "shop.yaml"
    domain.write_text(f"{domain.read_text()}\nbudgets: {{tokens: {tokens}}}\n")


def wait_until(condition: object) -> None:
    """Wait until a condition holds; the test's own timeout ends a wait in vain."""
    while not condition():  # type: ignore[operator]
        time.sleep(0.01)


def test_an_asker_who_asks_too_often_waits_or_is_told_when_to_come_back(
    config: Path, settings: Settings, models: ScriptedModels
) -> None:
    domain = config / "domains" / "shop.yaml"
    domain.write_text(domain.read_text() + "budgets: {questions_a_minute: 1}\n")
    models.will_reply("plan", Plan(decision="clarify", message="Which one?"), Plan(decision="clarify", message="?"))

    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        assert desk.ask(QUESTION).status == "clarify"
        with pytest.raises(TooManyQuestions, match="At most 1 questions a minute"):
            desk.ask(QUESTION, deadline_seconds=1)
