"""Listing, checking, describing and drafting domains, and looking at their schema."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import URL, create_engine, make_url

from crew.load import load_configuration
from crew.settings import Settings
from tests.cli.conftest import Run


def test_domains_are_listed_with_what_is_wrong_with_a_broken_one(shop: Path, run: Run) -> None:
    (shop / "config/domains/broken.yaml").write_text("version: 1\n")

    entries = {entry["name"]: entry for entry in json.loads(run("domain", "list", "--output", "json").stdout)}

    assert entries["shop"]["databases"] == ["shop"]
    assert "the key `about` is missing" in entries["broken"]["problem"]


def test_a_domain_that_fits_its_sources_is_in_order(shop: Path, run: Run) -> None:
    outcome = run("domain", "check")

    assert (outcome.code, outcome.stdout.strip()) == (0, "Domain `shop` is in order.")


def test_the_check_reports_everything_that_does_not_fit(
    shop: Path, run: Run, change_domain: Callable[[str, str], None]
) -> None:
    change_domain("sum(orders.net)", "sum(orders.nett)")
    change_domain("customers.region", "customers.regoin")
    change_domain("docs", "no-docs")

    outcome = run("domain", "check")

    assert outcome.code == 2
    assert "`databases.shop.semantic.metrics.revenue.expression`" in outcome.stderr
    assert "`databases.shop.semantic.dimensions.region.column`" in outcome.stderr
    assert "`indexes.reports.folder`: there is no folder" in outcome.stderr


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("exclude_columns: [customers.naem]", "`policy.exclude_columns` names `customers.naem`, which is not there."),
        ("exclude_columns: ['*.emial']", "`policy.exclude_columns` names `*.emial`, which is not there."),
        ("exclude_columns: [custmers.name]", "Did you mean `customers.name`?"),
        ("exclude_tables: [custmers]", "`policy.exclude_tables` names the table `custmers`, which is not there."),
        ("mask_columns: [customers.nmae]", "`policy.mask_columns` names `customers.nmae`, which is not there."),
        ("hosted_columns: {customers.nmae: nothing}", "`policy.hosted_columns` names `customers.nmae`"),
        ("row_filters: {custmers: id = 1}", "`policy.row_filters` names the table `custmers`, which is not there."),
        ("anomalies: {thresholds: {revenu: {min: 0}}}", "`revenu`, which is not there. Did you mean `revenue`?"),
        ("anomalies: {thresholds: {orders.nett: {min: 0}}}", "Did you mean `orders.net`?"),
        ("row_filters: {customers: name = :asekr}", "`policy.row_filters.customers` has the placeholder `:asekr`"),
    ],
)
def test_the_check_reports_policy_that_protects_nothing(shop: Path, run: Run, policy: str, said: str) -> None:
    domain = shop / "config/domains/shop.yaml"
    domain.write_text(f"{domain.read_text()}policy: {{{policy}}}\n")

    outcome = run("domain", "check")

    assert outcome.code == 2
    assert said in outcome.stderr


def test_policy_over_what_is_there_is_in_order_however_it_is_spelled(shop: Path, run: Run) -> None:
    sqlite3.connect(shop / "shop.sqlite").execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)").close()
    domain = shop / "config/domains/shop.yaml"
    rules = "exclude_tables: [Notes], exclude_columns: [notes.text, '*.Name'], row_filters: {customers: id <> :asker}"
    ranges = "anomalies: {thresholds: {revenue: {min: 0}, orders.net: {max: 9}}}"
    domain.write_text(f"{domain.read_text()}policy: {{{rules}, mask_columns: [notes.id], {ranges}}}\n")

    assert run("domain", "check").stdout.strip() == "Domain `shop` is in order."


@pytest.mark.parametrize("key", ["exclude_columns: [name]", "mask_columns: [name]", "hosted_columns: {name: nothing}"])
def test_policy_on_a_column_without_its_table_is_refused_by_every_command(shop: Path, run: Run, key: str) -> None:
    domain = shop / "config/domains/shop.yaml"
    domain.write_text(f"{domain.read_text()}policy: {{{key}}}\n")

    outcome = run("sql", "run", "SELECT name FROM customers")

    assert outcome.code == 2
    assert "Anna" not in outcome.stdout
    assert f"`policy.{key.partition(':')[0]}" in outcome.stderr
    assert "`name` names no table; write `table.name`, or `*.name` for every table" in outcome.stderr


def test_the_check_reports_a_verified_query_that_is_no_select(
    shop: Path, run: Run, change_domain: Callable[[str, str], None]
) -> None:
    change_domain(
        "      dimensions:",
        '      verified_queries:\n        x: {about: a, statement: "DELETE FROM orders"}\n      dimensions:',
    )

    outcome = run("domain", "check")

    assert outcome.code == 2
    assert "`databases.shop.semantic.verified_queries.x.statement`: It is no SELECT" in outcome.stderr


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("", "`url` is asked, as SHOP_URL is not set; remove `url_env`"),
        ("sqlite:///shop.sqlite", "`url_env` is asked, as SHOP_URL is set; remove `url`"),
    ],
)
def test_the_check_says_which_of_two_addresses_is_asked(
    shop: Path,
    run: Run,
    change_domain: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    value: str,
    said: str,
) -> None:
    change_domain("url: sqlite:///shop.sqlite", "url: sqlite:///shop.sqlite\n    url_env: SHOP_URL")
    monkeypatch.setenv("SHOP_URL", value)

    outcome = run("domain", "check")

    assert outcome.code == 0
    assert said in outcome.stderr


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("statement: 'SELECT id FROM orders WHERE net > :leest', parameters: {least: {type: decimal}}", "`:leest`"),
        ("statement: 'SELECT id FROM orders', parameters: {least: {type: decimal}}", "x.parameters.least`: The stat"),
    ],
)
def test_the_check_reports_parameters_that_do_not_fit_their_query(
    shop: Path, run: Run, change_domain: Callable[[str, str], None], query: str, said: str
) -> None:
    change_domain("      dimensions:", f"      verified_queries:\n        x: {{about: a, {query}}}\n      dimensions:")

    outcome = run("domain", "check")

    assert outcome.code == 2
    assert said in outcome.stderr


def test_the_check_reports_words_for_values_that_are_not_there(
    shop: Path, run: Run, change_domain: Callable[[str, str], None]
) -> None:
    change_domain("{column: customers.region}", "{column: customers.region, values: {Eurpe: [EMEA], asia: [APAC]}}")

    outcome = run("domain", "check")

    assert outcome.code == 2
    assert "region.values` names `Eurpe`, which `customers.region` does not hold. Did you mean `Europe`?" in (
        outcome.stderr
    )
    assert "`asia`" not in outcome.stderr


def test_the_description_says_what_can_be_asked(shop: Path, run: Run) -> None:
    run("documents", "add")

    description = json.loads(run("domain", "describe", "--output", "json").stdout)

    assert [measure["name"] for measure in description["measures"]] == ["revenue", "order count"]
    assert description["dimensions"][0]["values"] == ["Asia", "Europe"]
    assert description["periods"][0] == {"column": "orders.placed_on", "first": "2025-04-03", "last": "2025-09-30"}
    assert description["titles"] == ["Q3 market report"]
    assert description["examples"][0] == "What was the revenue by region in Q3 2025?"


def test_the_description_goes_on_without_an_index_that_cannot_be_opened(
    shop: Path, run: Run, change_domain: Callable[[str, str], None]
) -> None:
    change_domain("folder: docs", "folder: docs, path: broken")
    (shop / "broken").write_text("not a folder")

    outcome = run("domain", "describe")

    assert outcome.code == 0
    assert "order count" in outcome.stdout
    assert "`indexes.reports`: The index in" in " ".join(outcome.stdout.split())


def test_the_schema_is_shown_with_joins_and_their_confidence(shop: Path, run: Run) -> None:
    outcome = run("schema", "show")

    assert "orders.customer_id = customers.id  (declared, 100%)" in outcome.stdout
    assert json.loads(run("schema", "show", "--output", "json").stdout)[0]["source"] == "shop"
    assert "| region | TEXT |" in run("schema", "show", "--output", "markdown").stdout


def test_a_drafted_domain_loads_fits_and_answers(shop: Path, run: Run) -> None:
    drafted = run("domain", "init", "sales", "--database", "sqlite:///shop.sqlite", "--documents", "docs")

    assert drafted.code == 0
    assert "crosscheck domain check sales" in drafted.stdout
    assert run("domain", "check", "sales").code == 0
    spec = load_configuration("sales", settings=Settings.read()).domain
    assert spec.databases["shop"].url == "sqlite:///shop.sqlite"
    assert spec.indexes["documents"].folder == "docs"
    assert run("ask", "How many orders were there?", "--domain", "sales").code == 0


def test_a_draft_overwrites_only_when_forced(shop: Path, run: Run) -> None:
    arguments = ("domain", "init", "shop", "--database", "sqlite:///shop.sqlite")
    before = (shop / "config/domains/shop.yaml").read_text()

    refused = run(*arguments)

    assert refused.code == 2
    assert "exists already" in refused.stderr
    assert (shop / "config/domains/shop.yaml").read_text() == before
    assert run(*arguments, "--force").code == 0
    assert (shop / "config/domains/shop.yaml").read_text() != before


@pytest.mark.parametrize("name", ["../x", "a b", "", ".hidden"])
def test_a_domain_needs_a_plain_name(shop: Path, run: Run, name: str) -> None:
    outcome = run("domain", "init", name, "--database", "sqlite:///shop.sqlite")

    assert outcome.code == 2
    assert "cannot name a domain" in outcome.stderr


def test_names_of_tables_cannot_write_configuration(shop: Path, run: Run) -> None:
    names = ['evil\n    url: "x"', "a: b", "[c]", "# d", "no", "x'y\"z", "\u2028line"]
    connection = sqlite3.connect(shop / "odd.sqlite")
    for name in names:
        connection.execute(
            f'CREATE TABLE "{name.replace(chr(34), chr(34) * 2)}" (id INTEGER PRIMARY KEY, evil_id INTEGER)'
        )
    connection.close()

    outcome = run("domain", "init", "odd", "--database", "sqlite:///odd.sqlite")

    assert outcome.code == 0
    database = load_configuration("odd", settings=Settings.read()).domain.databases["odd"]
    assert set(database.tables) == set(names)
    assert database.url == "sqlite:///odd.sqlite"


def test_a_database_that_cannot_be_read_drafts_nothing(shop: Path, run: Run) -> None:
    outcome = run("domain", "init", "x", "--database", "sqlite:///nowhere.sqlite")

    assert outcome.code == 2
    assert "--database: There is no database file" in outcome.stderr
    assert not (shop / "config/domains/x.yaml").exists()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysqll://a@b/c", "There is no kind of database `mysqll`. Did you mean `mysql`?"),
        ("frob://a@b/c", "There is no kind of database `frob`. It can be sqlite, mysql,"),
        ("mysql+pymysqll://a@b/c", "The driver `pymysqll` for mysql is not installed. Write `mysql+pymysql://…`"),
    ],
)
def test_a_database_of_an_unknown_kind_is_told_the_nearest(shop: Path, run: Run, address: str, said: str) -> None:
    outcome = run("domain", "init", "x", "--database", address)

    assert outcome.code == 2
    assert said in outcome.stderr


@pytest.mark.skipif("CROSSCHECK_TEST_MARIADB_URL" not in os.environ, reason="needs CROSSCHECK_TEST_MARIADB_URL")
def test_a_password_is_not_written_but_asked_for_in_the_environment(shop: Path, run: Run) -> None:
    url = make_url(os.environ["CROSSCHECK_TEST_MARIADB_URL"])
    with _account(url) as with_password:
        outcome = run("domain", "init", "far-sales", "--database", with_password)

    assert outcome.code == 0, outcome.stderr
    assert "export FAR_SALES_DATABASE_URL='mysql+pymysql://crosscheck_test_cli:PASSWORD@" in outcome.stdout
    written = (shop / "config/domains/far-sales.yaml").read_text()
    assert "url_env: FAR_SALES_DATABASE_URL" in written
    assert "geheim" not in written + outcome.stdout + outcome.stderr


@contextmanager
def _account(url: URL) -> Iterator[str]:
    """A MariaDB database with one table, and the URL of an account with a password."""
    engine = create_engine(url)
    account = "crosscheck_test_cli@'%%'"
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE OR REPLACE DATABASE crosscheck_test_cli")
        connection.exec_driver_sql("CREATE TABLE crosscheck_test_cli.orders (id INT PRIMARY KEY, net DECIMAL(9, 2))")
        connection.exec_driver_sql(f"CREATE OR REPLACE USER {account} IDENTIFIED BY 'geheim'")
        connection.exec_driver_sql(f"GRANT SELECT ON crosscheck_test_cli.* TO {account}")
        try:
            yield f"mysql+pymysql://crosscheck_test_cli:geheim@{url.host}:{url.port or 3306}/crosscheck_test_cli"
        finally:
            connection.exec_driver_sql(f"DROP USER {account}")
            connection.exec_driver_sql("DROP DATABASE crosscheck_test_cli")
    engine.dispose()
