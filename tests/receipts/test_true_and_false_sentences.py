"""Sentences known to be true pass; the same sentences made false in known ways do not."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tasks.figures.errors import PlacingError
from tasks.figures.placing import PlacedSentence, place
from tasks.receipts import check_sentence, check_text
from tests.receipts.worlds import MEASURES, QUARTERS, REGIONS, Facts, World, rebound

TEMPLATES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "receipts_templates.yaml").read_text("utf-8"))
BINDING_CHANGES = ("row", "swapped names", "period", "column")
PRINT_CHANGES = ("scale", "unit", "rounding")
WORDING_CHANGES = (
    "sign", "negation", "cause", "unknown name", "comparison", "rank", "distance", "swapped", "average", "typed",
)  # fmt: skip
_SETTINGS = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@dataclass(frozen=True)
class Case:
    """A template, filled in a world."""

    world: World
    template: dict[str, str]
    facts: Facts

    @property
    def text(self) -> str:
        return self.world.text(self.template["text"], self.facts)


@st.composite
def cases(draw: st.DrawFn, change: str | None = None) -> Case:
    """A world whose values differ clearly, and a template that is true of it and, if asked, knows a change."""
    template = draw(st.sampled_from([t for t in TEMPLATES if change in (None, "sign") or change in t]))
    steps = draw(st.permutations(range(36)))
    start = draw(st.integers(1_050_000, 1_400_000))
    numbers = [int(start * 1.09**step) + draw(st.integers(0, 9000)) for step in steps]
    world = World(numbers, template["language"])
    a, b = draw(st.permutations(REGIONS))[:2]
    facts = Facts(a, b, draw(st.sampled_from(QUARTERS[1:])), draw(st.sampled_from(MEASURES)))
    assume(_is_true(template, facts, world))
    return Case(world, template, facts)


def _is_true(template: dict[str, str], facts: Facts, world: World) -> bool:
    values = {r: world.value(r, facts.period, facts.measure) for r in REGIONS}
    conditions = {
        "": True,
        "a is more": values[facts.a] > values[facts.b],
        "a is less": values[facts.a] < values[facts.b],
        "a is highest": values[facts.a] == max(values.values()),
        "a is lowest": values[facts.a] == min(values.values()),
        "latest": facts.period == "2025-Q3",
    }
    return conditions[template.get("when", "")]


def _passes(placed: PlacedSentence, world: World) -> bool:
    receipt = check_sentence(placed, world.evidence, world.wording())
    return receipt.supported and not receipt.needs_judgement


def _placed(case: Case, text: str, bound: Facts) -> PlacedSentence | None:
    try:
        return place(case.world.draft(text, bound), case.world.evidence, case.world.language)
    except PlacingError:
        return None


def _reprinted(placed: PlacedSentence, change: str) -> PlacedSentence | None:
    """The sentence with its first figure printed wrongly; None where the change does not apply."""
    figure = placed.figures[0]
    pattern, replacement = {
        "scale": (r"million\w*|Million\w*|millones|万", {"万": "亿"}.get("", "")),
        "unit": ("€", "$"),
        "rounding": (r"\d(?=\D*$)", ""),
    }[change]
    if not re.search(pattern, figure.text):
        return None
    text = re.sub(pattern, lambda m: replacement or _other(m[0]), figure.text, count=1)
    moved = len(text) - len(figure.text)
    later = tuple(f.model_copy(update={"start": f.start + moved, "end": f.end + moved}) for f in placed.figures[1:])
    changed = figure.model_copy(update={"text": text, "end": figure.end + moved})
    whole = placed.text[: figure.start] + text + placed.text[figure.end :]
    return placed.model_copy(update={"text": whole, "figures": (changed, *later)})


def _other(written: str) -> str:
    scales = {"million": "billion", "millions": "milliards", "Millionen": "Milliarden", "millones": "mil millones"}
    if written.isdigit():
        return str((int(written) + 4) % 10)
    return scales.get(written) or ("亿" if written == "万" else "milliard")


def _reworded(case: Case, change: str) -> str | None:
    """The template's text made false; None where the template has no such word."""
    if change == "sign":
        opposite = {"rose": "fell", "stieg": "sank", "a augmenté": "a baissé", "subió": "cayó", "增长": "下降"}
        opposite |= {v: k for k, v in opposite.items()}
        moved = case.world.text("{moved}", case.facts)
        return case.text.replace(moved, opposite[moved]) if "{moved}" in case.template["text"] else None
    text = case.template.get(change)
    return case.world.text(text, case.facts) if text else None


@_SETTINGS
@given(cases())
def test_a_true_sentence_is_supported(case: Case) -> None:
    placed = _placed(case, case.text, case.facts)

    assert placed is not None
    assert _passes(placed, case.world)


@pytest.mark.parametrize("change", BINDING_CHANGES)
@_SETTINGS
@given(case=cases())
def test_a_figure_bound_to_something_else_is_refused(change: str, case: Case) -> None:
    true = _placed(case, case.text, case.facts)
    placed = _placed(case, case.text, rebound(case.facts, change))
    assume(placed is None or (true is not None and placed.text != true.text))

    assert placed is None or not _passes(placed, case.world)


@pytest.mark.parametrize("change", PRINT_CHANGES)
@_SETTINGS
@given(case=cases())
def test_a_figure_printed_wrongly_is_refused(change: str, case: Case) -> None:
    placed = _placed(case, case.text, case.facts)
    assert placed is not None
    wrong = _reprinted(placed, change)
    assume(wrong is not None)

    assert wrong is not None
    assert not _passes(wrong, case.world)


@pytest.mark.parametrize("change", WORDING_CHANGES)
@_SETTINGS
@given(draw=st.data())
def test_a_sentence_worded_falsely_is_refused(change: str, draw: st.DataObject) -> None:
    case = draw.draw(cases(change))
    text = _reworded(case, change)
    assume(text is not None and text != case.text)
    placed = _placed(case, text or "", case.facts)

    assert placed is None or not _passes(placed, case.world)


@settings(_SETTINGS, max_examples=12)
@given(case=cases())
def test_a_written_sentence_about_another_row_is_refused(case: Case) -> None:
    true = _placed(case, case.text, case.facts)
    assert true is not None
    wrong = _placed(case, case.text, rebound(case.facts, "row"))
    assume(wrong is not None and wrong.text != true.text)

    assert wrong is not None
    receipts = check_text(wrong.text, case.world.evidence, case.world.wording())
    assert not all(r.supported and not r.needs_judgement for r in receipts)
