"""Recordings: completions are found again by what the prompt is about, and nothing else is made up."""

from pathlib import Path

import pytest

from crew.answering.kept_completions import KeptCompletions
from crew.answering.prepared import Prepared
from crew.assemble import open_desk
from crew.desk import Desk
from crew.models.attempt import CallContext
from crew.models.budget import Budget
from crew.models.calls import CallLog
from crew.models.recording import (
    NotRecorded,
    RecordedCompletion,
    Replay,
    UnusableRecording,
    read_recording,
    request_key,
)
from crew.models.redaction import Redaction
from crew.settings import Settings
from tests.flow.shop import make_shop
from tests.models import ScriptedModels, install
from tests.provider import running_provider
from tests.routes.test_routes import REQUEST, Sink, routes
from tools.asker import Asker
from tools.deadline import Deadline

QUESTION = "How did revenue in Spain change last quarter against the previous year?"


def prompt(words: str, blocks: str = '{"name": "plan"}') -> list[dict[str, str]]:
    return [{"role": "user", "content": f'{words}\n<block name="task" version="1">\n{blocks}\n</block>'}]


def desk(tmp_path: Path, **environment: str) -> Desk:
    config = tmp_path / "config"
    if not config.exists():
        make_shop(tmp_path)
    settings = Settings.read({"CROSSCHECK_HOME": str(tmp_path / "state"), "HOME": str(tmp_path), **environment})
    return open_desk("shop", config=config, settings=settings, asker=Asker(id="ana"))


def test_the_key_of_a_request_is_its_blocks_and_not_its_wording() -> None:
    first = request_key("supervisor", "plan", 1, prompt("Plan."))
    reworded = request_key("supervisor", "plan", 1, prompt("Make a plan."))
    other = request_key("supervisor", "plan", 1, prompt("Plan.", '{"name": "draft"}'))

    assert (first.digest, first.wording) != (reworded.digest, reworded.wording)
    assert first.digest == reworded.digest
    assert first.digest != other.digest


def test_a_recorded_question_is_answered_again_without_a_model(tmp_path: Path) -> None:
    file = tmp_path / "completions.jsonl"
    with desk(tmp_path) as opened:
        first = opened.ask(QUESTION, prepared=Prepared(record_to=file))
    completions = read_recording(file.read_text().splitlines(), "file")
    (tmp_path / "config" / "routes.yaml").write_text(
        "version: 1\nroutes:\n"
        + "".join(
            f"  {route}: {{deployments: [{{model: scripted/none}}]}}\n" for route in ("fast", "strong", "verifying")
        )
    )
    models = ScriptedModels()
    install(models)

    with desk(tmp_path) as opened:
        again = opened.ask(QUESTION, prepared=Prepared(replay=Replay(completions, "file")))

    assert models.seen == []
    assert first.status == "verified", first.answer
    assert again.status == "verified", again.answer
    assert again.answer == first.answer
    assert again.usage.cost_usd == "0"


def test_a_request_that_was_not_recorded_ends_the_run(tmp_path: Path) -> None:
    with desk(tmp_path) as opened:
        answer = opened.ask(QUESTION, prepared=Prepared(replay=Replay([], "nothing.jsonl")))

    assert answer.status == "failed"
    assert "nothing.jsonl holds no completion for step `plan` of the supervisor" in answer.answer


def test_a_changed_wording_warns_and_changed_blocks_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "completions.jsonl"
    with desk(tmp_path) as opened:
        opened.ask(QUESTION, prepared=Prepared(record_to=file))
    plan = read_recording(file.read_text().splitlines(), "file")[0]
    replay = Replay([plan], "file")

    replay.find(plan.request.model_copy(update={"wording": "other"}))
    with pytest.raises(NotRecorded, match="differs from the recording"):
        replay.find(plan.request.model_copy(update={"digest": "other"}))

    assert replay.warnings == ["The wording of these prompts has changed since the recording: plan (supervisor)."]


def test_a_broken_line_is_named() -> None:
    with pytest.raises(UnusableRecording, match="file, line 2"):
        read_recording(["", '{"request": 3}'], "file")


def test_secrets_of_the_environment_are_not_recorded() -> None:
    redact = Redaction(
        {"OPENAI_API_KEY": "sk-verysecret", "URL": "mysql://root:hunter22@host/db", "LANG": "de_DE", "PIN_KEY": "12"}
    )

    said = redact('{"text": "sk-verysecret at mysql://root:hunter22@host/db, de_DE 12"}')

    assert said == '{"text": "[redacted] at mysql://root:[redacted]@host/db, de_DE 12"}'


def test_completions_are_kept_with_the_run_and_vouched_for_by_its_log(tmp_path: Path) -> None:
    with desk(tmp_path) as opened:
        answer = opened.ask(QUESTION)
        kept = opened.store.completions(answer.run_id)

        assert kept[0]["request"]["step"] == "plan"
        assert opened.store.verify(answer.run_id) == []


class Kept:
    """Completions kept in memory."""

    def __init__(self) -> None:
        self.found: dict[str, RecordedCompletion] = {}

    def find(self, identity: str) -> RecordedCompletion | None:
        return self.found.get(identity)

    def keep(self, identity: str, completion: RecordedCompletion, hours: float) -> None:
        self.found[identity] = completion


def test_an_identical_request_is_answered_from_what_was_kept_only_where_the_route_says_so() -> None:
    with running_provider() as provider:
        for hours, asked in ((24, 1), (0, 2)):
            provider.asked.clear()
            opened = routes(provider, "ok", reuse_completions_hours=hours)
            log = CallLog(Sink(), Budget(tokens=100_000), reuse=Kept())
            context = CallContext(step="plan", role="supervisor", log=log, deadline=Deadline(30))
            for _ in range(2):
                completion = opened.complete("strong", REQUEST, context, prompt_tokens=10)
                assert completion.reply.choices[0].message.content == "fine"
            other = {"messages": [{"role": "user", "content": "something else"}]}
            opened.complete("strong", other, context, prompt_tokens=10)

            assert provider.asked["ok"] == asked + 1
            assert [call.is_reused for call in log.calls] == [False, hours > 0, False]


def test_completions_are_kept_for_one_asker(tmp_path: Path) -> None:
    with desk(tmp_path) as opened:
        opened.ask(QUESTION)
        completion = RecordedCompletion.model_validate(opened.store.completions(opened.store.runs(None)[0].id)[0])
        KeptCompletions(opened.store, "ana").keep("x", completion, 1)

        assert KeptCompletions(opened.store, "ana").find("x") == completion
        assert KeptCompletions(opened.store, "ben").find("x") is None
