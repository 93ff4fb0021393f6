"""One of a thing is told in the singular."""

import pytest

from crew.answering.explaining import explain
from crew.render.answer import render
from crew.render.plain import counted
from tests.render.sample import sample


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 searches"), (1, "1 search"), (2, "2 searches"), (1204, "1,204 searches")]
)
def test_a_number_stands_with_its_noun(number: int, words: str) -> None:
    assert counted(number, "search", "searches") == words


def test_an_explanation_tells_one_of_each_in_the_singular() -> None:
    whole = sample()
    first = whole.sentences[0].model_copy(update={"figures": whole.sentences[0].figures[:1]})
    answer = whole.model_copy(update={"sentences": [first], "evidence": whole.evidence[:1], "steps": whole.steps[:1]})

    assert "1 step asked shop and found 1 piece of evidence." in explain(answer)
    assert "1 figure was placed by code; 1 sentence was checked by code." in explain(answer)


def test_an_explanation_tells_several_in_the_plural() -> None:
    text = explain(sample())

    assert "3 steps asked shop, reports and found 3 pieces of evidence." in text
    assert "2 figures were placed by code; 1 sentence was checked by code alone and 2 by code and the verifier." in text


def test_a_single_sentence_that_is_not_proved_is_told_in_the_singular() -> None:
    unproved = [{"text": "It is so.", "citations": ["E2"], "supported": False}]

    assert "0 of 1 sentence proved, 1 not proved." in " ".join(render(sample(sentences=unproved), "text").split())


@pytest.mark.parametrize("output", ["text", "markdown"])
def test_a_conflict_names_the_document_and_dates_the_passage_alone(output: str) -> None:
    sides = [
        {"value": "1850123.40 EUR", "evidence": "E1", "date": "2025-10-20"},
        {"value": "1.9 million", "evidence": "E2", "date": "2025-10-05"},
    ]
    conflict = {"about": "net revenue", "values": sides, "preferred": "E1", "rule": "databases first"}

    lines = [line.strip() for line in render(sample(conflicts=[conflict]), output).splitlines()]

    assert any(line.endswith(("1850123.40 EUR — E1", "1850123.40 EUR — E1 — preferred")) for line in lines)
    assert any(line.endswith("1.9 million — E2 Q3 market report · 2025-10-05") for line in lines)
