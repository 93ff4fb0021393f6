"""A due run that is begun again after a crash goes on from what is kept, and posts nothing twice."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from crew.schedule import reporting
from crew.schedule.reporting import ReportPerformer
from crew.settings import Settings
from crew.store.store import Store
from tests.delivery.parcels import SECRET
from tests.workers.conftest import domain, hook, shop  # noqa: F401

DUE = datetime(2025, 10, 20, 7, tzinfo=UTC)


class Crash(BaseException):
    """The end of a process."""


@pytest.fixture
def home_settings(shop: Path) -> Settings:  # noqa: F811
    """The shop's."""
    mine = {"CROSSCHECK_HOME": str(shop / "home"), "CROSSCHECK_CONFIG": str(shop / "config"), "HOOK_SECRET": SECRET}
    return Settings.read(mine)


@pytest.fixture
def home_store(home_settings: Settings) -> Iterator[Store]:
    """Its store."""
    with Store.open(home_settings.store_url) as opened:
        yield opened


def crash(*_arguments: object, **_options: object) -> None:
    raise Crash


@pytest.mark.parametrize(("step", "runs"), [("run_report", 2), ("packed", 1), ("post_parcel", 1)])
def test_a_run_that_was_cut_off_is_gone_on_with(
    home_settings: Settings, home_store: Store, monkeypatch: pytest.MonkeyPatch, step: str, runs: int
) -> None:
    performer = ReportPerformer(home_store, home_settings)
    with monkeypatch.context() as patched:
        if step == "run_report":
            patched.setattr("crew.reports.running.keep", crash)
        else:
            patched.setattr(reporting, step, crash)
        with pytest.raises(Crash):
            performer.perform("weekly", DUE)
    told = [performer.perform("weekly", DUE) for _ in range(2)]

    assert told[0].startswith("verified; run ")
    assert told[1] == told[0]
    assert len(home_store.report_runs("weekly")) == runs
    assert len(home_store.deliveries()) == 1


def test_a_run_whose_words_retention_has_removed_before_they_were_posted_is_made_anew(
    home_settings: Settings, home_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    performer = ReportPerformer(home_store, home_settings)
    with monkeypatch.context() as patched:
        patched.setattr(reporting, "packed", crash)
        with pytest.raises(Crash):
            performer.perform("weekly", DUE)
    home_store.drop_report_outcomes("weekly", before=datetime.now(UTC), most=1)

    assert performer.perform("weekly", DUE).startswith("verified; run ")
    assert len(home_store.deliveries()) == 1
