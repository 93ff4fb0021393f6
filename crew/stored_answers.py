"""A stored answer, read again: whole where it fits the answer of today, else as far as it does."""

from typing import Any

from pydantic import BaseModel, ValidationError

from crew.answer import Answer
from crew.errors import CrewError
from crew.store.records import RunRecord
from tools.evidence import NothingFound, PassageEvidence, RowsEvidence


class OutgrownAnswer(CrewError):
    """An answer was stored by another version, and does not fit this one."""


def stored_answer(record: RunRecord) -> Answer:
    """The answer of a run that has one; raises OutgrownAnswer."""
    answer, left_out = what_fits(record)
    if answer is None or left_out:
        raise OutgrownAnswer(
            f"{misfit_words(record, left_out)} `crosscheck runs show {record.id} --output json` prints it as it is."
        )
    return answer


def what_fits(record: RunRecord) -> tuple[Answer | None, tuple[str, ...]]:
    """The answer without what does not fit, and the places left out; None where what every answer has does not fit."""
    content, left_out = dict(record.answer or {}), list[str]()
    for place in _misfits(content):
        left_out.append(".".join(map(str, place)))
        _remove(content, place)
    try:
        return Answer.model_validate(content), tuple(left_out)
    except ValidationError:
        return None, tuple(left_out)


def misfit_words(record: RunRecord, left_out: tuple[str, ...]) -> str:
    """What a person is told of an answer that does not fit."""
    places = ", ".join(f"`{place}`" for place in left_out[:5])
    more = f" and {len(left_out) - 5} more" if len(left_out) > 5 else ""
    return f"The answer of run {record.id} was stored by another version of Crosscheck; {places}{more} does not fit it."


def _misfits(content: dict[str, Any]) -> list[tuple[str | int, ...]]:
    """The key, or the item of a list, behind each thing that does not fit; items of a list from its end."""
    places = set(_evidence_misfits(content.get("evidence")))
    try:
        Answer.model_validate(content)
    except ValidationError as error:
        places |= {
            _place(content, problem["loc"]) for problem in error.errors(include_url=False, include_context=False)
        }
    return sorted(places, key=lambda place: (str(place[0]), -int(place[1]) if len(place) > 1 else 0))


def _place(content: dict[str, Any], where: tuple[int | str, ...]) -> tuple[str | int, ...]:
    return where[:2] if isinstance(content.get(str(where[0])), list) else where[:1]


def _remove(content: dict[str, Any], place: tuple[str | int, ...]) -> None:
    key = str(place[0])
    if len(place) == 1:
        content.pop(key, None)
    else:
        content[key] = [item for number, item in enumerate(content[key]) if number != place[1]]


_EVIDENCE: dict[str, type[BaseModel]] = {
    "rows": RowsEvidence,
    "passage": PassageEvidence,
    "nothing_found": NothingFound,
}


def _evidence_misfits(evidence: object) -> list[tuple[str | int, ...]]:
    """Evidence in an answer is plain JSON, of which every key is read that its kind always has."""
    if not isinstance(evidence, list):
        return []
    return [("evidence", number) for number, piece in enumerate(evidence) if not _has_all_keys(piece)]


def _has_all_keys(piece: object) -> bool:
    if not isinstance(piece, dict) or (kind := _EVIDENCE.get(piece.get("kind", ""))) is None:
        return False
    return all(name in piece for name, field in kind.model_fields.items() if field.is_required())
