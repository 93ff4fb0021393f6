"""How long a schema is believed, where it is kept, and for whom."""

import sqlite3
import stat
from collections.abc import Iterator

import pytest

from tests.sql.conftest import open_shop
from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.database import Database
from tools.sql.introspect import MOST_PROFILED
from tools.sql.schema_cache import TTL_SECONDS, SchemaCache
from tools.sql.specs import PolicySpec

ANN = Asker(id="ann")


@pytest.fixture
def growing(tmp_path) -> Iterator[tuple[Database, sqlite3.Connection]]:
    """A database of one table, and a connection that may add others."""
    path = tmp_path / "growing.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("CREATE TABLE first (id INTEGER)")
    yield open_shop(f"sqlite:///{path}"), connection
    connection.close()


def tables(cache: SchemaCache, database: Database, asker: Asker = ANN, policy: PolicySpec | None = None) -> list[str]:
    return [t.name for t in cache.schema(database, policy or PolicySpec(), None, asker).tables]


def test_a_schema_is_used_while_it_is_read_anew_after_a_day(growing):
    database, connection = growing
    now = [0.0]
    cache = SchemaCache(clock=lambda: now[0])

    assert tables(cache, database) == ["first"]
    connection.execute("CREATE TABLE second (id INTEGER)")
    now[0] = TTL_SECONDS - 1
    assert tables(cache, database) == ["first"]
    now[0] = TTL_SECONDS
    assert tables(cache, database) == ["first"]
    cache.wait()
    assert tables(cache, database) == ["first", "second"]


def test_a_schema_twice_as_old_is_read_anew_first(growing):
    database, connection = growing
    now = [0.0]
    cache = SchemaCache(clock=lambda: now[0])
    tables(cache, database)
    connection.execute("CREATE TABLE second (id INTEGER)")
    now[0] = 2 * TTL_SECONDS

    assert tables(cache, database) == ["first", "second"]


def test_the_old_schema_stays_where_a_new_one_cannot_be_read(growing, tmp_path):
    database, _connection = growing
    now = [0.0]
    cache = SchemaCache(clock=lambda: now[0])
    tables(cache, database)
    (tmp_path / "growing.db").rename(tmp_path / "away.db")
    now[0] = TTL_SECONDS

    assert tables(cache, database) == ["first"]
    cache.wait()
    assert tables(cache, database) == ["first"]


def test_a_schema_is_read_anew_on_demand(growing):
    database, connection = growing
    cache = SchemaCache()
    tables(cache, database)
    connection.execute("CREATE TABLE second (id INTEGER)")
    cache.refresh(database, PolicySpec(), None, ANN)

    assert tables(cache, database) == ["first", "second"]


def test_a_schema_outlasts_the_process_in_a_file_of_its_owner(growing, tmp_path):
    database, connection = growing
    folder = tmp_path / "schemas"
    before = SchemaCache(folder=folder).schema(database, PolicySpec(), None, ANN)
    connection.execute("CREATE TABLE second (id INTEGER)")
    after = SchemaCache(folder=folder).schema(database, PolicySpec(), None, ANN)

    assert after == before
    assert [stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()] == [0o600]


def test_a_file_that_is_no_schema_is_read_over(growing, tmp_path):
    database, _connection = growing
    folder = tmp_path / "schemas"
    tables(SchemaCache(folder=folder), database)
    for path in folder.iterdir():
        path.write_text("{")

    assert tables(SchemaCache(folder=folder), database) == ["first"]


@pytest.mark.parametrize(
    ("asker", "policy"),
    [
        (Asker(id="bob"), PolicySpec()),
        (Asker(id="ann", groups=("finance",)), PolicySpec()),
        (ANN, PolicySpec(mask_columns=("first.id",))),
        (ANN, PolicySpec(row_filters={"first": "id = 1"})),
    ],
)
@pytest.mark.parametrize("is_kept_in_files", [True, False])
def test_askers_groups_and_policies_do_not_share_a_schema(growing, tmp_path, asker, policy, is_kept_in_files):
    database, connection = growing
    folder = tmp_path / "schemas" if is_kept_in_files else None
    cache = SchemaCache(folder=folder)
    tables(cache, database)
    connection.execute("CREATE TABLE second (id INTEGER)")
    other = SchemaCache(folder=folder) if is_kept_in_files else cache

    assert tables(other, database) == ["first"]
    assert tables(other, database, asker, policy) == ["first", "second"]


def test_what_policy_now_excludes_is_not_in_a_kept_schema(growing, tmp_path):
    database, _connection = growing
    folder = tmp_path / "schemas"
    tables(SchemaCache(folder=folder), database)

    assert tables(SchemaCache(folder=folder), database, policy=PolicySpec(exclude_tables=("first",))) == []


def test_values_of_a_large_schema_are_looked_at_once_and_kept(growing, tmp_path):
    database, connection = growing
    for number in range(MOST_PROFILED):
        connection.execute(f"CREATE TABLE t{number} (id INTEGER, colour TEXT)")
    connection.execute("INSERT INTO t1 VALUES (1, 'red')")
    folder = tmp_path / "schemas"

    assert _colours(SchemaCache(folder=folder), database) == ("red",)
    connection.execute("INSERT INTO t1 VALUES (2, 'blue')")
    assert _colours(SchemaCache(folder=folder), database) == ("red",)


def _colours(cache: SchemaCache, database: Database) -> tuple[str, ...]:
    found = cache.profiled(["t1"], database, PolicySpec(), None, ANN, deadline=Deadline(10))
    return found["t1"].column("colour").values
