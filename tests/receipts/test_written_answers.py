"""Answers that came from elsewhere: their evidence, their expressions, and what `receipts check` says line by line."""

import json
from decimal import Decimal
from typing import Any

import pytest

from tasks.figures.calculations import evaluate
from tasks.written.checking import check_lines
from tasks.written.evidence import UnusableEvidence, read_evidence
from tasks.written.expressions import UnusableExpression, read_expression

ROWS = {
    "id": "E1",
    "kind": "rows",
    "columns": ["region", "year", "revenue"],
    "rows": [["Europe", 2025, 60], ["Europe", 2024, 100], ["Asia", 2025, 80], ["Asia", 2024, 70]],
}
LAST, BEFORE = "E1[0].revenue", "E1[1].revenue"


def receipt(*sentences: dict[str, Any], evidence: Any = ROWS) -> list[dict[str, Any]]:
    """What is said of sentences over the evidence."""
    line = json.dumps({"id": "a", "evidence": [evidence], "sentences": list(sentences)})
    (checked,) = check_lines([line])
    assert checked.error is None, checked.error
    return [sentence.model_dump() for sentence in checked.sentences]


@pytest.mark.parametrize(
    ("expression", "operation", "value"),
    [
        (f"({LAST} - {BEFORE}) / {BEFORE}", "growth", "-0.4"),
        (f"({LAST} / {BEFORE}) - 1", "growth", "-0.4"),
        (f"({LAST} - {BEFORE}) / {BEFORE} * 100", "growth", "-0.4"),
        (f"growth({BEFORE}, {LAST})", "growth", "-0.4"),
        (f"{LAST} - {BEFORE}", "difference", "-40"),
        (f"-({LAST} - {BEFORE})", "difference", "40"),
        (f"{LAST} / {BEFORE}", "ratio", "0.6"),
        ("E1[0].revenue / (E1[0].revenue + E1[2].revenue)", "share", None),
        ("E1[0].revenue + E1[2].revenue", "sum", "140"),
        ("(E1[0].revenue + E1[2].revenue) / 2", "mean", "70"),
        ('E1[0]["revenue"] - E1[1].`revenue`', "difference", "-40"),
        (f"({LAST} / {BEFORE}) ** (1 / 1) - 1", "compound_rate", None),
    ],
)
def test_arithmetic_over_cells_is_read_as_a_calculation(expression: str, operation: str, value: str | None) -> None:
    calculations = read_expression("x", expression)

    assert (calculations[-1].id, calculations[-1].operation) == ("x", operation)
    if value is not None:
        assert evaluate(calculations, read_evidence([ROWS]))["x"].value == Decimal(value)


@pytest.mark.parametrize(
    "expression",
    ["", "3", LAST, f"{LAST} * 2", f"{LAST} ** 2", "__import__('os')", f"{LAST} if 1 else 2", "x + 1", f"max({LAST})"],
)
def test_what_is_no_composition_of_the_closed_list_is_refused(expression: str) -> None:
    with pytest.raises(UnusableExpression):
        read_expression("x", expression)


def test_a_given_calculation_proves_its_figure_and_a_wrong_one_does_not() -> None:
    def said(text: str, expression: str) -> dict[str, Any]:
        (checked,) = receipt(
            {"text": text, "citations": ["E1"], "calculations": [{"label": "g", "expression": expression}]}
        )
        return checked

    fall = f"({LAST} - {BEFORE}) / {BEFORE}"
    assert said("Compared with 2024, revenue in Europe fell by 40 % in 2025.", fall)["supported"]
    assert not said("Compared with 2024, revenue in Europe rose by 40 % in 2025.", fall)["supported"]
    assert not said("Compared with 2024, revenue in Asia fell by 40 % in 2025.", fall)["supported"]
    assert not said("Compared with 2024, revenue in Europe fell by 42 % in 2025.", fall)["supported"]
    assert "E1[9]" in said("Revenue in Europe fell by 40 % in 2025.", f"E1[9].revenue - {BEFORE}")["reason"]


