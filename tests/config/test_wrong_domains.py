"""Whatever is wrong in a domain's file is said with file, key and what to write instead."""

from pathlib import Path

import pytest
import yaml

from crew.errors import WrongConfiguration
from crew.load import read_yaml
from tests.config.conftest import DOMAIN, Load, Write

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases/wrong_domains.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["added"] for case in CASES])
def test_a_mistake_is_named(load: Load, case: dict[str, str]) -> None:
    with pytest.raises(WrongConfiguration) as caught:
        load(case["added"])

    assert case["says"] in str(caught.value)


def test_every_mistake_of_a_file_is_reported_at_once(load: Load) -> None:
    with pytest.raises(WrongConfiguration) as caught:
        load("budgets: {token: 5}\nauthority: [shopp]\ncrew: {sql_analyst: {route: strng}}\n")

    assert [line.split("`")[1] for line in str(caught.value).splitlines()] == [
        "budgets.token",
        "crew.sql_analyst.route",
        "authority",
    ]


def test_the_file_at_fault_is_named_when_it_is_not_the_domain(load: Load, write: Write) -> None:
    write("routes.yaml", "version: 1\nroutes: {fast: {deployments: [{model: offline/analyst}]}}\n")

    with pytest.raises(WrongConfiguration, match=r"agents\.yaml: `agents\.supervisor\.route` has no route `strong`"):
        load()


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("{about: x}", "`databases.shop` has no address"),
        ("{url: 'mysql+pymysql://ines:geheim@db/shop'}", "`databases.shop.url` contains a password"),
        ("{url: 'mysql+pymysql://ines:ge/h#im@db/shop'}", "`databases.shop.url` contains a password"),
    ],
)
def test_an_address_must_be_there_and_hold_no_password(load: Load, database: str, says: str) -> None:
    with pytest.raises(WrongConfiguration) as caught:
        load(text=f"version: 1\nabout: x\ndatabases: {{shop: {database}}}\n")

    assert says in str(caught.value)
    assert "im@db" not in str(caught.value)


@pytest.mark.parametrize("version", ["2", "'1'", "true"])
def test_another_version_is_refused(load: Load, version: str) -> None:
    with pytest.raises(WrongConfiguration, match="this release reads `version: 1` only"):
        load(text=DOMAIN.replace("version: 1", f"version: {version}"))


def test_a_missing_version_is_named(load: Load) -> None:
    with pytest.raises(WrongConfiguration, match="Add the line `version: 1`"):
        load(text=DOMAIN.replace("version: 1\n", ""))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"- a\n- b\n", "must consist of `key: value` lines"),
        (b"about: \xff\xfe\n", "is not UTF-8 text"),
        (b"a: " + b"[" * 5000, "nested too deeply"),
        (b"# " + b"x" * 2_100_000, "bytes; more than"),
    ],
)
def test_a_file_that_is_no_configuration_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "sales.yaml"
    path.write_bytes(content)

    with pytest.raises(WrongConfiguration, match=says):
        read_yaml(path)


def test_aliases_that_multiply_are_refused_before_they_grow(load: Load) -> None:
    layers = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    layers += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 9)]

    with pytest.raises(WrongConfiguration, match="grows to more than"):
        load("\n".join(layers))


def test_ordinary_aliases_are_fine(load: Load) -> None:
    loaded = load("crew:\n  sql_analyst: &same {route: fast}\n  verifier: *same\n")

    assert loaded.agents["verifier"].route == loaded.agents["sql_analyst"].route == "fast"
