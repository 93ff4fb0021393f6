"""Without a model a sentence is quoted only where it is about the thing and the time that were asked for."""

from datetime import UTC, date, datetime

import pytest

from crew.models.offline.quoting import Sought, answering_quotes, summarising_quotes
from tools.evidence import PassageEvidence
from tools.terms import Period

REFUNDS = "Refunds are paid within 14 days. In Norway refunds are paid within 30 days."
CONTRACT = (
    "The contract ends on 31 December 2027 unless it is renewed. A batch with more than 2% defects is taken back."
)
MINUTES = "The board approved the budget of the harbour project."
SPRING = Period(start=date(2025, 4, 1), end=date(2025, 6, 30))
AUTUMN = Period(start=date(2025, 10, 1), end=date(2025, 12, 31))


def passage(title: str, text: str, day: str | None = None) -> PassageEvidence:
    return PassageEvidence(
        id="E1",
        source="library",
        document=f"{title}.md",
        title=title,
        text=text,
        date=day,
        passage=f"{title}#1",
        retrieved_at=datetime(2026, 1, 10, tzinfo=UTC),
    )


def quoted(sought: Sought, *passages: PassageEvidence) -> list[str]:
    return [quote.text for quote in answering_quotes(passages, sought)]


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("When does the contract with Halden Paper end?", ("Halden Paper",), True),
        ("When does the contract with Lund Timber end?", ("Lund Timber",), False),
        ("When does the contract end?", (), True),
    ],
)
def test_a_contract_with_one_party_says_nothing_of_another(
    question: str, names: tuple[str, ...], expected: bool
) -> None:
    contract = passage("Framework contract with Halden Paper", CONTRACT)

    assert bool(quoted(Sought(question, names), contract)) is expected


def test_of_two_sentences_the_one_about_the_place_asked_for_is_quoted() -> None:
    policy = passage("Refund policy", REFUNDS)

    found = quoted(Sought("How long do refunds take in Norway?", ("Norway",)), policy)

    assert found == ["In Norway refunds are paid within 30 days."]


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("How many suppliers have a contract that ends?", False),
        ("By how much does the contract end?", False),
        ("What does the contract say of a batch with defects?", True),
    ],
)
def test_an_amount_that_is_asked_for_is_not_answered_by_a_day_or_a_share_of_something_else(
    question: str, is_told: bool
) -> None:
    assert bool(quoted(Sought(question), passage("Framework contract", CONTRACT))) is is_told


@pytest.mark.parametrize(("period", "is_told"), [(AUTUMN, True), (SPRING, False)])
def test_minutes_of_another_time_are_not_quoted(period: Period, is_told: bool) -> None:
    minutes = passage("Minutes of the board meeting of 14 October 2025", MINUTES, "2025-10-14")

    sought = Sought("What did the board minutes say of the harbour project?", periods=(period,))

    assert bool(quoted(sought, minutes)) is is_told


def test_a_summary_of_one_quarter_leaves_out_documents_of_another() -> None:
    reviews = [
        passage("Review of Q2 2025", "Harbour traffic rose in the second quarter of 2025.", "2025-07-09"),
        passage("Review of Q4 2025", "Harbour traffic fell in the fourth quarter of 2025.", "2026-01-09"),
    ]

    found = summarising_quotes(reviews, Sought("harbour traffic", periods=(SPRING,)))

    assert [quote.passage.title for quote in found] == ["Review of Q2 2025"]