def test_a_cell_is_found_by_what_the_sentence_names() -> None:
    right, wrong, elsewhere = receipt(
        {"text": "Revenue in Europe was 60 in 2025.", "citations": ["E1"]},
        {"text": "Revenue in Europe was 80 in 2025.", "citations": ["E1"]},
        {"text": "Revenue in Europe was 60 in 2025.", "citations": ["E7"]},
    )

    assert right["supported"]
    assert not wrong["supported"]
    assert "E7" in elsewhere["reason"]


KEYED = {
    "id": "E1",
    "kind": "rows",
    "columns": [
        {"name": "id", "role": "key", "type": "integer", "source": "customers.id"},
        {"name": "name", "role": "key", "type": "text", "source": "customers.name"},
        {"name": "revenue", "role": "measure", "measure": "revenue", "type": "decimal", "unit": "EUR"},
    ],
    "rows": [[62, "Ada", "500.00"], [20, "Bo", "300.00"], [7, "Cy", "62483.00"], [8, "Cy", "90.00"]],
}


@pytest.mark.parametrize(
    ("text", "is_proved"),
    [
        ("Revenue for Ada was €500.", True),
        ("Revenue for Cy (7) was €62,483.", True),
        ("Revenue for 8, Cy was €90.", True),
        ("Revenue for 20, Ada was €500.", False),
        ("Revenue for Ada, 20, was €500.", False),
        ("Revenue for Ada (20) was €500.", False),
        ("Revenue for Ada was €500 from 62 orders.", False),
        ("Revenue for Ada was €500 in 20 shops.", False),
        ("Revenue for Bo was €300 after 7 days.", False),
        ("Revenue for Bo 20 times over was €300.", False),
    ],
)
def test_a_number_that_is_some_rows_key_stands_only_where_that_rows_key_does(text: str, is_proved: bool) -> None:
    (said,) = receipt({"text": text, "citations": ["E1"]}, evidence=KEYED)

    assert said["supported"] is is_proved, said["reason"]


def test_evidence_of_our_own_answers_and_of_rows_as_objects_is_read() -> None:
    own = {
        "id": "E1",
        "kind": "rows",
        "columns": [
            {"name": "country", "type": "text", "role": "key", "source": "customers.country"},
            {"name": "revenue", "type": "decimal", "role": "measure", "measure": "revenue", "unit": "EUR"},
        ],
        "rows": [["Spain", "1000.00"]],
        "computed": "Sum of revenue",
        "computed_terms": {"measures": ["revenue"], "grain": ["customers.country"]},
    }
    objects = {"kind": "rows", "rows": [{"country": "Spain", "revenue": "1000.00"}]}

    (said,) = receipt({"text": "Revenue in Spain was €1,000.", "citations": ["E1"]}, evidence=own)
    assert said["supported"], said["reason"]
    assert receipt({"text": "Revenue in Spain was 1,000.", "citations": ["E1"]}, evidence=objects)[0]["supported"]


def test_evidence_out_of_form_is_named() -> None:
    with pytest.raises(UnusableEvidence, match="E3"):
        read_evidence([{"id": "E3", "kind": "rows", "columns": ["a", "b"], "rows": [[1]]}])


def test_a_line_that_cannot_be_read_is_said_to_be_so_and_the_rest_goes_on() -> None:
    good = json.dumps({"id": 2, "evidence": [ROWS], "sentences": [{"text": "Revenue in Europe was 60 in 2025."}]})

    broken, empty, last = check_lines(["{", '{"id": 1, "evidence": []}', "", good])

    assert "Line 1 is not JSON" in (broken.error or "")
    assert (empty.id, "sentences" in (empty.error or "")) == (1, True)
    assert last.error is None
    assert last.sentences[0].supported
