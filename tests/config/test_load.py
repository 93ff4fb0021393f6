"""Where configuration comes from, and how a domain's file joins the defaults."""

from decimal import Decimal
from pathlib import Path

import pytest

from crew.errors import WrongConfiguration
from crew.load import config_folders, list_domains, load_configuration, packaged_defaults
from crew.settings import Settings
from tests.config.conftest import DOMAIN, Load, Write


def test_files_that_a_folder_lacks_come_from_the_defaults(load: Load) -> None:
    loaded = load()

    assert loaded.agents["supervisor"].role == "Supervisor"
    assert loaded.routes.routes["fast"].deployments[0].model == "offline/analyst"
    assert loaded.budgets.tokens == 50_000


def test_a_file_of_the_folder_replaces_the_default_whole(load: Load, write: Write) -> None:
    write("policy.yaml", "version: 1\nbudgets: {tokens: 900}\n")

    loaded = load()

    assert loaded.budgets.tokens == 900
    assert loaded.policy.max_rows == 1000


def test_the_folder_of_the_option_comes_before_that_of_the_environment(tmp_path: Path, folder: Path) -> None:
    other = tmp_path / "other"
    (other / "domains").mkdir(parents=True)
    (other / "domains/sales.yaml").write_text(DOMAIN.replace("Orders", "Other orders"))
    settings = Settings.read({"HOME": str(tmp_path), "CROSSCHECK_CONFIG": str(other)})

    assert load_configuration("sales", settings=settings).domain.about == "Other orders and customers."
    assert load_configuration("sales", settings=settings, folder=folder).domain.about == "Orders and customers."


def test_the_current_folder_comes_before_the_defaults(
    folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)

    assert [each.resolve() for each in config_folders(settings)] == [folder.resolve(), packaged_defaults().resolve()]


@pytest.mark.parametrize("origin", ["--config", "CROSSCHECK_CONFIG"])
def test_a_named_folder_that_is_not_there_is_an_error(tmp_path: Path, origin: str) -> None:
    missing = tmp_path / "missing"
    environment = {"HOME": str(tmp_path)} | ({"CROSSCHECK_CONFIG": str(missing)} if origin[0] == "C" else {})

    with pytest.raises(WrongConfiguration, match=f"{origin} names .*missing, which is not a folder"):
        config_folders(Settings.read(environment), missing if origin[0] == "-" else None)


def test_relative_paths_count_from_the_folder_that_holds_the_configuration(load: Load, folder: Path) -> None:
    assert load().folder == str(folder.parent)


def test_the_only_domain_needs_no_name(folder: Path, settings: Settings) -> None:
    assert load_configuration(None, settings=settings, folder=folder).name == "sales"


def test_the_environment_names_the_domain(folder: Path, tmp_path: Path, write: Write) -> None:
    write("domains/stock.yaml", DOMAIN)
    settings = Settings.read({"HOME": str(tmp_path), "CROSSCHECK_DOMAIN": "stock"})

    assert load_configuration(None, settings=settings, folder=folder).name == "stock"


def test_of_several_domains_the_choices_are_shown(folder: Path, settings: Settings, write: Write) -> None:
    write("domains/stock.yaml", DOMAIN)

    with pytest.raises(WrongConfiguration, match=r"Which domain\?.*sales.*stock"):
        load_configuration(None, settings=settings, folder=folder)


@pytest.mark.parametrize("name", ["salse", "../domains/sales", ""])
def test_an_unknown_domain_shows_the_nearest_or_all(folder: Path, settings: Settings, name: str, write: Write) -> None:
    write("domains/stock.yaml", DOMAIN)

    with pytest.raises(WrongConfiguration, match="sales"):
        load_configuration(name, settings=settings, folder=folder)


def test_domains_are_listed_by_name(folder: Path, settings: Settings, write: Write) -> None:
    write("domains/a.yaml", DOMAIN)
    write("domains/not a name.yaml", DOMAIN)

    names = list(list_domains(settings, folder))

    assert names == sorted(names)
    assert {"a", "sales"} <= set(names)
    assert "not a name" not in names


def test_a_role_of_a_domain_brings_its_task(load: Load) -> None:
    loaded = load(
        "crew:\n  mapper: {role: Mapper, goal: g, backstory: b, route: fast, kinds: [reason]}\n"
        "tasks:\n  work_mapper: {description: d, expected_output: e}\n"
    )

    assert loaded.agents["mapper"].max_iter == 6
    assert loaded.tasks["work_mapper"].agent == "mapper"


def test_a_value_of_a_domain_replaces_the_default_and_nothing_else(load: Load) -> None:
    before = load().agents["sql_analyst"]

    after = load("crew: {sql_analyst: {tools: [run_sql]}}\n").agents["sql_analyst"]

    assert after == before.model_copy(update={"tools": ("run_sql",)})


def test_budgets_and_policy_become_stricter(load: Load, write: Write) -> None:
    write("policy.yaml", "version: 1\npolicy: {exclude_tables: [salaries], max_rows: 500, statement_seconds: 60}\n")

    loaded = load("budgets: {tokens: 700, cost_usd: 0.05}\npolicy: {exclude_tables: [notes], max_rows: 100}\n")

    assert (loaded.budgets.tokens, loaded.budgets.cost_usd) == (700, Decimal("0.05"))
    assert set(loaded.policy.exclude_tables) == {"salaries", "notes"}
    assert (loaded.policy.max_rows, loaded.policy.statement_seconds) == (100, 60)


def test_every_file_of_the_defaults_loads(settings: Settings) -> None:
    for name in list_domains(settings, packaged_defaults()):
        assert load_configuration(name, settings=settings, folder=packaged_defaults()).domain.about
