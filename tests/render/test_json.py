"""An answer as JSON: the contract, nothing lost."""

import json

from crew.answer import Answer
from crew.render.answer import render
from tests.render.sample import sample

_CONTRACT = {
    *("schema_version", "run_id", "domain", "asker", "question", "question_kind", "language", "status"),
    *("terminal_reason", "answer", "assumptions", "missing", "warnings", "explanation", "sentences", "evidence"),
    *("conflicts", "usage", "steps"),
}


def test_every_key_of_the_contract_is_there() -> None:
    assert set(json.loads(render(sample(), "json"))) >= _CONTRACT


def test_the_json_reads_back_as_the_same_answer() -> None:
    assert Answer.model_validate_json(render(sample(), "json")) == sample()
