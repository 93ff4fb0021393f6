"""How an answer came about, in plain words."""

from crew.answer import Answer
from crew.render.plain import counted
from tools.wording import retold, said, worded

_STATUS = {
    "verified": worded("Every sentence is proved by the evidence it cites, and what was computed is what was asked."),
    "partly_verified": worded("The sentences shown are proved, with the reservations listed."),
    "needs_review": worded("Sentences that could not be proved were removed; a person should look at what is left."),
    "clarify": worded("The question can be read in more than one way."),
    "declined": worded("The question cannot be answered from this domain's sources."),
    "no_evidence": worded("Nothing was found that proves an answer."),
    "failed": worded("The run could not be completed."),
}
_REASONS = {
    "budget": worded("The question's budget was used up before it was finished."),
    "deadline": worded("Time ran out before it was finished."),
    "loop": worded("Further attempts only repeated earlier ones."),
    "cancelled": worded("A person cancelled it."),
}

_PLACED = (worded("{figures} were placed by code"), worded("{figures} was placed by code"))
_CHECKED = (worded("{sentences} were checked by code."), worded("{sentences} was checked by code."))
_CHECKED_BOTH = (
    worded("{sentences} were checked by code alone and {judged} by code and the verifier."),
    worded("{sentences} was checked by code alone and {judged} by code and the verifier."),
)
_COUNTED = (
    worded("{count} step"), worded("{count} steps"), worded("{count} piece"), worded("{count} pieces"),
    worded("{count} figure"), worded("{count} figures"), worded("{count} sentence"), worded("{count} sentences"),
)  # fmt: skip
"""How `counted` says numbers of things."""


def explain(answer: Answer) -> str:
    """The status, the plan, the checks and the cost, in a few sentences of the answer's language."""
    parts = [_STATUS[answer.status], _REASONS.get(answer.terminal_reason, ""), _plan(answer), _checks(answer)]
    return " ".join(retold(part, answer.language) for part in parts if part)


def _plan(answer: Answer) -> str:
    begun = [step for step in answer.steps if step.status != "not_needed"]
    if not begun:
        return ""
    sources = ", ".join(dict.fromkeys(step.source for step in begun))
    failed = [step.id for step in begun if step.status not in ("done", "nothing_found")]
    steps, pieces = counted(len(begun), "step"), counted(len(answer.evidence), "piece")
    text = said("{steps} asked {sources} and found {pieces} of evidence.", steps=steps, sources=sources, pieces=pieces)
    return " ".join([text, said("Not done: {steps}.", steps=", ".join(failed))]) if failed else text


def _checks(answer: Answer) -> str:
    if not answer.sentences:
        return ""
    figures = sum(len(sentence.figures) for sentence in answer.sentences)
    judged = sum(sentence.judged_by == "verifier" for sentence in answer.sentences)
    checked = len(answer.sentences) - judged
    placed = said(_PLACED[figures == 1], figures=counted(figures, "figure"))
    told = (_CHECKED_BOTH if judged else _CHECKED)[checked == 1]
    return f"{placed}; {said(told, sentences=counted(checked, 'sentence'), judged=judged)}"
