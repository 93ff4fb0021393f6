"""When a schedule is due, also where clocks change and on holidays."""

from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from crew.schedule.due import due_after, due_between
from crew.schedule.specs import ScheduleSpec

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "due_times.yaml").read_text())


def _name(case: dict[str, Any]) -> str:
    return str(case["name"])


@pytest.mark.parametrize("case", CASES["due"], ids=_name)
def test_a_schedule_is_due_when_its_wall_clock_says_so(case: dict[str, Any]) -> None:
    spec = ScheduleSpec.model_validate(case["schedule"])
    moment, found = datetime.fromisoformat(case["after"]), []
    for _ in case["due"]:
        moment = due_after(spec, moment)
        found.append(moment)

    assert found == [datetime.fromisoformat(due) for due in case["due"]]


@pytest.mark.parametrize("case", CASES["refused"], ids=_name)
def test_a_schedule_that_cannot_be_meant_is_refused_at_load(case: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match=case["says"]):
        ScheduleSpec.model_validate(case["schedule"])


def test_due_times_of_a_year_are_each_given_once_and_in_order() -> None:
    spec = ScheduleSpec(cron="30 2 * * *", time_zone="Europe/Berlin")
    start = due_after(spec, datetime(2025, 12, 31, 12, tzinfo=UTC))
    found = due_between(spec, start, datetime(2026, 12, 31, 12, tzinfo=UTC))

    assert len(found) == 365
    assert found == sorted(set(found))


def test_going_on_from_any_moment_meets_the_same_due_times() -> None:
    spec = ScheduleSpec(cron="30 2 * * *", time_zone="Europe/Berlin")
    whole = due_between(spec, due_after(spec, datetime(2026, 3, 20, tzinfo=UTC)), datetime(2026, 11, 1, tzinfo=UTC))

    for before, after in zip(whole, islice(whole, 1, None), strict=False):
        assert due_after(spec, before) == after
