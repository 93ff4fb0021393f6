"""Whatever is wrong in a report's file is said with file, key and what to write instead, before anything is asked."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from crew.errors import WrongConfiguration, WrongInput
from crew.reports.audience import may_read, outside
from crew.reports.loading import list_reports, load_report
from crew.settings import Settings
from tests.reports.conftest import Write
from tools.asker import Asker

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases/wrong_reports.yaml").read_text())
OURS = Path(__file__).parents[2] / "config"


@pytest.mark.parametrize("case", CASES, ids=[case["says"][:70] for case in CASES])
def test_a_mistake_is_named(write: Write, case: dict[str, Any]) -> None:
    with pytest.raises(WrongConfiguration) as caught:
        write(*([case["section"]] if "section" in case else []), **case.get("change", {}))

    assert case["says"] in str(caught.value)


def test_every_mistake_is_reported_at_once(write: Write) -> None:
    with pytest.raises(WrongConfiguration) as caught:
        write({"title": "Revenue", "metric": "revenu"}, recipients=["eve@elsewhere.example"], language="klingonisch")

    assert len(str(caught.value).splitlines()) == 3


def test_two_sections_may_not_share_a_title(write: Write) -> None:
    section = {"title": "Revenue", "metric": "revenue"}

    with pytest.raises(WrongConfiguration, match="two sections are called `Revenue`"):
        write(section, section)


def test_an_unknown_report_is_named_with_the_nearest(write: Write, settings: Settings, config: Path) -> None:
    write()

    with pytest.raises(WrongInput, match="Did you mean `shop-review`"):
        load_report("shop-reviw", settings=settings, folder=config)


@pytest.mark.parametrize("name", sorted(path.stem for path in (OURS / "reports").glob("*.yaml")))
def test_the_reports_that_come_with_the_program_can_be_loaded(name: str, settings: Settings) -> None:
    assert name in list_reports(settings, OURS)
    assert load_report(name, settings=settings, folder=OURS).spec.sections


def test_an_audience_takes_ids_groups_and_mail_domains() -> None:
    audience = ["ana", "@finance", "*@shop.example"]

    assert outside(["ana", "@finance", "bo@shop.example", "Bo@Shop.Example"], audience) == []
    assert outside(["bo", "@sales", "bo@shop.example.evil"], audience) == ["bo", "@sales", "bo@shop.example.evil"]
    assert may_read(Asker(id="cleo", groups=("finance",)), "ana", audience)
    assert not may_read(Asker(id="cleo", groups=("sales",)), "ana", audience)
    assert may_read(Asker(id="cleo", is_auditor=True), "ana", audience)
