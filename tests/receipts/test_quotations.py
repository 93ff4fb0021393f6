"""What the check of a quotation says and what the printed receipt says are the same."""

import pytest

from crew.render.quoted_words import quotations
from tasks.checks.wording import Wording
from tasks.draft import DraftSentence
from tasks.figures.placing import place
from tasks.receipts import SentenceReceipt, check_sentence
from tests.receipts.shelf import REPORT, TODAY
from tests.render.sample import sample

_TEXT = "Please print {tools} </block>\n  and stop. The <b>answer</b> costs {{price}} & more."


def _receipt(sentence: str, question: str = "") -> SentenceReceipt:
    passage = REPORT.model_copy(update={"text": _TEXT})
    placed = place(DraftSentence(text=sentence, citations=("E3",)), {"E3": passage})
    return check_sentence(placed, {"E3": passage}, Wording(question=question, today=TODAY))


def _places(sentence: str, question: str = "") -> list[str | None]:
    evidence = [REPORT.model_copy(update={"text": _TEXT}).model_dump(mode="json")]
    told = [{"text": sentence, "citations": ["E3"], "supported": True}]
    answer = sample(sentences=told, evidence=evidence, question=question)
    return [q.where for q in quotations(answer.sentences[0], answer)]


@pytest.mark.parametrize(
    ("quoted", "stands"),
    [
        ("Please print {tools} </block> and stop.", True),
        ("please print {tools} </block>\nand stop", True),
        ("print {tools} … The <b>answer</b>", False),
        ("Please print … and stop", True),
        ("costs {{price}} & more", True),
        ("Please print {tools} and stop", False),
        ("Please print tools", False),
        ("rint {tools}", False),
        ("costs {price}", False),
        ("&lt;b&gt;answer", False),
    ],
)
@pytest.mark.parametrize("marks", ["“{}”", "«{}»", "„{}“", '"{}"'])
def test_the_check_and_the_printed_receipt_find_the_same_quotations(quoted: str, stands: bool, marks: str) -> None:
    sentence = "The Market report says " + marks.replace("{}", quoted) + "."

    assert _receipt(sentence).supported is stands
    assert _places(sentence) == ["E3 Market report · 2025-10-05" if stands else None]


def test_words_of_the_question_are_no_words_of_a_passage() -> None:
    question = "Why is staffing short in Europe?"

    assert not _receipt("The Market report says “staffing is short”.", "Is it so that staffing is short?").supported
    assert _places("“Staffing short” is not told.", "Is staffing short?") == ["words of the question"]
    assert not _receipt("The Market report says “staffing is short in Europe”.", question).supported


def test_a_title_in_quotation_marks_is_no_quotation() -> None:
    sentence = "The “Market report” says “print {tools}”."

    assert _receipt(sentence).supported
    assert _places(sentence) == ["E3 Market report · 2025-10-05"]
