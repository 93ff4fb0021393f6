"""An answer's texts in its own language; sentences are written in it already."""

from crew.answer import Answer, SentenceOut
from tools.wording import retold, translated, worded

NOT_PROVED = worded("Not proved: no evidence was found that answers this.")
"""The answer where there is none; what is missing follows it."""
_FAILED = worded("The question could not be answered: {error}")
_STEP_FAILED = worded("The last attempt failed: {error}")
_CHECK = worded("The check of the sentence, in its own words: {reason}")


def in_its_language(answer: Answer) -> Answer:
    """The answer with what is said about it retold; what a provider, a database or a model wrote stands as it was."""
    language = answer.language
    failed = {step.reason for step in answer.steps if step.status == "failed" and step.reason}
    steps = [
        step.model_copy(update={"reason": _within(_STEP_FAILED, "error", step.reason, language)})
        if step.reason in failed
        else step.model_copy(update={"reason": step.reason and retold(step.reason, language)})
        for step in answer.steps
    ]
    missing = [_missing(each, failed, language) for each in answer.missing]
    return answer.model_copy(
        update={
            "answer": _text(answer, missing),
            "assumptions": [retold(each, language) for each in answer.assumptions],
            "missing": missing,
            "warnings": [retold(each, language) for each in answer.warnings],
            "sentences": [_sentence(each, language) for each in answer.sentences],
            "removed": [_sentence(each, language) for each in answer.removed],
            "receipt": [
                line.model_copy(update={"mismatches": [retold(each, language) for each in line.mismatches]})
                for line in answer.receipt
            ],
            "conflicts": [
                conflict.model_copy(update={"rule": retold(conflict.rule, language)}) for conflict in answer.conflicts
            ],
            "steps": steps,
        }
    )


def _text(answer: Answer, missing: list[str]) -> str:
    if answer.status == "failed":
        return _within(_FAILED, "error", answer.answer, answer.language)
    if answer.status == "no_evidence":
        return " ".join([translated(NOT_PROVED, answer.language), *missing])
    if answer.sentences and answer.status not in ("clarify", "declined"):
        return answer.answer
    return retold(answer.answer, answer.language)


def _missing(text: str, failed: set[str], language: str) -> str:
    """A gap; one that a failed step left tells of it in a sentence around the failure."""
    slot, colon, reason = text.partition(": ")
    if colon and reason in failed:
        return f"{slot}: {_within(_STEP_FAILED, 'error', reason, language)}"
    return retold(text, language)


def _sentence(sentence: SentenceOut, language: str) -> SentenceOut:
    if not sentence.reason:
        return sentence
    return sentence.model_copy(update={"reason": _within(_CHECK, "reason", sentence.reason, language)})


def _within(frame: str, name: str, text: str | None, language: str) -> str:
    """A text retold, or, where the catalogue does not have it, within a sentence of the language; English as it is."""
    told = retold(text or "", language)
    around = translated(frame, language)
    return told if told != text or around == frame else around.format(**{name: text})
