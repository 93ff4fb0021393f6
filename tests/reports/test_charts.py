"""Charts: chosen by the shape of the rows, with the numbers of the cells and nothing else."""

import re
from decimal import Decimal
from typing import Any
from xml.dom import minidom

import pytest
from babel import Locale

from crew.reports.charts import pictures
from crew.reports.charts.choose import chart_of
from crew.reports.charts.draw import SERIES
from crew.reports.charts.pictures import as_png, as_svg, draw_all
from crew.reports.charts.terminal import as_bars
from crew.reports.document import ChartOut, SeriesOut
from crew.reports.labels import labels_for
from crew.reports.numbers import axis_numbers, short_number
from crew.reports.rows import Column, Group, Rows
from crew.reports.specs import ChartSpec

ENGLISH = labels_for("en")
COUNTRY = Column(0, "name", "Country", None, is_key=True, is_measure=False, is_time=False)
MONTH = Column(0, "month", "Month", None, is_key=True, is_measure=False, is_time=True)
REVENUE = Column(1, "revenue", "Revenue", "EUR", is_key=False, is_measure=True, is_time=False)
RATE = Column(1, "rate", "Return rate", "ratio", is_key=False, is_measure=True, is_time=False)


def rows(key: Column, measure: Column, values: dict[str, Any], id_: str = "E1") -> Rows:
    return Rows(
        id=id_, source="shop", about="", columns=(key, measure), rows=tuple(values.items()), row_count=len(values),
        is_cut=False, period=None, filters="",
    )  # fmt: skip


def chosen(now: Rows, before: Rows | None = None, **spec: Any) -> ChartOut | None:
    return chart_of([Group(now, before)], ChartSpec(**spec), ENGLISH)


MONTHS = {f"2025-{month:02}": f"{month * 100}.50" for month in range(1, 13)}
COUNTRIES = {"France": "350.50", "Spain": "200.00", "Italy": None}


def test_names_become_bars_and_cells_become_their_values() -> None:
    chart = chosen(rows(COUNTRY, REVENUE, COUNTRIES))

    assert chart is not None
    assert chart.kind == "bars"
    assert chart.labels == ["France", "Spain"], "what has no value is not drawn as zero"
    assert chart.series == [SeriesOut(name="Revenue", values=["350.50", "200.00"], evidence="E1")]
    assert chart.title == "Revenue by country"


def test_two_periods_stand_side_by_side() -> None:
    before = rows(COUNTRY, REVENUE, {"Spain": "500.00"}, "E2")

    chart = chosen(rows(COUNTRY, REVENUE, COUNTRIES), before)

    assert chart is not None
    assert chart.kind == "grouped"
    assert [(s.evidence, s.values) for s in chart.series] == [("E1", ["350.50", "200.00"]), ("E2", [None, "500.00"])]


@pytest.mark.parametrize(
    ("measure", "count", "kind"), [(REVENUE, 12, "columns"), (RATE, 12, "line"), (REVENUE, 2, None)]
)
def test_months_become_columns_and_rates_a_line(measure: Column, count: int, kind: str | None) -> None:
    chart = chosen(rows(MONTH, measure, dict(list(MONTHS.items())[:count])))

    assert (chart.kind if chart else None) == kind


def test_a_single_figure_has_no_chart_and_none_can_be_asked_for() -> None:
    assert chosen(rows(COUNTRY, REVENUE, {"France": "1"})) is None
    assert chosen(rows(COUNTRY, REVENUE, COUNTRIES), kind="none") is None


def test_the_file_can_say_otherwise() -> None:
    many = {f"Country {number:02}": str(number) for number in range(1, 31)}

    chart = chosen(rows(COUNTRY, REVENUE, many), kind="columns", most=5, title="The top")

    assert chart is not None
    assert (chart.kind, chart.title, len(chart.labels)) == ("columns", "The top", 5)
    assert chart.note == "5 of 30 rows"


def test_the_alternative_text_tells_every_value() -> None:
    chart = chosen(rows(COUNTRY, REVENUE, COUNTRIES))

    assert chart is not None
    assert chart.alt == "Bar chart: Revenue by country. Revenue: France €350.50 and Spain €200."


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("kind", ["bars", "columns", "line", "grouped"])
def test_an_svg_is_well_formed_alone_and_takes_the_colours_of_the_page(kind: Any, size: Any) -> None:
    chart = chosen(rows(COUNTRY, REVENUE, {"<b>France</b> & $x$": "1200000", "Spain": "-5"}))
    assert chart is not None

    svg = as_svg(chart.model_copy(update={"kind": kind}), "en", size=size, id_="c1")

    minidom.parseString(svg)  # noqa: S318  our own drawing
    assert 'role="img"' in svg
    assert chart.title in svg
    assert "$x$" in svg.replace("&lt;", "<"), "a name is never read as a formula"
    assert "<b>" not in svg
    assert not re.search(r"(?:href|src)=\"(?!#)|url\((?!#c1-)|<script|<style|@import", svg)
    assert SERIES[0] not in svg
    assert "var(--series-1)" in svg


