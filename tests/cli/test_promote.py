"""A verified query is drafted from a run as a difference to the domain's file, and works once applied."""

import json
from pathlib import Path

QUESTION = "What was the revenue in Europe in Q2 2025?"
FILE = Path("config/domains/shop.yaml")


def asked(run) -> str:
    return json.loads(run("ask", QUESTION, "--output", "json").stdout)["run_id"]


def test_the_difference_is_shown_and_nothing_written(shop, run):
    before = FILE.read_text()

    shown = run("runs", "promote", asked(run), "--name", "europe_revenue")

    assert shown.code == 0, shown.stderr
    assert shown.stdout.startswith("--- a/shop.yaml\n+++ b/shop.yaml\n")
    removed = [line for line in shown.stdout.splitlines() if line.startswith("-") and not line.startswith("---")]
    assert not removed
    assert "+        europe_revenue:" in shown.stdout
    assert FILE.read_text() == before


def test_an_applied_query_keeps_comments_and_fits_the_database(shop, run):
    FILE.write_text(FILE.read_text().replace("      dimensions:", "      # how people group\n      dimensions:"))

    applied = run("runs", "promote", asked(run), "--apply")

    assert applied.code == 0, applied.stderr
    text = FILE.read_text()
    assert "# how people group" in text
    assert "calendar: {today: 2025-10-20}" in text
    assert "type: date" in text
    assert run("domain", "check", "shop").code == 0
    assert QUESTION in run("domain", "describe", "shop").stdout


def test_a_name_that_is_taken_is_refused(shop, run):
    first = asked(run)
    run("runs", "promote", first, "--name", "europe", "--apply")

    again = run("runs", "promote", first, "--name", "europe", "--apply")

    assert again.code == 2
    assert "is there already" in again.stderr


def test_a_second_query_stands_beside_the_first(shop, run):
    first = asked(run)
    run("runs", "promote", first, "--name", "one", "--apply")

    assert run("runs", "promote", first, "--name", "two", "--apply").code == 0
    assert run("domain", "check", "shop").code == 0


def test_evidence_that_is_not_there_is_named(shop, run):
    refused = run("runs", "promote", asked(run), "--evidence", "E9")

    assert refused.code == 2
    assert "Choose one of E1" in refused.stderr


def test_a_query_broken_by_a_change_is_disabled_with_a_repair(shop, run):
    import sqlite3

    run("runs", "promote", asked(run), "--name", "europe", "--apply")
    with sqlite3.connect("shop.sqlite") as connection:
        connection.execute("ALTER TABLE customers RENAME COLUMN region TO sales_region")

    checked = run("domain", "check", "shop")

    assert checked.code != 0
    said = checked.stdout + checked.stderr
    assert "verified_queries.europe.statement" in said
    assert "is not used until it is repaired" in said
    assert "sales_region" in said
