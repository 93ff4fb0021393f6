"""What sentences quote, and where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from crew.answer import Answer, SentenceOut
from crew.render.plain import plain
from crew.render.words import passage_place
from tasks.checks.quotations import find_quotations, stands_in


@dataclass(frozen=True)
class Quotation:
    """Words that a sentence quotes, and where they stand; None when they stand nowhere."""

    words: str
    where: str | None


def quotations(sentence: SentenceOut, answer: Answer) -> Iterator[Quotation]:
    """What a sentence quotes besides titles, each with its place in a cited passage, found as the check finds it."""
    passages = [e for e in answer.evidence if e["id"] in sentence.citations and e["kind"] == "passage"]
    names = {str(e.get(key)).casefold() for e in passages for key in ("title", "document")}
    for quoted in find_quotations(sentence.text):
        if quoted.text.casefold() not in names:
            yield Quotation(plain(quoted.text), _place_of(quoted.text, passages, answer))


def _place_of(words: str, passages: list[dict[str, Any]], answer: Answer) -> str | None:
    for passage in passages:
        text = "\n".join(str(passage.get(key) or "") for key in ("title", "section", "text"))
        if stands_in(text, words):
            return f"{passage['id']} {passage_place(passage)}"
    if words.casefold() in answer.question.casefold():
        return "words of the question"
    return next((f"a value of {e['id']}" for e in answer.evidence if words.casefold() in _values(e)), None)


def _values(evidence: dict[str, Any]) -> set[str]:
    cells = [value for row in evidence.get("rows", []) for value in row]
    return {str(value).casefold() for value in (*cells, *evidence.get("parameters", {}).values())}
