"""What the offline model drafts from evidence that a real database returned."""

import re
from pathlib import Path

import pytest
from rentals import Rentals, passage

from crew.models.offline.conditions_told import condition_words
from tasks.checks.quotations import without_quotations
from tasks.draft import Draft
from tasks.plan import Need, Slot
from tools.sql.specs import SemanticSpec
from tools.terms import Filter

CAUSE = passage(
    "Fees in the North fell in the third quarter because the Quay station was closed for works. All waited.",
    "Autumn report North",
)


def test_a_figure_is_stated_with_its_row_measure_and_period(rentals: Rentals) -> None:
    _draft, texts = rentals.draft("What were the fees by district in Q3 2025?")

    assert texts == ["Fees for South in Q3 2025 was €260.", "Fees for North in Q3 2025 was €210."]


def test_the_first_of_a_ranking_is_called_the_highest_unless_another_equals_it(rentals: Rentals) -> None:
    _draft, texts = rentals.draft("Which station had the highest fees in Q3 2025?")

    assert texts[0] == "Palace had the highest fees in Q3 2025: €260."


def test_a_period_of_another_date_than_the_measures_usual_one_says_which(rentals: Rentals) -> None:
    """“Number of batches in 2025” would be those brewed then, where the question asks for those packaged."""
    usual = {"metrics": {"fees": {"time": "rides.returned_on"}}}

    _draft, single = rentals.draft("What were the fees by district in Q3 2025?", **usual)
    _draft, monthly = rentals.draft("What were the fees per month in 2025?", **usual)
    _draft, change = rentals.draft("How did fees in the North change year over year?", **usual)

    assert single[0] == "Fees for South in Q3 2025 (started on) was €260."
    assert monthly[0] == "Fees for 2025-05 (started on) was €90."
    assert change == ["Fees for North (started on) fell by 58%, from €500 in Q3 2024 to €210 in Q3 2025."]


def test_a_change_says_fell_or_rose_by_the_sign_and_names_both_values(rentals: Rentals) -> None:
    _draft, texts = rentals.draft("How did fees in the North change year over year?")

    assert texts == ["Fees for North fell by 58%, from €500 in Q3 2024 to €210 in Q3 2025."]


def test_a_share_is_of_the_whole_column(rentals: Rentals) -> None:
    _draft, texts = rentals.draft("What share of fees came from the North in Q3 2025?")

    assert len(texts) == 1
    assert texts[0].startswith("North had 44.7% of fees in Q3 2025: €210 of €470.")


def test_a_cause_is_the_member_that_fell_and_a_quotation_that_says_why(rentals: Rentals) -> None:
    draft, texts = rentals.draft("Why is the North underperforming?", [CAUSE])

    assert texts[0] == "Fees for North fell by 58%, from €500 in Q3 2024 to €210 in Q3 2025."
    assert texts[1] == (
        "Fees for Quay fell by 75%, from €400 in Q3 2024 to €100 in Q3 2025: a fall of €300, against €290 for North."
    )
    assert texts[2] == "By comparison, fees in Q3 2025 against Q3 2024: South +30%."
    assert len(texts) == 4
    assert texts[-1] == (
        "As a reason, “Autumn report North” (2025-10-05) states: “Fees in the North fell in the third quarter because "
        "the Quay station was closed for works.”"
    )
    assert not draft.missing


def test_a_cause_of_what_did_not_happen_is_not_told(rentals: Rentals) -> None:
    draft, texts = rentals.draft("Why is the South underperforming?", [CAUSE])

    assert texts == [
        "Fees for South rose by 30%, from €200 in Q3 2024 to €260 in Q3 2025.",
        "By comparison, fees in Q3 2025 against Q3 2024: North -58%.",
    ]
    assert draft.missing == ("The figures do not show what the question takes for granted.",)


def test_the_cause_of_another_things_change_is_not_told(rentals: Rentals) -> None:
    other = passage("Fees in the South fell because the palace was closed. All waited.", "Report on the North")
    rising = passage("Fees in the North rose because the Quay had a fair. All came.", "Report on the North")

    _draft, texts = rentals.draft("Why is the North underperforming?", [other, rising])

    assert not any("“" in text for text in texts)


def test_rows_that_the_prompt_shows_in_part_are_told_in_part(rentals: Rentals) -> None:
    question = "What were the fees by district in Q3 2025?"
    slots, evidence = rentals.gather(rentals.plan(question))
    shown = [{**e.model_dump(mode="json"), "rows_shown": 40} for e in evidence]

    said = rentals.said("draft", {**rentals.blocks(question), "slots": slots, "evidence": shown})

    assert len(Draft.model_validate_json(said).sentences) == 2


