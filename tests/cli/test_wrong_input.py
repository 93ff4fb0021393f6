"""Whatever a person gets wrong is answered by one clear message on stderr and exit code 2."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome, Run

Change = Callable[[str, str], None]
QUESTION = "What was the revenue by region in Q2 2025?"

_HOSTED = "version: 1\nroutes:\n" + "".join(
    f"  {name}: {{deployments: [{{model: openai/gpt-4o, api_key_env: CROSSCHECK_TEST_NO_KEY}}]}}\n"
    for name in ("fast", "strong", "verifying")
)
_NOT_WRITABLE = "/proc"


def assert_refused(outcome: Outcome, *words: str) -> None:
    """Exit code 2, nothing on stdout, and one message with these words."""
    assert outcome.code == 2
    assert outcome.stdout == ""
    assert outcome.stderr.count("Error: ") == 1
    for word in words:
        assert word in outcome.stderr


def test_a_question_in_another_encoding(shop: Path, run: Run) -> None:
    assert_refused(run("ask", "Umsatz f\udcfcr Q2 2025?"), "The question has characters that are no text.", "UTF-8")


def test_an_unknown_domain(shop: Path, run: Run) -> None:
    assert_refused(run("ask", QUESTION, "--domain", "shpo"), "There is no domain `shpo`. Did you mean `shop`?")


def test_a_missing_configuration_folder(shop: Path, run: Run) -> None:
    assert_refused(run("ask", QUESTION, "--config", "nowhere"), "--config names nowhere, which is not a folder")


def test_broken_yaml(shop: Path, run: Run, change_domain: Change) -> None:
    change_domain("about: Orders", "about: [Orders")

    assert_refused(run("ask", QUESTION), "config/domains/shop.yaml is not valid YAML, line ")


def test_a_typo_in_a_key(shop: Path, run: Run, change_domain: Change) -> None:
    change_domain("semantic:", "semantics:")

    assert_refused(run("ask", QUESTION), "`databases.shop.semantics` is no key. Did you mean `semantic`?")


def test_an_unset_secret(shop: Path, run: Run, change_domain: Change) -> None:
    change_domain("url: sqlite:///shop.sqlite", "url_env: CROSSCHECK_TEST_NO_URL")

    assert_refused(run("ask", QUESTION), "CROSSCHECK_TEST_NO_URL", "`databases.shop.url_env`", "not set")


def test_an_unreachable_database(shop: Path, run: Run, change_domain: Change) -> None:
    change_domain("sqlite:///shop.sqlite", "mysql+pymysql://nobody@127.0.0.1:1/shop")

    assert_refused(run("ask", QUESTION), "`databases.shop`", "127.0.0.1:1 does not answer")


def test_a_missing_database_file(shop: Path, run: Run) -> None:
    (shop / "shop.sqlite").unlink()

    assert_refused(run("ask", QUESTION), "There is no database file", "shop.sqlite")


@pytest.mark.skipif("CROSSCHECK_TEST_MARIADB_URL" not in os.environ, reason="needs CROSSCHECK_TEST_MARIADB_URL")
def test_a_wrong_password(shop: Path, run: Run, change_domain: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    host = os.environ["CROSSCHECK_TEST_MARIADB_URL"].rpartition("@")[2]
    monkeypatch.setenv("CROSSCHECK_TEST_URL", f"mysql+pymysql://crosscheck_nobody:geheim@{host}")
    change_domain("url: sqlite:///shop.sqlite", "url_env: CROSSCHECK_TEST_URL")

    outcome = run("ask", QUESTION)

    assert_refused(outcome, "does not accept the account `crosscheck_nobody`")
    assert "geheim" not in outcome.stderr


def test_an_unknown_route(shop: Path, run: Run) -> None:
    with (shop / "config/domains/shop.yaml").open("a") as file:
        file.write("crew: {supervisor: {route: strng}}\n")

    assert_refused(run("ask", QUESTION), "`crew.supervisor.route` has no route `strng`. Did you mean `strong`?")


def test_no_key_for_any_deployment_of_a_route(shop: Path, run: Run) -> None:
    (shop / "config/routes.yaml").write_text(_HOSTED)

    assert_refused(run("ask", QUESTION), "routes.yaml", "CROSSCHECK_TEST_NO_KEY")


@pytest.mark.parametrize("command", [("ask", QUESTION), ("sql", "run", "SELECT id FROM orders"), ("runs", "list")])
def test_an_empty_name_of_an_asker(shop: Path, run: Run, command: tuple[str, ...]) -> None:
    assert_refused(run(*command, "--as", ""), "--as is empty. Name whose rights it runs with")


@pytest.mark.parametrize("question", ["", "  \n\t "])
def test_an_empty_question(shop: Path, run: Run, question: str) -> None:
    assert_refused(run("ask", question), "The question is empty.")


def test_a_place_that_cannot_be_written_is_refused_before_the_question_is_asked(shop: Path, run: Run) -> None:
    outcome = run("ask", QUESTION, "--save", f"{_NOT_WRITABLE}/answer.json")

    assert_refused(outcome, f"--save {_NOT_WRITABLE}/answer.json cannot be written")
    assert not (shop / "home").exists()


@pytest.mark.parametrize("name", ["answer.pdf", "answer", "docs"])
def test_a_file_to_save_to_must_name_a_format(shop: Path, run: Run, name: str) -> None:
    assert_refused(run("ask", QUESTION, "--save", name), ".json, .md, .txt")


def test_a_home_on_a_read_only_disk(shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSCHECK_HOME", f"{_NOT_WRITABLE}/crosscheck")

    assert_refused(run("ask", QUESTION), "CROSSCHECK_")


def test_a_day_that_is_none(shop: Path, run: Run) -> None:
    outcome = run("ask", QUESTION, "--today", "tomorrow")

    assert outcome.code == 2
    assert "`tomorrow` is no date" in outcome.stderr


def test_a_folder_without_documents(shop: Path, run: Run) -> None:
    (shop / "empty").mkdir()

    assert_refused(run("documents", "add", "empty"), "The folder empty holds no documents.")


def test_a_missing_folder_of_documents(shop: Path, run: Run) -> None:
    assert_refused(run("documents", "add", "nowhere"), "There is no folder nowhere.")


def test_a_document_that_cannot_be_read_is_named_and_the_others_are_added(shop: Path, run: Run) -> None:
    (shop / "docs/broken.pdf").write_bytes(b"%PDF-1.4 broken")

    outcome = run("documents", "add")

    assert outcome.code == 2
    assert "1 added" in outcome.stdout
    assert "Not readable: broken.pdf: " in outcome.stderr


def test_an_unknown_document_shows_the_nearest(shop: Path, run: Run) -> None:
    run("documents", "add")

    assert_refused(run("documents", "show", "q4.md"), "There is no document `q4.md`", "Did you mean `q3.md`?")


def test_a_missing_table_is_found_by_the_check(shop: Path, run: Run, change_domain: Change) -> None:
    change_domain("    semantic:", "    tables: [orders, custmers]\n    semantic:")

    outcome = run("domain", "check")

    assert outcome.code == 2
    assert "`databases.shop.tables` has no table `custmers`" in outcome.stderr


def test_both_a_question_and_a_batch(shop: Path, run: Run) -> None:
    assert_refused(run("ask", QUESTION, "--batch", "-"), "either a question or --batch")


@pytest.mark.parametrize(
    ("lines", "says"),
    [("", "holds no question"), ("{nonsense", "line 1 is not JSON"), ('"a"\n{"id": 3}', "line 2 has no question")],
)
def test_a_batch_that_cannot_be_read(shop: Path, run: Run, lines: str, says: str) -> None:
    assert_refused(run("ask", "--batch", "-", stdin=lines), says)


def test_a_missing_batch_file(shop: Path, run: Run) -> None:
    assert_refused(run("ask", "--batch", "nowhere.jsonl"), "--batch nowhere.jsonl cannot be read")
