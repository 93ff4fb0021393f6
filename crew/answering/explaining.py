"""How an answer came about, in plain words."""

from crew.answer import Answer
from crew.render.plain import counted

_STATUS = {
    "verified": "Every sentence is proved by the evidence it cites, and what was computed is what was asked.",
    "partly_verified": "The sentences shown are proved, with the reservations listed.",
    "needs_review": "Sentences that could not be proved were removed; a person should look at what is left.",
    "clarify": "The question can be read in more than one way.",
    "declined": "The question cannot be answered from this domain's sources.",
    "no_evidence": "Nothing was found that proves an answer.",
    "failed": "The run could not be completed.",
}
_REASONS = {
    "budget": "The question's budget was used up before it was finished.",
    "deadline": "Time ran out before it was finished.",
    "loop": "Further attempts only repeated earlier ones.",
    "cancelled": "A person cancelled it.",
}


def explain(answer: Answer) -> str:
    """The status, the plan, the checks and the cost, in a few sentences."""
    parts = [_STATUS[answer.status], _REASONS.get(answer.terminal_reason, ""), _plan(answer), _checks(answer)]
    return " ".join(part for part in parts if part)


def _plan(answer: Answer) -> str:
    if not answer.steps:
        return ""
    sources = ", ".join(dict.fromkeys(step.source for step in answer.steps))
    failed = [step.id for step in answer.steps if step.status not in ("done", "nothing_found")]
    steps, pieces = counted(len(answer.steps), "step"), counted(len(answer.evidence), "piece")
    text = f"{steps} asked {sources} and found {pieces} of evidence."
    return f"{text} Not done: {', '.join(failed)}." if failed else text


def _checks(answer: Answer) -> str:
    if not answer.sentences:
        return ""
    figures = sum(len(sentence.figures) for sentence in answer.sentences)
    judged = sum(sentence.judged_by == "verifier" for sentence in answer.sentences)
    checked = len(answer.sentences) - judged
    text = (
        f"{counted(figures, 'figure')} {_was(figures)} placed by code; "
        f"{counted(checked, 'sentence')} {_was(checked)} checked by code"
    )
    return f"{text} alone and {judged} by code and the verifier." if judged else f"{text}."


def _was(number: int) -> str:
    return "was" if number == 1 else "were"
