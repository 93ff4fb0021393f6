"""Accounts on servers: wrong passwords, missing databases, and rights to write."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from tests.scratch import own
from tests.sql.asking import ask
from tests.sql.conftest import on, open_shop
from tools.sql.errors import AccountCanWrite, MissingDatabase, WrongPassword

PERSON, SECRET = own("reader"), "s3cret-word"


ON_SERVERS = on("mariadb", "postgres")
ON_MARIADB = on("mariadb")  # the only one that has SQL modes, and asks for passwords on the same machine


@pytest.fixture
def reader_url(shop_url: str) -> Iterator[sa.URL]:
    """The shop's address for an account that can only read."""
    url = sa.make_url(shop_url)
    server = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    grant, drop = _GRANTS[url.get_backend_name()]
    with server.connect() as connection:
        for statement in (*drop, *grant):
            connection.exec_driver_sql(statement)
        yield url.set(username=PERSON, password=SECRET)
        for statement in drop:
            connection.exec_driver_sql(statement)
    server.dispose()


@ON_MARIADB
def test_a_wrong_password_is_told_apart_and_not_shown(reader_url):
    wrong = reader_url.set(password="wr0ng-word")

    with pytest.raises(WrongPassword) as failure:
        open_shop(wrong.render_as_string(hide_password=False))

    assert PERSON in str(failure.value)
    assert "wr0ng-word" not in str(failure.value)


@ON_SERVERS
def test_an_unknown_account_is_told_apart(reader_url):
    unknown = reader_url.set(username="crosscheck_absent", password="wr0ng-word")

    with pytest.raises(WrongPassword, match="crosscheck_absent"):
        open_shop(unknown.render_as_string(hide_password=False))


@ON_SERVERS
def test_a_missing_database_is_told_apart(shop_url):
    url = sa.make_url(shop_url)

    with pytest.raises(MissingDatabase):
        open_shop(url.set(database="crosscheck_test_absent").render_as_string(hide_password=False))


@ON_SERVERS
def test_an_account_that_can_write_is_refused_where_only_reading_is_wanted(shop_url):

    with pytest.raises(AccountCanWrite, match="only SELECT"):
        open_shop(shop_url, require_read_only=True)


@ON_SERVERS
def test_an_account_that_can_only_read_is_accepted(reader_url):
    database = open_shop(reader_url.render_as_string(hide_password=False), require_read_only=True)

    assert ask(database, "SELECT count(*) FROM orders").rows == ((4,),)
    database.close()


@ON_MARIADB
def test_mariadb_reads_quotes_as_the_guard_did(shop_url):
    url = sa.make_url(shop_url)
    modes = url.update_query_dict({"sql_mode": "ANSI_QUOTES,NO_BACKSLASH_ESCAPES"})
    database = open_shop(modes.render_as_string(hide_password=False))

    assert ask(database, 'SELECT "it\\\'s" AS word FROM orders WHERE region = "Asia" LIMIT 1').rows == (("it's",),)
    database.close()


_MYSQL_DROP = (f"DROP USER IF EXISTS '{PERSON}'@'%%'", f"DROP USER IF EXISTS '{PERSON}'@'localhost'")
_MYSQL_GRANT = tuple(
    statement
    for host in ("%%", "localhost")
    for statement in (
        f"CREATE USER '{PERSON}'@'{host}' IDENTIFIED BY '{SECRET}'",
        f"GRANT SELECT ON {own('sql_shop')}.* TO '{PERSON}'@'{host}'",
    )
)
_POSTGRES_DROP = (
    f"DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{PERSON}') THEN DROP OWNED BY {PERSON}; END IF; "
    "END $$",
    f"DROP ROLE IF EXISTS {PERSON}",
)
_POSTGRES_GRANT = (
    f"CREATE ROLE {PERSON} LOGIN PASSWORD '{SECRET}'",
    f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {PERSON}",
)
_GRANTS = {"mysql": (_MYSQL_GRANT, _MYSQL_DROP), "postgresql": (_POSTGRES_GRANT, _POSTGRES_DROP)}