def test_the_drawing_is_the_same_each_time() -> None:
    chart = chosen(rows(COUNTRY, REVENUE, COUNTRIES))
    assert chart is not None

    assert as_svg(chart, "en", size="wide", id_="c1") == as_svg(chart, "en", size="wide", id_="c1")
    assert as_png(chart, "en").startswith(b"\x89PNG")


def test_the_terminal_shows_bars_in_proportion() -> None:
    from crew.render.paper import laid_out

    chart = chosen(rows(COUNTRY, REVENUE, {"France": "400", "Spain": "200"}))
    assert chart is not None

    lines = laid_out([as_bars(chart, "en")], width=80, is_coloured=False).splitlines()

    assert lines[0].count("█") == 2 * lines[1].count("█")
    assert "€400" in lines[0]


def test_numbers_are_written_as_the_language_does() -> None:
    english, german = Locale("en"), Locale("de")

    assert short_number(Decimal("1234567"), "EUR", english) == "€1.23M"
    assert short_number(Decimal("1234567"), "EUR", german).replace("\xa0", " ") == "1,23 Mio. €"
    assert short_number(Decimal("0.1034"), "ratio", german).replace("\xa0", " ") == "10,3 %"
    marks = axis_numbers([0, 400000, 800000, 1200000], Decimal(1300000), "EUR", english)
    assert marks == ["€0", "€0.4M", "€0.8M", "€1.2M"]
    assert axis_numbers([0, 0.025, 0.05], Decimal("0.06"), "ratio", english) == ["0.0%", "2.5%", "5.0%"]


@pytest.mark.parametrize(
    ("value", "unit", "language", "shown"),
    [
        ("305212.03", "EUR", "de", "305.212 €"),
        ("305212.03", "EUR", "en", "€305K"),
        ("51347", "EUR", "fr", "51,3 k €"),
        ("305212.03", "EUR", "zh", "€30.5万"),
        ("3677099", "EUR", "zh", "€368万"),
        ("-1234567890", "EUR", "es", "-1.235 M €"),
        ("-5123", None, "de", "-5.123"),
        ("999.5", "EUR", "en", "€999.50"),
        ("5.64", "days", "de", "5,64 Tage"),
        ("12345", "days", "fr", "12,3 k jours"),
        ("98765432109876543210", "EUR", "en", "€98,765,432T"),
    ],
)
def test_a_number_keeps_three_digits_that_count_in_every_language(
    value: str, unit: str | None, language: str, shown: str
) -> None:
    text = short_number(Decimal(value), unit, Locale.parse(language))

    assert text.replace("\xa0", " ").replace("\u202f", " ") == shown


def test_an_axis_is_scaled_as_its_language_counts() -> None:
    marks = [0, 1_200_000, 2_400_000]

    german, chinese = (axis_numbers(marks, Decimal(2_400_000), "EUR", Locale.parse(each)) for each in ("de", "zh"))
    small = axis_numbers([-300_000, 0, 300_000], Decimal(300_000), "EUR", Locale.parse("de"))

    assert [each.replace("\xa0", " ") for each in german] == ["0 €", "1,2 Mio. €", "2,4 Mio. €"]
    assert chinese == ["€0", "€120万", "€240万"]
    assert [each.replace("\xa0", " ") for each in small] == ["-300.000 €", "0 €", "300.000 €"]


def test_many_charts_are_drawn_side_by_side_as_they_are_alone() -> None:
    charts = [_small(number) for number in range(20)]
    alone = as_svg(charts[7], "en", size="narrow", id_="c7"), as_png(charts[7], "en")
    pictures._kept.clear()

    draw_all(charts, "en")

    assert len(pictures._kept) == 20
    assert (as_svg(charts[7], "en", size="narrow", id_="c7"), as_png(charts[7], "en")) == alone


def _small(number: int) -> ChartOut:
    series = SeriesOut(name="Revenue", values=[str(number), "2"], evidence="E1")
    return ChartOut(kind="bars", title=f"Chart {number}", labels=["France", "Spain"], series=[series], unit="EUR")


@pytest.mark.parametrize(("unit", "language", "are_told"), [("EUR", "en", True), ("EUR", "de", False)])
def test_values_stand_above_columns_only_where_they_have_room(unit: str, language: str, are_told: bool) -> None:
    series = SeriesOut(name="Revenue", values=["1430000"] * 12, evidence="E1")
    chart = ChartOut(kind="columns", title="Revenue", labels=[f"M{n}" for n in range(12)], series=[series], unit=unit)

    svg = as_svg(chart, language, size="wide", id_="c1")

    assert (svg.count("1.43M") + svg.count("1,43") == 12) is are_told
