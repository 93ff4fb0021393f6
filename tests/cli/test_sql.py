"""`crosscheck sql`: a corpus put to the guard, and a statement of one's own run under it."""

import csv
import io
import json
import re
from pathlib import Path

from tests.cli.conftest import Run
from tests.cli.test_wrong_input import Change, assert_refused

BY_REGION = (
    "SELECT c.region, sum(o.net) AS net FROM orders o JOIN customers c ON c.id = o.customer_id "
    "WHERE o.placed_on < :before GROUP BY c.region ORDER BY net DESC"
)


def test_a_corpus_is_checked_line_by_line(shop: Path, run: Run) -> None:
    (shop / "corpus.jsonl").write_text(
        '{"id": 1, "dialect": "sqlite", "statement": "SELECT id FROM orders"}\n'
        "no json\n"
        '{"id": 3, "dialect": "mariadb", "statement": "SELECT sleep(9)"}\n'
    )

    outcome = run("sql", "check", "--tables", "orders,customers", "corpus.jsonl")

    assert outcome.code == 0
    verdicts = [json.loads(line) for line in outcome.stdout.splitlines()]
    assert [(v["id"], v["allowed"]) for v in verdicts] == [(1, True), (None, False), (3, False)]
    assert all(set(v) == {"id", "allowed", "reason", "statement"} for v in verdicts)


def test_a_corpus_is_checked_against_a_domains_tables(shop: Path, run: Run) -> None:
    (shop / "corpus.jsonl").write_text(
        '{"id": 1, "statement": "SELECT * FROM orders"}\n{"id": 2, "statement": "SELECT gross FROM orders"}\n'
    )

    outcome = run("sql", "check", "--domain", "shop", "corpus.jsonl")

    first, second = (json.loads(line) for line in outcome.stdout.splitlines())
    assert '"orders"."net"' in first["statement"]
    assert "`orders.net`" in second["reason"]


def test_a_corpus_that_is_not_there(shop: Path, run: Run) -> None:
    assert_refused(run("sql", "check", "--tables", "a", "nowhere.jsonl"), "nowhere.jsonl cannot be read")


def test_a_statement_is_run_and_what_it_computed_told(shop: Path, run: Run) -> None:
    outcome = run("sql", "run", "--domain", "shop", BY_REGION, "--param", "before=2025-07-01")

    assert outcome.code == 0
    assert "160" in outcome.stdout
    assert "computed: Sum of revenue (orders.net) by customers.region" in " ".join(outcome.stdout.split())
    assert ":before = 2025-07-01" in outcome.stdout
    assert "sha256" in outcome.stdout


def test_rows_come_as_json_with_their_evidence_and_as_csv_alone(shop: Path, run: Run) -> None:
    (shop / "by_region.sql").write_text(BY_REGION)
    command = ("sql", "run", "by_region.sql", "--domain", "shop", "-p", "before=2026-01-01", "-o")

    told = json.loads(run(*command, "json").stdout)
    rows = list(csv.reader(io.StringIO(run(*command, "csv").stdout)))

    assert [row[0] for row in told["rows"]] == ["Europe", "Asia"]
    assert told["computed_terms"]["tables"] == ["orders", "customers"]
    assert rows[0] == ["region", "net"]
    assert [row[0] for row in rows[1:]] == ["Europe", "Asia"]


def test_what_the_guard_or_the_policy_refuses_is_not_run(shop: Path, run: Run, change_domain: Change) -> None:
    assert_refused(run("sql", "run", "--domain", "shop", "DROP TABLE orders"), "Only SELECT")
    assert_refused(run("sql", "run", "--domain", "shop", "SELECT id FROM orders WHERE id = :id"), "`:id`")
    change_domain("calendar:", "policy: {exclude_columns: [orders.net]}\ncalendar:")
    assert_refused(run("sql", "run", "--domain", "shop", "SELECT net FROM orders"), "There is no column `net`")


def test_a_parameter_without_a_value(shop: Path, run: Run) -> None:
    assert_refused(run("sql", "run", "--domain", "shop", BY_REGION, "-p", "before"), "name=value")


def test_an_unconfirmed_join_is_refused_until_a_person_confirms_it_as_told(shop: Path, run: Run) -> None:
    statement = "SELECT o.net FROM orders o JOIN customers c ON c.id = o.id"

    refused = run("sql", "run", statement, "--domain", "shop")
    told = re.search(r'crosscheck (schema joins confirm) "([^"]+)"', " ".join(refused.stderr.split()))
    assert refused.code == 2
    assert told is not None
    assert run(*told[1].split(), told[2], "--domain", "shop").code == 0
    assert run("sql", "run", statement, "--domain", "shop").code == 0
