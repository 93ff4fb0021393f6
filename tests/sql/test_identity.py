"""A statement runs with the asker's own rights in the database, and cannot change them."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from tests.scratch import own
from tests.sql.asking import ask
from tests.sql.conftest import on
from tools.asker import Asker
from tools.sql.database import Database
from tools.sql.errors import NoIdentity, StatementRefused, UnknownTable
from tools.sql.identity import spec_for
from tools.sql.schema_cache import SchemaCache
from tools.sql.specs import DatabaseSpec, PolicySpec

ACCOUNT, EUROPE, ALL = own("account"), own("europe"), own("all")
ROLES = {"ann": EUROPE, "@finance": ALL}
VARIABLES = {"mysql": "app_asker", "postgresql": "app.asker"}


ON_SERVERS = on("mariadb", "postgres")
ON_POSTGRES = on("postgres")


@pytest.fixture
def server_url(shop_url: str) -> Iterator[sa.URL]:
    """The shop on a server, for an account that may take on two roles with different rights."""
    url = sa.make_url(shop_url)
    make, drop = _MAKE[url.get_backend_name()]
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in (*drop, *make):
            connection.exec_driver_sql(statement)
        yield url.set(username=ACCOUNT, password="s3cret-word")
        for statement in drop:
            connection.exec_driver_sql(statement)
    engine.dispose()


def opened(url: sa.URL, asker: Asker, **identity: dict[str, str]) -> Database:
    spec = DatabaseSpec.model_validate({"identity": identity})
    return Database("shop", spec, url.render_as_string(hide_password=False), asker)


@ON_SERVERS
def test_each_asker_reads_with_the_rights_of_their_role(server_url: sa.URL) -> None:
    ann = opened(server_url, Asker(id="ann"), roles=ROLES)
    bob = opened(server_url, Asker(id="bob", groups=("sales", "finance")), roles=ROLES)

    assert ask(bob, "SELECT count(*) AS n FROM salaries").rows == ((1,),)
    assert ask(ann, "SELECT count(*) AS n FROM orders").rows[0][0] > 0
    with pytest.raises(UnknownTable) as refusal:
        ask(ann, "SELECT count(*) AS n FROM salaries")
    assert "salaries" not in refusal.value.nearest
    ann.close()
    bob.close()


@ON_POSTGRES
def test_row_policies_of_the_database_apply_to_the_role(server_url: sa.URL) -> None:
    ann = opened(server_url, Asker(id="ann"), roles=ROLES)
    bob = opened(server_url, Asker(id="bob", groups=("finance",)), roles=ROLES)

    assert ask(ann, "SELECT DISTINCT region FROM orders").rows == (("Europe",),)
    assert ask(bob, "SELECT count(*) AS n FROM orders").rows == ((4,),)
    ann.close()
    bob.close()


@ON_SERVERS
def test_session_variables_tell_the_database_who_asks(server_url: sa.URL) -> None:
    variables = {VARIABLES[server_url.get_backend_name()]: "{asker}"}
    asia = opened(server_url, Asker(id="Asia"), roles={"*": ALL}, variables=variables)
    hostile = opened(server_url, Asker(id="x' OR '1'='1"), roles={"*": ALL}, variables=variables)

    assert ask(asia, "SELECT count(*) AS n FROM asked").rows == ((2,),)
    assert ask(hostile, "SELECT count(*) AS n FROM asked").rows == ((0,),)
    asia.close()
    hostile.close()


@ON_SERVERS
@pytest.mark.parametrize(
    "statement",
    [
        "SET ROLE crosscheck_test_all",
        "RESET ROLE",
        "SET SESSION AUTHORIZATION DEFAULT",
        "SELECT set_config('role', 'crosscheck_test_all', false)",
        "SELECT set_config('app.asker', 'Asia', true)",
        "SELECT id FROM orders WHERE set_config('app.asker', 'Asia', true) <> ''",
        "SELECT @app_asker := 'Asia'",
        "SELECT 'Asia' INTO @app_asker",
        "SELECT 1; SET ROLE crosscheck_test_all",
    ],
)
def test_a_statement_cannot_change_who_it_runs_as(server_url: sa.URL, statement: str) -> None:
    ann = opened(server_url, Asker(id="ann"), roles=ROLES)

    with pytest.raises(StatementRefused):
        ask(ann, statement)

    ann.close()


@ON_SERVERS
def test_an_asker_for_whom_nothing_is_listed_is_refused(server_url: sa.URL) -> None:
    with pytest.raises(NoIdentity, match="cy"):
        opened(server_url, Asker(id="cy"), roles=ROLES)


@ON_SERVERS
def test_a_role_that_the_account_may_not_take_on_is_refused(server_url: sa.URL) -> None:
    with pytest.raises(NoIdentity, match="Grant it that role"):
        opened(server_url, Asker(id="ann"), roles={"*": 'nobody`s "role" 100%'})


@ON_SERVERS
def test_the_schema_is_kept_for_each_identity(server_url: sa.URL) -> None:
    cache, policy = SchemaCache(), PolicySpec()
    before, after = Asker(id="bob"), Asker(id="bob", groups=("finance",))
    roles = {**ROLES, "*": EUROPE}
    narrow, wide = opened(server_url, before, roles=roles), opened(server_url, after, roles=roles)

    assert cache.schema(narrow, policy, None, before).table("salaries") is None
    assert cache.schema(wide, policy, None, after).table("salaries") is not None
    narrow.close()
    wide.close()


def test_an_asker_may_have_an_address_of_their_own() -> None:
    spec = DatabaseSpec.model_validate({"url_env": "SHOP_URL", "identity": {"url_envs": {"ann": "ANN_SHOP_URL"}}})

    assert spec_for(spec, Asker(id="ann")).url_env == "ANN_SHOP_URL"
    with pytest.raises(NoIdentity):
        spec_for(spec, Asker(id="bob"))


def test_a_file_has_no_roles(sqlite_url: str) -> None:
    with pytest.raises(NoIdentity, match="url_envs"):
        opened(sa.make_url(sqlite_url), Asker(id="ann"), roles=ROLES)


_DROP_POSTGRES = (
    "DROP VIEW IF EXISTS asked",
    "ALTER TABLE orders DISABLE ROW LEVEL SECURITY",
    "DROP POLICY IF EXISTS europe ON orders",
    "DROP POLICY IF EXISTS everything ON orders",
    *(
        f"DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{role}') THEN DROP OWNED BY {role}; END IF; "
        "END $$"
        for role in (ACCOUNT, EUROPE, ALL)
    ),
    *(f"DROP ROLE IF EXISTS {role}" for role in (ACCOUNT, EUROPE, ALL)),
)
_MAKE_POSTGRES = (
    f"CREATE ROLE {ACCOUNT} LOGIN NOINHERIT PASSWORD 's3cret-word'",
    f"CREATE ROLE {EUROPE}",
    f"CREATE ROLE {ALL}",
    f"GRANT {EUROPE}, {ALL} TO {ACCOUNT}",
    "CREATE VIEW asked AS SELECT * FROM orders WHERE region = current_setting('app.asker', true)",
    f"GRANT SELECT ON orders, customers TO {EUROPE}",
    f"GRANT SELECT ON orders, customers, salaries, asked TO {ALL}",
    "ALTER TABLE orders ENABLE ROW LEVEL SECURITY",
    f"CREATE POLICY europe ON orders TO {EUROPE} USING (region = 'Europe')",
    f"CREATE POLICY everything ON orders TO {ALL} USING (true)",
)
_DROP_MYSQL = (
    "DROP VIEW IF EXISTS asked",
    "DROP FUNCTION IF EXISTS asked_by",
    *(f"DROP USER IF EXISTS '{ACCOUNT}'@'{host}'" for host in ("%%", "localhost")),
    *(f"DROP ROLE IF EXISTS {role}" for role in (EUROPE, ALL)),
)
_MAKE_MYSQL = (
    f"CREATE ROLE {EUROPE}",
    f"CREATE ROLE {ALL}",
    "CREATE FUNCTION asked_by() RETURNS VARCHAR(60) RETURN @app_asker",
    "CREATE VIEW asked AS SELECT * FROM orders WHERE region = asked_by()",
    *(f"GRANT SELECT ON {table} TO {EUROPE}" for table in ("orders", "customers")),
    *(f"GRANT SELECT ON {table} TO {ALL}" for table in ("orders", "customers", "salaries", "asked")),
    f"GRANT EXECUTE ON FUNCTION asked_by TO {ALL}",
    *(
        statement
        for host in ("%%", "localhost")
        for statement in (
            f"CREATE USER '{ACCOUNT}'@'{host}' IDENTIFIED BY 's3cret-word'",
            f"GRANT SELECT ON customers TO '{ACCOUNT}'@'{host}'",
            f"GRANT {EUROPE} TO '{ACCOUNT}'@'{host}'",
            f"GRANT {ALL} TO '{ACCOUNT}'@'{host}'",
        )
    ),
)
_MAKE = {"mysql": (_MAKE_MYSQL, _DROP_MYSQL), "postgresql": (_MAKE_POSTGRES, _DROP_POSTGRES)}
