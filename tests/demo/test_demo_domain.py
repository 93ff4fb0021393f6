"""The demo's domain file against the demo's database."""

from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa
import yaml

from crew.demo.create import DATABASE, DemoReport
from crew.demo.facts import draw_facts
from crew.demo.places import COUNTRIES, EUROPE, REGIONS, countries_of
from crew.demo.quarters import LAST_QUARTER, TODAY
from crew.demo.records import Records
from crew.specs import DomainSpec
from tools.asker import Asker
from tools.sql.compile import compile_query
from tools.sql.database import Database
from tools.sql.introspect import introspect
from tools.sql.semantics import Semantics
from tools.sql.specs import PolicySpec
from tools.terms import Filter, Period, StructuredQuery

_FILE = Path(__file__).parents[2] / "config" / "domains" / "retail.yaml"
_DOMAIN = DomainSpec.model_validate(yaml.safe_load(_FILE.read_text(encoding="utf-8")))
_SHOP = _DOMAIN.databases["shop"]
assert _SHOP.semantic is not None
_SEMANTIC = _SHOP.semantic
_PERIOD = Period(start=LAST_QUARTER.start, end=LAST_QUARTER.end)


@pytest.fixture(scope="module")
def semantics(made: tuple[Path, DemoReport]) -> Semantics:
    database = Database("shop", _SHOP, _url(made), Asker(id="tester"))
    return Semantics.of(_SEMANTIC, introspect(database, PolicySpec(), _SEMANTIC))


def test_the_domain_file_fits_the_database(semantics: Semantics) -> None:
    assert semantics.problems == ()


def test_the_domain_shares_its_today_with_the_demo() -> None:
    assert _DOMAIN.calendar.today == TODAY == date(2025, 10, 20)


def test_the_domain_file_looks_where_the_command_writes() -> None:
    assert _SHOP.url == f"sqlite:///demo/{DATABASE}"
    assert _DOMAIN.indexes["library"].folder == "demo/documents"


def test_every_region_and_country_has_words(records: Records) -> None:
    dimensions = _SEMANTIC.dimensions

    assert set(dimensions["region"].values) == set(REGIONS)
    assert set(dimensions["country"].values) == {country.name for country in COUNTRIES}
    for country in COUNTRIES:
        assert country.adjective in dimensions["country"].values[country.name]


@pytest.mark.parametrize("metric", sorted(_SEMANTIC.metrics))
def test_every_metric_has_a_value_for_every_european_country(
    metric: str, semantics: Semantics, made: tuple[Path, DemoReport]
) -> None:
    values = _by_country(metric, semantics, made)

    assert set(values) == {country.name for country in countries_of(EUROPE)}
    assert all(value is not None for value in values.values())


@pytest.mark.parametrize("metric", ["net_revenue", "gross_margin"])
def test_headline_metrics_leave_out_cancelled_orders(
    metric: str, semantics: Semantics, made: tuple[Path, DemoReport], records: Records
) -> None:
    assert _SEMANTIC.metrics[metric].is_headline
    for name, value in _by_country(metric, semantics, made).items():
        country = next(c for c in COUNTRIES if c.name == name)
        expected = getattr(records.figures.of_country(country, LAST_QUARTER), metric)
        assert value == pytest.approx(float(expected), abs=0.01)


def test_rates_point_to_the_planted_country_where_its_cause_shows(
    semantics: Semantics, made: tuple[Path, DemoReport]
) -> None:
    setback = draw_facts(1).setback
    cancelled = _by_country("cancellation_rate", semantics, made)

    assert setback.effect.cancelled > 0.06
    assert max(cancelled, key=lambda name: cancelled[name]) == setback.country.name


@pytest.mark.parametrize("name", sorted(_SEMANTIC.verified_queries))
def test_every_verified_query_returns_rows(name: str, made: tuple[Path, DemoReport]) -> None:
    query = _SEMANTIC.verified_queries[name]
    days = {"start": LAST_QUARTER.start, "end": LAST_QUARTER.end, "before": date(2028, 1, 1)}
    engine = sa.create_engine(_url(made))
    with engine.connect() as connection:
        rows = connection.execute(
            sa.text(query.statement), {parameter: days[parameter].isoformat() for parameter in query.parameters}
        ).all()
    engine.dispose()

    assert rows


def _by_country(metric: str, semantics: Semantics, made: tuple[Path, DemoReport]) -> dict[str, float]:
    region = Filter(column="countries.region", values=(EUROPE,))
    query = StructuredQuery(measures=(metric,), by=("country",), filters=(region,), period=_PERIOD)
    compiled = compile_query(query, semantics.schema, semantics)
    engine = sa.create_engine(_url(made))
    with engine.connect() as connection:
        rows = connection.execute(sa.text(compiled.statement), compiled.parameters).all()
    engine.dispose()
    return {name: value for name, value in rows}  # noqa: C416 - rows are no pairs to a type checker


def _url(made: tuple[Path, DemoReport]) -> str:
    return f"sqlite:///{made[0] / DATABASE}"
