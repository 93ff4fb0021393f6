"""Opening a store: migration, several processes at once, and what a person reads when it cannot be opened."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from crew.errors import StoreUnavailable
from crew.store import schema
from crew.store.store import Store
from crew.store.tables import metadata
from tests.store.builders import execute, start
from tests.store.conftest import SERVERS

ROOT = Path(__file__).parents[2]
OPEN_AND_START = """
import sys
from crew.store.store import Store
from tools.asker import Asker
with Store.open(sys.argv[1]) as store:
    print(store.start_run(domain="sales", asker=Asker(id="anna"), question="?"))
"""


def test_the_migrated_schema_is_the_one_the_tables_describe(url: str) -> None:
    Store.open(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        options = {"version_table": schema.VERSION_TABLE, "compare_type": True}
        differences = compare_metadata(MigrationContext.configure(connection, opts=options), metadata)
    engine.dispose()

    assert differences == []


def test_the_head_that_is_looked_for_is_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))

    assert ScriptDirectory.from_config(config).get_current_head() == schema.HEAD


def test_what_was_stored_is_there_when_the_store_is_opened_again(url: str) -> None:
    with Store.open(url) as store:
        run = start(store)
    with Store.open(url) as store:
        assert store.run(run).question == "How much did we sell?"


def test_several_processes_may_open_and_write_a_new_store_at_once(url: str) -> None:
    command = [sys.executable, "-c", OPEN_AND_START, url]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) for _ in range(4)]
    results = [process.communicate() for process in processes]

    assert [errors.decode() for _output, errors in results] == [""] * 4
    with Store.open(url) as store:
        assert sorted(run.id for run in store.runs(None)) == sorted(output.decode().strip() for output, _ in results)


def test_opening_a_migrated_store_loads_neither_the_migration_library_nor_crewai(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'state.sqlite'}"
    Store.open(address).close()
    script = f"""
import sys
from crew.store.store import Store
Store.open({address!r})
print(sorted({{"alembic", "crewai", "litellm"}} & set(sys.modules)))
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)

    assert (ended.stdout, ended.stderr) == ("[]\n", "")


def test_a_newer_schema_is_refused(url: str) -> None:
    Store.open(url).close()
    execute(url, "UPDATE crosscheck_version SET version_num = '9999'")

    with pytest.raises(StoreUnavailable, match="newer Crosscheck"):
        Store.open(url)


def test_a_database_with_tables_of_other_origin_is_refused(url: str) -> None:
    execute(url, "CREATE TABLE sessions (id INTEGER)")

    with pytest.raises(StoreUnavailable, match=r"sessions.*database of its own"):
        Store.open(url)


def test_the_state_file_and_its_folder_are_private(tmp_path: Path) -> None:
    file = tmp_path / "new" / "state.sqlite"
    Store.open(f"sqlite:///{file}").close()

    assert file.stat().st_mode & 0o077 == 0
    assert file.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "not the address of a database"),
        ("sqlite://", "must name a file"),
        ("delphi://localhost/x", "not supported"),
        ("sqlite:////dev/null/state.sqlite", "cannot be created"),
        ("mysql+pymysql://crosscheck:hunter2@127.0.0.1:1/state", "server runs"),
        ("postgresql+psycopg://crosscheck:hunter2@127.0.0.1:1/state?password=hunter2", "server runs"),
    ],
)
def test_an_address_that_cannot_be_used_names_the_setting_and_no_password(address: str, said: str) -> None:
    with pytest.raises(StoreUnavailable, match=said) as caught:
        Store.open(address)

    assert "CROSSCHECK_STORE_URL" in str(caught.value)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("url", list(SERVERS), indirect=True)
def test_a_wrong_password_is_told_without_the_password(url: str) -> None:
    scheme, _, place = url.partition("://")
    address = f"{scheme}://nobody:hunter2@{place.partition('@')[2]}"

    with pytest.raises(StoreUnavailable, match="user, password and database") as caught:
        Store.open(address)
    assert "hunter2" not in str(caught.value)


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    file = tmp_path / "state.sqlite"
    file.write_text("Dear diary, " * 100)

    with pytest.raises(StoreUnavailable, match="not ours or is damaged"):
        Store.open(f"sqlite:///{file}")


def test_a_database_that_may_not_be_written_is_told_when_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "state.sqlite"
    Store.open(f"sqlite:///{file}").close()

    with Store.open(f"sqlite:///file:{file}?mode=ro&uri=true") as store:
        assert store.runs(None) == []
        with pytest.raises(StoreUnavailable, match="CROSSCHECK_STORE_URL"):
            start(store)
