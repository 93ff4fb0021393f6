"""What a model is advised when a tool fails does not reach the person who reads the answer."""

import pytest

from crew.desk import Desk
from tests.models import ScriptedModels
from tools.documents.index import IndexReplaced, SearchFailed
from tools.documents.lance_index import LanceIndex
from tools.errors import ToolError
from tools.sql.errors import MaskedColumn, OddRows, SchemaChanged
from tools.wording import retold


def test_a_failing_index_is_told_in_a_persons_words(
    desk: Desk, models: ScriptedModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replaced(*_: object) -> None:
        raise IndexReplaced

    monkeypatch.setattr(LanceIndex, "lexical", replaced)
    monkeypatch.setattr(LanceIndex, "nearest", replaced)
    models.leave_to_offline("plan", "replan", "correct", "draft", "verify")

    answer = desk.ask("What does the delivery review say about carriers?")

    told = " ".join([answer.answer, *answer.missing, *answer.warnings, *(step.reason or "" for step in answer.steps)])
    assert "the question went on without it" in told
    assert "; go on" not in told


@pytest.mark.parametrize(
    "error",
    [IndexReplaced(), MaskedColumn("a.b"), SchemaChanged("a"), OddRows(["empty: all"]), SearchFailed("x", told="y")],
)
def test_advice_is_for_the_model_alone(error: ToolError) -> None:
    assert error.told != str(error)
    assert str(error).startswith(error.told[:20]) or error.told == "y"


@pytest.mark.parametrize("language", ["de", "fr", "es", "zh"])
def test_that_an_index_is_gone_is_told_in_the_questions_language(language: str) -> None:
    assert retold(IndexReplaced().told, language) != IndexReplaced().told
