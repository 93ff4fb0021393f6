"""Statements that fill a slot, and plausible ones that miss it, in the whole flow: only the former are verified."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from crew.assemble import open_desk
from crew.desk import Desk
from crew.settings import Settings
from tasks.dates.periods import period_words
from tasks.draft import Draft, DraftFigure, DraftSentence
from tasks.plan import Need, Plan, PlanStep, Slot
from tests.models import ScriptedModels, install
from tests.semantics.shop import JOINS, SPEC, shop_database
from tools.asker import Asker
from tools.sql.naming import phrase

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "computed_slots.yaml").read_text("utf-8"))
EVERY = 6
"""Of the cases that are compared without a flow elsewhere, every so many go through it."""
ROUTE = {"reach": "local", "deployments": [{"model": "scripted/model"}]}


def cases(side: str) -> list[Any]:
    """Slots with a statement each."""
    found = []
    for slot, spec in CASES["slots"].items():
        parts = {**spec["parts"], **spec["other"]}
        for way, pattern in CASES[side].items():
            if set(re.findall(r"{(\w+)}", pattern)) <= set(parts):
                found.append(pytest.param(spec["need"], pattern.format(**parts), parts, id=f"{slot}: {way}"))
    return found[::EVERY]


RIGHT, WRONG = cases("right"), cases("wrong")


@pytest.fixture(scope="module")
def shop_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Desk, ScriptedModels]]:
    """A desk over the shop of the semantic layer's tests; drafts and judgements come from the offline model."""
    folder = tmp_path_factory.mktemp("slots")
    shop = shop_database()
    shop.commit()
    with closing(shop), closing(sqlite3.connect(folder / "shop.sqlite")) as copy:
        shop.backup(copy)
    spec = SPEC.model_copy(update={"joins": tuple(f"{left} = {right}" for left, right in JOINS)})
    semantic = spec.model_dump(mode="json", exclude_defaults=True)
    database = {"url": "sqlite:///shop.sqlite", "semantic": semantic}
    domain = {"version": 1, "about": "A shop.", "databases": {"shop": database}}
    config = folder / "config"
    (config / "domains").mkdir(parents=True)
    (config / "domains" / "shop.yaml").write_text(yaml.safe_dump(domain))
    routes = {"version": 1, "routes": dict.fromkeys(("fast", "strong", "verifying"), ROUTE)}
    (config / "routes.yaml").write_text(yaml.safe_dump(routes))
    models = ScriptedModels()
    models.leave_to_offline("verify", "replan", "correct")
    install(models)
    settings = Settings.read({"CROSSCHECK_HOME": str(folder / "state"), "HOME": str(folder)})
    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        yield desk, models


def asked(shop_desk: tuple[Desk, ScriptedModels], need: dict[str, Any], statement: str, parts: dict[str, str]) -> Any:
    """The answer when the analyst fills the slot with the statement."""
    desk, models = shop_desk
    slot = Slot(id="asked", kind="rows", need=Need(**need))
    step = PlanStep(
        id="s1", worker="sql_analyst", kind="structured_lookup", source="shop", task="Fill the slot", slot="asked"
    )
    models.replies.clear()
    models.will_reply("plan", Plan(question_kind="lookup", slots=(slot,), steps=(step,)))
    values = {name: parts[name] for name in ("a", "b") if f":{name}" in statement}
    models.will_call("run_sql", statement=statement, parameters=values)
    models.will_reply("draft", *[lambda blocks: first_row_told(blocks, slot.need)] * 3)
    install(models)
    return desk.ask(f"What does the slot {sorted(need)} hold?")


def first_row_told(blocks: dict[str, Any], need: Need) -> Draft:
    """One sentence as a careful author would write it: measure, row, conditions and period named."""
    if blocks["rejections"] or not (rows := [e for e in blocks["evidence"] if e["kind"] == "rows"]):
        return Draft(missing=[str(blocks["rejections"])])
    columns, row = rows[0]["columns"], rows[0]["rows"][0]
    keys = [str(value) for column, value in zip(columns, row, strict=True) if column["role"] == "key"]
    conditions = [str(value) for condition in need.filters for value in condition.values]
    measure = next(column["name"] for column in columns if column["role"] == "measure")
    if need.measures[0].startswith("avg("):
        conditions.append("on average")
    when = f" in {period_words(need.period, 'en')}" if need.period else ""
    sentence = DraftSentence(
        text=f"{phrase(need.measures[0])} for {', '.join([*keys, *conditions])} was [[f1]]{when}.",
        citations=(rows[0]["id"],),
        figures=(DraftFigure(marker="f1", of=f"{rows[0]['id']}[0].{measure}"),),
    )
    return Draft(sentences=(sentence,))


@pytest.mark.parametrize(("need", "statement", "parts"), RIGHT)
def test_a_statement_that_fills_its_slot_is_verified(need, statement, parts, shop_desk) -> None:
    answer = asked(shop_desk, need, statement, parts)

    assert answer.status == "verified", [s.reason for s in answer.removed] + answer.warnings + answer.missing


@pytest.mark.parametrize(("need", "statement", "parts"), WRONG)
def test_a_statement_that_misses_its_slot_never_is(need, statement, parts, shop_desk) -> None:
    """Unless code could correct it: then what was run is not what was written, and its rows are the right ones."""
    answer = asked(shop_desk, need, statement, parts)

    if answer.status == "verified":
        (ran,) = answer.evidence
        right = CASES["right"]["plainly"].format(**parts)
        with closing(shop_database()) as shop:
            assert ran["rows"] == [list(row) for row in shop.execute(right)]
            assert ran["statement"] != statement


def test_there_are_enough_of_both() -> None:
    assert min(len(RIGHT), len(WRONG)) >= 20
