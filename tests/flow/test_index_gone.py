"""A question for which an index cannot be asked is answered from the database, partly, and says what is missing."""

import os
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from crew.answer import Answer
from crew.assemble import open_desk
from crew.desk import Desk
from crew.load import load_configuration
from crew.opening import open_index
from crew.settings import Settings
from tests.documents.elastic import remove_index
from tests.documents.elastic_proxy import Fault, Proxy, running_proxy
from tests.flow.shop import make_shop
from tools.asker import Asker
from tools.documents.ingest import add_documents

QUESTION = "Why did revenue in Spain fall last quarter?"
ANA = Asker(id="ana")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The shop's configuration, with the offline model behind every route."""
    return make_shop(tmp_path)


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    url = os.environ.get("CROSSCHECK_TEST_ELASTICSEARCH_URL")
    if not url:
        pytest.skip("CROSSCHECK_TEST_ELASTICSEARCH_URL is not set")
    with running_proxy(url) as running:
        yield running


@pytest.fixture
def on_server(config: Path, settings: Settings, proxy: Proxy) -> Iterator[Settings]:
    """The shop's notes on a real server behind a proxy; returns the settings that lead there."""
    name = f"crosscheck_test_documents_{uuid.uuid4().hex[:8]}"
    domain = config / "domains" / "shop.yaml"
    domain.write_text(domain.read_text().replace("path: index", f"url_env: NOTES_URL, name: {name}"))
    made = Settings.read({**settings.environment, "NOTES_URL": proxy.url})
    load(config, made)
    yield made
    remove_index(os.environ["CROSSCHECK_TEST_ELASTICSEARCH_URL"], name)


def load(config: Path, settings: Settings) -> None:
    configuration = load_configuration("shop", settings=settings, folder=config)
    notes = open_index(configuration, "notes", settings, None, create=True)
    add_documents(notes.index, config.parent / "notes", notes.embedder)
    notes.index.close()


def desk(config: Path, settings: Settings) -> Desk:
    return open_desk("shop", config=config, settings=settings, asker=ANA)


def check_partial(answer: Answer, because: str) -> None:
    assert (answer.status, answer.terminal_reason) == ("partly_verified", "answered_partly"), answer.answer
    assert "200" in answer.answer and "500" in answer.answer
    assert "carrier" not in answer.answer
    told = " ".join([*answer.warnings, *answer.missing])
    assert because in told, told
    asked_in_vain = {call["step"] for call in answer.models if call["role"] == "document_researcher"}
    assert not asked_in_vain and "replan" not in {call["step"] for call in answer.models}


def test_with_the_index_the_cause_is_told(config: Path, settings: Settings) -> None:
    load(config, settings)

    with desk(config, settings) as open_one:
        answer = open_one.ask(QUESTION)

    assert "carrier in Madrid" in answer.answer


def test_an_embedded_index_that_was_deleted(config: Path, settings: Settings) -> None:
    load(config, settings)

    with desk(config, settings) as open_one:
        shutil.rmtree(config.parent / "index")
        check_partial(open_one.ask(QUESTION), "document index did not answer")


def test_an_embedded_index_that_cannot_be_opened(config: Path, settings: Settings) -> None:
    (config.parent / "index").write_text("not a folder")

    with desk(config, settings) as open_one:
        check_partial(open_one.ask(QUESTION), "`indexes.notes`: The index in")


@pytest.mark.parametrize(
    ("fault", "because"),
    [
        (Fault("status", 401), "refused the credentials; set `api_key_env`"),
        (Fault("status", 404), "There is no index"),
        (Fault("status", 503), "answered with status 503"),
        (Fault("reset"), "closed the connection"),
    ],
    ids=["401", "missing", "503", "reset"],
)
def test_a_server_that_refuses_before_the_question(
    config: Path, on_server: Settings, proxy: Proxy, fault: Fault, because: str
) -> None:
    proxy.breaks = lambda request, before: fault

    with desk(config, on_server) as open_one:
        check_partial(open_one.ask(QUESTION), because)


@pytest.mark.parametrize(
    "fault",
    [Fault("status", 401), Fault("status", 404), Fault("status", 503), Fault("reset"), Fault("hang")],
    ids=["401", "missing", "503", "reset", "hang"],
)
def test_a_server_that_fails_in_the_middle_of_the_question(
    config: Path, on_server: Settings, proxy: Proxy, fault: Fault
) -> None:
    began = time.monotonic()
    with desk(config, on_server) as open_one:
        open_one.ask("What was revenue in Spain last quarter?")  # reads the documents' titles
        proxy.breaks = lambda request, before: fault
        answer = open_one.ask(QUESTION, deadline_seconds=20)

    check_partial(answer, "document index did not answer")
    assert time.monotonic() - began < 60
    assert answer.usage.seconds < 21


def test_a_server_that_hangs_from_the_start_leaves_time_for_the_database(
    config: Path, on_server: Settings, proxy: Proxy
) -> None:
    with desk(config, on_server) as open_one:
        proxy.breaks = lambda request, before: Fault("hang")
        answer = open_one.ask(QUESTION, deadline_seconds=20)

    check_partial(answer, "document index did not answer")
    assert answer.usage.seconds < 21


def test_an_index_that_could_not_be_opened_is_opened_with_a_later_question(config: Path, settings: Settings) -> None:
    (config.parent / "index").write_text("not a folder")

    with desk(config, settings) as open_one:
        open_one.absences.rest_seconds = 0
        check_partial(open_one.ask(QUESTION), "`indexes.notes`: The index in")
        (config.parent / "index").unlink()
        load(config, settings)
        answer = open_one.ask(QUESTION)

    assert "carrier in Madrid" in answer.answer
    assert not any("indexes.notes" in warning for warning in answer.warnings)
