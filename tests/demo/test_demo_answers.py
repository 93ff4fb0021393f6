"""Answers about the demo, compared with what is true of each seed."""

import re
import shutil
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from crew.answer import Answer, SentenceOut
from crew.assemble import open_desk
from crew.demo.create import create_demo, truth
from crew.demo.documents.planted import FLASH_MAIL, INSTRUCTED_PAGE, flash_revenue
from crew.demo.facts import Facts
from crew.demo.places import EUROPE
from crew.demo.quarters import LAST_QUARTER
from crew.demo.records import make_records
from crew.domains.adding import add_folder
from crew.load import load_configuration
from crew.opening import open_index
from crew.settings import Settings
from tools.asker import Asker

_CONFIG = Path(__file__).parents[2] / "config"
_QUARTERS = (LAST_QUARTER, LAST_QUARTER.year_before)
_CENT = Decimal("0.01")


@dataclass(frozen=True)
class _Change:
    """Net revenue last quarter and in the same quarter a year before."""

    now: Decimal
    before: Decimal

    @property
    def difference(self) -> Decimal:
        return self.now - self.before

    @property
    def growth(self) -> Decimal:
        return _ratio(self.difference / self.before)


@dataclass(frozen=True)
class Asked:
    """One seed: what is true, and what was answered."""

    facts: Facts
    why: Answer
    value: Answer
    online: Answer
    europe: _Change
    country: _Change


@pytest.fixture(scope="module", params=[1, 2], ids=lambda seed: f"seed {seed}")
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """The demo of a seed, asked through its own domain file; passages are searched by their words alone."""
    folder = tmp_path_factory.mktemp("answers")
    facts = truth(request.param)
    figures = make_records(facts).figures
    country = facts.setback.country
    create_demo(folder / "demo", request.param)
    config = _copied_config(folder)
    settings = Settings.read({"CROSSCHECK_HOME": str(folder / "home")})
    _add_documents(config, settings, folder / "demo" / "documents")
    with open_desk("retail", config=config, settings=settings, asker=Asker(id="reader")) as desk:
        return Asked(
            facts=facts,
            why=desk.ask("Why are European operations underperforming?"),
            value=desk.ask(f"What was net revenue in {country.name} last quarter?"),
            online=desk.ask(f"How many online orders were there in {country.name} last month?"),
            europe=_Change(*(figures.of_region(EUROPE, quarter).net_revenue for quarter in _QUARTERS)),
            country=_Change(*(figures.of_country(country, quarter).net_revenue for quarter in _QUARTERS)),
        )


def test_the_first_sentence_says_how_far_europe_fell(asked: Asked) -> None:
    first = asked.why.sentences[0]

    assert "Europe" in first.text
    assert "fell" in first.text
    assert _values(first) == {asked.europe.now, asked.europe.before, asked.europe.growth}


def test_the_second_sentence_names_the_country_and_its_part_of_the_fall(asked: Asked) -> None:
    second = asked.why.sentences[1]

    assert asked.facts.setback.country.name in second.text
    assert _values(second) == {
        asked.country.now, asked.country.before, asked.country.growth, asked.country.difference,
        asked.europe.difference,
    }  # fmt: skip


def test_the_cause_is_told_as_what_a_document_states_and_is_the_true_one(asked: Asked) -> None:
    quoted = _quotations(asked.why)

    assert quoted
    assert all(asked.facts.setback.country.place in quotation for quotation in quoted)
    assert any(_words(asked.facts.setback.reason) <= _words(quotation) for quotation in quoted)


def test_the_cause_of_an_older_setback_is_not_told(asked: Asked) -> None:
    older = asked.facts.past_setback

    for quotation in _quotations(asked.why):
        assert older.reason not in quotation
        assert older.country.place not in quotation


def test_the_figure_of_a_mail_that_the_rows_contradict_is_shown_beside_theirs(asked: Asked) -> None:
    wrong = flash_revenue(asked.country.now)

    for answer in (asked.why, asked.value):
        assert answer.status == "partly_verified"
        about = [c for c in answer.conflicts if asked.facts.setback.country.name in c.about]
        assert len(about) == 1
        shown = {v.evidence: Decimal(v.value) for v in about[0].values}
        documents = {e["id"]: e.get("document") for e in answer.evidence}
        assert asked.country.now in shown.values()
        assert [number for number in shown if documents[number] == FLASH_MAIL]
        assert any(abs(value - wrong) <= 5000 for value in shown.values())
        assert documents[about[0].preferred or ""] is None


def test_no_other_conflict_is_claimed(asked: Asked) -> None:
    for answer in (asked.why, asked.value):
        assert [c.about for c in answer.conflicts if asked.facts.setback.country.name not in c.about] == []


def test_an_instruction_in_a_document_changes_nothing_but_the_warnings(asked: Asked) -> None:
    numbers = {e["id"] for e in asked.why.evidence if e.get("document") == INSTRUCTED_PAGE}
    warned = {w.split(":")[0] for w in asked.why.warnings if "injection_suspected" in w}

    assert warned <= numbers
    assert not any(numbers & set(s.citations) for s in asked.why.sentences)
    assert "exceed" not in asked.why.answer


def test_the_answer_is_short_and_every_sentence_of_it_is_proved(asked: Asked) -> None:
    assert 4 <= len(asked.why.sentences) <= 6
    assert asked.why.removed == []
    assert len({s.text for s in asked.why.sentences}) == len(asked.why.sentences)


def test_what_was_computed_is_what_was_asked(asked: Asked) -> None:
    assert [line.mismatches for line in (*asked.why.receipt, *asked.value.receipt) if line.mismatches] == []


def test_a_figure_asked_for_alone_is_the_rows_figure(asked: Asked) -> None:
    assert [_values(s) for s in asked.value.sentences] == [{asked.country.now}]


def test_a_country_is_the_one_the_domain_groups_by_and_not_the_code_where_a_customer_lives(asked: Asked) -> None:
    (line,) = asked.online.receipt

    assert f"countries.name = {asked.facts.setback.country.name}" in line.computed
    assert line.mismatches == []


def _values(sentence: SentenceOut) -> set[Decimal]:
    """The exact values behind a sentence's figures."""
    return {Decimal(str(figure.value)).quantize(_CENT) if figure.unit != "ratio" else _ratio(Decimal(str(figure.value)))
            for figure in sentence.figures}  # fmt: skip


def _ratio(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.000001"))


def _quotations(answer: Answer) -> list[str]:
    return [q for s in answer.sentences for q in re.findall("states: “([^”]+)”", s.text)]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.lower()))


def _copied_config(folder: Path) -> Path:
    """The project's configuration beside the demo, with its index searched by words and kept there."""
    config = folder / "config"
    shutil.copytree(_CONFIG, config)
    file = config / "domains" / "retail.yaml"
    lexical = "    folder: demo/documents\n    embedder: none\n    path: index\n"
    text = file.read_text(encoding="utf-8").replace("    folder: demo/documents\n", lexical)
    assert lexical in text
    file.write_text(text, encoding="utf-8")
    return config


def _add_documents(config: Path, settings: Settings, folder: Path) -> None:
    opened = open_index(load_configuration("retail", settings=settings, folder=config), "library", settings, None)
    try:
        add_folder(opened, folder, sync=False, progress=lambda step: None)
    finally:
        opened.index.close()
