"""An answer on a terminal: whether to trust it first, its proof below, nothing harmful in it."""

import pytest

from crew.answer import Status
from crew.render.answer import render
from tests.render.sample import sample


def test_status_and_answer_stand_in_the_first_five_lines() -> None:
    first = "\n".join(render(sample(), "text", width=120).splitlines()[:5])

    assert first.startswith("PARTLY VERIFIED  1 of 3 sentences proved, 1 judged by the verifier, 1 not proved.")
    assert "✓ Net revenue in Europe fell by 12 % to €1.85 million" in first
    assert "○ The Q3 market report names" in first
    assert "✗ Demand in France stayed weak. [E2] not proved (the passage does not speak of France)" in first


@pytest.mark.parametrize("width", [40, 80, 120, 400])
def test_no_line_is_wider_than_the_terminal_or_120_columns(width: int) -> None:
    assert max(map(len, render(sample(), "text", width=width).splitlines())) <= min(width, 120)


def test_each_figure_is_traced_to_its_cell_or_calculation() -> None:
    text = render(sample(), "text", width=120)

    assert "growth from 1850123.40 (E1[0].revenue) to E3[0].revenue = -0.1213" in text
    assert "E1 · revenue · region = Europe = 1850123.40 EUR" in text


def test_each_quotation_is_traced_to_its_place() -> None:
    assert "E2 Q3 market report · 2025-10-05 · Europe > Logistics · p. 3" in render(sample(), "text", width=120)


def test_a_quotation_that_no_cited_passage_has_is_said_so() -> None:
    sentences = [{"text": "It says “never written”.", "citations": ["E2"], "supported": False}]

    assert "stands in no cited passage" in render(sample(sentences=sentences), "text")


def test_what_was_computed_stands_beside_what_was_asked_with_the_difference() -> None:
    lines = [" ".join(line.split()) for line in render(sample(), "text", width=120).splitlines()]

    start = lines.index("asked net revenue for Europe, 2025-07-01 … 2025-09-30")
    assert lines[start + 1].startswith("computed sum of net revenue by region")
    assert lines[start + 2] == "differs the filter region = Europe was asked and not computed"


def test_both_sides_of_a_conflict_are_shown_and_the_preferred_is_marked() -> None:
    text = render(sample(), "text")

    assert "▸ 1850123.40 EUR — E1\n" in text.replace(" \n", "\n")
    assert "€1.9 million — E2 Q3 market report · 2025-10-05" in text


def test_long_tables_are_cut_with_their_true_count() -> None:
    rows = [[f"region {n}", str(n)] for n in range(200)]
    evidence = [{**sample().evidence[0], "rows": rows, "row_count": 12345}]

    text = render(sample(evidence=evidence), "text")

    assert "region 9 " in text
    assert "region 10" not in text
    assert "(12,345 rows in all; 10 shown)" in text


def test_without_colour_there_is_no_escape_sequence() -> None:
    assert "\x1b" not in render(sample(), "text")
    assert "\x1b[" in render(sample(), "text", is_coloured=True)


def test_control_characters_of_sources_and_models_do_not_reach_the_terminal() -> None:
    bad = "\x1b]0;owned\x07\x1b[2J\u202eevil\x9b31m\r\nnext"
    answer = sample(
        question=bad,
        answer=bad,
        warnings=[bad],
        sentences=[{"text": bad, "citations": ["E1"], "supported": False, "reason": bad}],
        evidence=[
            {**sample().evidence[0], "rows": [[bad, bad]], "statement": bad, "source": bad, "computed": bad},
            {**sample().evidence[1], "text": bad, "title": bad, "section": bad, "warnings": [bad]},
        ],
        steps=[{"id": "s1", "worker": bad, "source": bad, "status": "failed", "reason": bad}],
        models=[{"role": bad, "step": bad, "failures": [{"deployment": bad, "reason": bad}]}],
    )

    for output in ("text", "markdown"):
        assert not set("\x1b\x07\u202e\x9b\r") & set(render(answer, output))


@pytest.mark.parametrize("status", ["clarify", "declined", "no_evidence", "failed"])
def test_an_answer_without_sentences_shows_its_message(status: Status) -> None:
    answer = sample(status=status, sentences=[], answer="Which region do you mean?", choices=["Europe", "Asia"])

    lines = render(answer, "text").splitlines()

    assert lines[2].strip() == "Which region do you mean?"
    assert [line.strip() for line in lines[3:5]] == ["1. Europe", "2. Asia"]


def test_removed_sentences_are_shown_as_removed() -> None:
    removed = [{"text": "Sales doubled.", "supported": False, "reason": "no evidence gives it"}]

    assert "✗ Removed: Sales doubled. (no evidence gives it)" in render(sample(removed=removed), "text")


def test_a_statement_is_shown_with_the_values_bound_to_it() -> None:
    assert "with :from = 2025-07-01" in render(sample(), "text")


def test_the_noise_of_binary_fractions_is_left_out() -> None:
    rows = {**sample().evidence[0], "rows": [["Europe", "18345.74000000001"]], "row_count": 1}

    assert "Europe   18345.74\n" in render(sample(evidence=[rows]), "text")


def test_a_deployment_that_failed_on_the_way_is_shown() -> None:
    failures = [{"deployment": "openai/gpt-4o", "reason": "the key is not accepted"}]
    call = {"step": "plan", "role": "supervisor", "deployment": "offline/analyst", "outcome": "answered"}

    text = render(sample(models=[{**call, "failures": failures}]), "text", width=120)

    assert "supervisor: offline/analyst; openai/gpt-4o failed: the key is not accepted (plan)" in text


def test_what_stands_against_a_proved_answer_is_counted_beside_its_status() -> None:
    sentences = [s for s in sample().model_dump()["sentences"] if s["judged_by"] == "code"]

    text = render(sample(sentences=sentences, terminal_reason="deadline"), "text", width=120)

    told = "with 1 difference between asked and computed, 1 conflict, 1 thing missing, 1 warning. Time ran out."
    assert f"PARTLY VERIFIED Every sentence is proved, {told}" in " ".join(text.split())


def test_the_title_of_a_cited_document_is_no_quotation() -> None:
    sentences = [{"text": "So “Q3 market report” says.", "citations": ["E2"], "supported": True}]

    assert "“Q3 market report” " not in render(sample(sentences=sentences), "text").partition("Receipt")[2]


def test_evidence_that_no_sentence_cites_is_only_named() -> None:
    sentences = [s for s in sample().model_dump()["sentences"] if s["citations"] == ["E2"]]

    shown = render(sample(sentences=sentences), "text").partition("Evidence ─")[2]

    assert "shop · 3 rows" in shown
    assert "SELECT" not in shown
    assert "The decline follows the port strikes" in shown


def test_steps_that_went_alike_share_a_line() -> None:
    steps = [
        {"id": f"s{n}", "worker": "sql_analyst", "source": "shop", "status": "done", "evidence": [f"E{n}"]}
        for n in (1, 2)
    ]

    assert "✓ sql_analyst asked shop: done → E1, E2" in render(sample(steps=steps), "text")


def test_a_calculation_says_where_digits_were_left_out() -> None:
    sentence = sample().model_dump()["sentences"][0]
    sentence["calculations"][0]["value"] = "-0.0602190984331333"

    assert "≈ -0.0602191" in render(sample(sentences=[sentence]), "text", width=120)
