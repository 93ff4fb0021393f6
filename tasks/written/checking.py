"""Answers that came from elsewhere, checked line by line."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import Field, ValidationError

from tasks.checks.neutral_words import guess_language
from tasks.checks.wording import Wording
from tasks.draft import DraftCalculation
from tasks.receipts import check_written
from tasks.written.evidence import UnusableEvidence, read_evidence
from tasks.written.expressions import UnusableExpression, read_expression
from tools.documents.language import detect_language
from tools.evidence import Evidence
from tools.frozen import Frozen

UNJUDGED = "Code finds nothing wrong with it and cannot prove all of it; a person must judge."


class WrittenCalculation(Frozen):
    """A calculation that a sentence's writer gave."""

    label: str
    expression: str


class WrittenSentence(Frozen):
    """A sentence, what it cites, and how its figures were computed."""

    text: str
    citations: tuple[str, ...] = ()
    calculations: tuple[WrittenCalculation, ...] = ()


class WrittenAnswer(Frozen):
    """One line: an answer with its evidence."""

    id: str | int | None = None
    question: str = ""
    language: str | None = None
    """Where it is not given, it is told from the sentences."""
    evidence: tuple[dict[str, Any], ...] = ()
    sentences: tuple[WrittenSentence, ...] = Field(min_length=1)


class WrittenReceipt(Frozen):
    """Whether a sentence is proved by what it cites, or why not."""

    text: str
    supported: bool
    reason: str | None = None


class AnswerReceipt(Frozen):
    """The receipt of one line; `error` says why a line could not be read."""

    id: str | int | None = None
    sentences: tuple[WrittenReceipt, ...] = ()
    error: str | None = None


def check_lines(lines: Iterable[str]) -> Iterator[AnswerReceipt]:
    """The receipt of each JSON line as it comes; a line that cannot be read has a receipt that says so."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _check_line(line, number)


def check_answer(answer: WrittenAnswer) -> AnswerReceipt:
    """The receipts of an answer's sentences. Raises UnusableEvidence."""
    evidence = read_evidence(answer.evidence)
    text = " ".join(s.text for s in answer.sentences)
    language = answer.language or detect_language(text) or guess_language(text) or "en"
    wording = Wording(question=answer.question, language=language)
    return AnswerReceipt(
        id=answer.id, sentences=tuple(_check(sentence, evidence, wording) for sentence in answer.sentences)
    )


def _check_line(line: str, number: int) -> AnswerReceipt:
    try:
        content = json.loads(line)
    except ValueError as error:
        return AnswerReceipt(error=f"Line {number} is not JSON: {error}")
    name = content.get("id") if isinstance(content, dict) and isinstance(content.get("id"), str | int) else None
    try:
        return check_answer(_read(content))
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"]))
        return AnswerReceipt(id=name, error=f"Line {number}: `{where}`: {problem['msg']}")
    except UnusableEvidence as error:
        return AnswerReceipt(id=name, error=f"Line {number}: {error}")


def _read(content: Any) -> WrittenAnswer:
    """The answer; keys beyond ours are another program's, and are left alone."""
    if not isinstance(content, dict) or not isinstance(content.get("sentences"), list):
        return WrittenAnswer.model_validate(content)
    sentences = [_known(sentence, WrittenSentence) for sentence in content["sentences"]]
    return WrittenAnswer.model_validate({**_known(content, WrittenAnswer), "sentences": sentences})


def _known(content: Any, spec: type[Frozen]) -> Any:
    if not isinstance(content, dict):
        return content
    return {key: value for key, value in content.items() if key in spec.model_fields}


def _check(sentence: WrittenSentence, evidence: Mapping[str, Evidence], wording: Wording) -> WrittenReceipt:
    unknown = [number for number in sentence.citations if number not in evidence]
    if unknown:
        return _refused(sentence, f"It cites {', '.join(unknown)}, which is not among the evidence.")
    try:
        given: list[tuple[DraftCalculation, ...]] = [
            read_expression(calculation.label, calculation.expression) for calculation in sentence.calculations
        ]
    except UnusableExpression as error:
        return _refused(sentence, str(error))
    receipt = check_written(sentence.text, evidence, wording, citations=sentence.citations, given=given)
    if receipt.reasons:
        return _refused(sentence, " ".join(receipt.reasons))
    if receipt.needs_judgement:
        return _refused(sentence, UNJUDGED)
    return WrittenReceipt(text=sentence.text, supported=True)


def _refused(sentence: WrittenSentence, reason: str) -> WrittenReceipt:
    return WrittenReceipt(text=sentence.text, supported=False, reason=reason)