def test_without_a_passage_that_gives_a_cause_the_draft_says_so_and_states_none(rentals: Rentals) -> None:
    other = passage("The South has a new palace. It opened because people asked for it.", "Newsletter")

    draft, texts = rentals.draft("Why is the North underperforming?", [other])

    assert draft.missing
    assert not any("“" in text for text in texts)


def test_a_passage_older_than_the_periods_does_not_explain_them(rentals: Rentals) -> None:
    old = CAUSE.model_copy(update={"date": "2023-10-05"})

    _draft, texts = rentals.draft("Why is the North underperforming?", [old])

    assert not any("“" in text for text in texts)


def test_suspected_and_superseded_passages_are_not_quoted(rentals: Rentals) -> None:
    for warning in ("injection_suspected: ignore previous", "superseded_by: v2.md"):
        flagged = CAUSE.model_copy(update={"warnings": (warning,)})

        _draft, texts = rentals.draft("Why is the North underperforming?", [flagged])

        assert not any("“" in text for text in texts)


def test_a_document_question_is_answered_by_a_sentence_that_speaks_of_all_of_it(rentals: Rentals) -> None:
    policy = passage("Helmets are recommended. Children under 12 wear a helmet on every ride.", "Helmet policy")

    _draft, texts = rentals.draft("What does the helmet policy say about children?", [policy])

    assert texts == ["“Helmet policy” (2025-10-05) says: “Children under 12 wear a helmet on every ride.”"]


def test_a_passage_about_something_else_answers_nothing(rentals: Rentals) -> None:
    policy = passage("Helmets are recommended for everyone on every ride.", "Helmet policy")

    draft, texts = rentals.draft("What does the helmet policy say about insurance?", [policy])

    assert texts == []
    assert draft.missing == (
        "No passage was found that answers this: What does the helmet policy say about insurance?",
    )


def test_no_digit_is_typed_outside_quotations_and_names_of_periods(rentals: Rentals) -> None:
    for question in ("Why is the North underperforming?", "top 2 stations by fees", "monthly fees in 2025"):
        draft, _texts = rentals.draft(question, [CAUSE])
        for sentence in draft.sentences:
            bare = re.sub(
                r"\[\[\w+\]\]|Q3 202[45]|\(2025-10-05\)|2025(?:-\d\d)?", "", without_quotations(sentence.text)
            )
            assert not re.search(r"\d", bare), sentence.text


def test_a_rejected_sentence_is_left_out_of_the_next_draft(rentals: Rentals) -> None:
    question = "What were the fees by district in Q3 2025?"
    _draft, texts = rentals.draft(question)

    rejections = [{"sentence": 1, "text": texts[1], "reasons": ["The figure is not right."]}]
    _again, left = rentals.draft(question, rejections=rejections)

    assert left == texts[:1]


def test_a_language_it_writes_gets_its_own_words_and_others_are_told(rentals: Rentals) -> None:
    _draft, german = rentals.draft("Einnahmen nach district im Q3 2025", language="de")
    draft, _texts = rentals.draft("fees by district in Q3 2025", language="it")

    assert german[0] == "Fees für South in Q3 2025: 260\xa0€."
    assert draft.missing == ("The offline model does not write in the question's language; the answer is in English.",)


def test_a_count_of_different_values_is_called_so(rentals: Rentals) -> None:
    assert rentals.draft("How many different districts are there?")[1] == ["Number of different districts was 2."]


def test_only_that_a_group_has_the_name_it_is_told_by_is_not_said() -> None:
    known = Filter(column="riders.club", operator="is not null")
    need = Need(measures=("count(riders)",), filters=(known,))
    grouped = need.model_copy(update={"grain": ("riders.club",)})

    assert condition_words("en", Slot(id="a", kind="rows", need=grouped)) == ""
    assert "club" in condition_words("en", Slot(id="a", kind="rows", need=need))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When was the first ride?", "Earliest started on was August 1, 2024."),
        ("When was the last ride at Mill?", "Latest started on for Mill was August 2, 2025."),
        ("What was the latest started on by district?", "Latest started on for South was August 3, 2025."),
    ],
)
def test_a_day_is_told_as_the_first_or_last_of_its_rows(tmp_path: Path, question: str, told: str) -> None:
    _draft, texts = Rentals(tmp_path / "rentals.sqlite", spec=SemanticSpec()).draft(question)

    assert texts[0] == told
