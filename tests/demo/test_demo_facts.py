"""What a seed plants, and that it shows."""

from decimal import Decimal

import pytest

from crew.demo.causes import CAUSES
from crew.demo.create import truth
from crew.demo.facts import Facts, draw_facts
from crew.demo.figures import Figures, growth
from crew.demo.places import EUROPE, REGIONS, Country, countries_of
from crew.demo.quarters import LAST_QUARTER, Quarter
from crew.demo.records import make_records

_SEEDS = (1, 2, 5, 7, 9, 13)
_EARLIER = (LAST_QUARTER.before, LAST_QUARTER.year_before)


@pytest.fixture(scope="module", params=_SEEDS)
def planted(request: pytest.FixtureRequest) -> tuple[Facts, Figures]:
    facts = draw_facts(request.param)
    return facts, make_records(facts).figures


def test_a_seed_always_has_the_same_truth() -> None:
    assert truth(3) == truth(3)


def test_seeds_move_the_country_and_the_cause() -> None:
    drawn = [draw_facts(seed).setback for seed in range(1, 60)]

    assert {setback.country for setback in drawn} == set(countries_of(EUROPE))
    assert {setback.cause.key for setback in drawn} == {cause.key for cause in CAUSES}
    assert len({(setback.country, setback.cause.key) for setback in drawn}) > 20


def test_the_past_setback_concerns_another_country_and_another_cause() -> None:
    for facts in map(draw_facts, range(1, 60)):
        assert facts.past_setback.country != facts.setback.country
        assert facts.past_setback.cause != facts.setback.cause


def test_the_causes_differ_in_mechanism_and_words() -> None:
    assert len(CAUSES) >= 5
    assert len({repr(cause.effect) for cause in CAUSES}) == len(CAUSES)
    assert len({cause.reason for cause in CAUSES}) == len(CAUSES)


def test_every_wording_can_be_filled_in() -> None:
    for setback in (s for seed in range(1, 60) for s in (draw_facts(seed).setback, draw_facts(seed).past_setback)):
        said = " ".join((setback.short, setback.reason, *setback.mechanism, setback.early_sign, setback.remedy))
        assert "{" not in said
        assert setback.remedy.startswith("to ")


def test_europe_falls_against_both_earlier_quarters_and_other_regions_grow(planted: tuple[Facts, Figures]) -> None:
    _, figures = planted
    for region in REGIONS:
        now = figures.of_region(region, LAST_QUARTER)
        for quarter in _EARLIER:
            then = figures.of_region(region, quarter)
            if region == EUROPE:
                assert growth(now.net_revenue, then.net_revenue) < -0.01, quarter
                assert growth(now.gross_margin, then.gross_margin) < -0.01, quarter
            else:
                assert now.net_revenue > then.net_revenue, (region, quarter)


def test_the_country_falls_most_and_more_than_europe_does(planted: tuple[Facts, Figures]) -> None:
    facts, figures = planted
    for quarter in _EARLIER:
        changes = {c: _change(figures, c, quarter) for c in countries_of(EUROPE)}
        country = facts.setback.country

        assert min(changes, key=lambda c: changes[c]) == country
        elsewhere = sum((change for c, change in changes.items() if c != country), Decimal(0))
        assert changes[country] < -abs(elsewhere)


def test_the_cause_leaves_its_traces(planted: tuple[Facts, Figures]) -> None:
    facts, figures = planted
    effect, country = facts.setback.effect, facts.setback.country
    now, before = figures.of_country(country, LAST_QUARTER), figures.of_country(country, LAST_QUARTER.before)

    assert (now.late_share > 2 * before.late_share) == (effect.late > 0.2)
    assert (now.cancelled_share > before.cancelled_share + Decimal("0.02")) == (effect.cancelled > 0.06)
    assert (now.margin_rate < before.margin_rate - Decimal("0.05")) == (effect.extra_discount > 0)
    if effect.returned > 0.1:
        assert now.return_rate > 2 * before.return_rate


def _change(figures: Figures, country: Country, quarter: Quarter) -> Decimal:
    return figures.of_country(country, LAST_QUARTER).net_revenue - figures.of_country(country, quarter).net_revenue
