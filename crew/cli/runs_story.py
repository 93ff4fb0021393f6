"""How an answer came about, told from what was stored of its run."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from crew.render.plain import plain, shortened

if TYPE_CHECKING:
    from crew.store.dossier import Dossier
    from crew.store.records import CallRecord, EvidenceRecord, StepRecord

_LONGEST = 300
"""Characters of one reason or error."""

_REASONS = {
    "answered": "it was answered",
    "answered_partly": "it was answered in part",
    "no_evidence": "nothing was found that proves an answer",
    "clarify": "the question can be read in more than one way",
    "declined": "the domain's sources cannot answer it",
    "budget": "its budget was used up",
    "deadline": "its time was over",
    "loop": "further attempts only repeated earlier ones",
    "failed": "it could not be completed",
    "cancelled": "a person cancelled it",
}


@dataclass(frozen=True)
class Section:
    """One part of the story."""

    title: str
    lines: tuple[str, ...]


def story_of(dossier: "Dossier") -> list[Section]:
    """The story in the order in which things happened, without parts that have nothing to tell."""
    answer = _answer(dossier)
    parts = {
        "Question": _question(dossier),
        "Taken for granted": iter(answer.get("assumptions", [])),
        "Steps": _steps(dossier),
        "What was asked and what was computed": _receipt(answer),
        "Checks": _checks(answer),
        "Disagreements": _conflicts(answer),
        "Models": _models(dossier),
        "Cost": _cost(dossier),
        "Outcome": _outcome(dossier),
        "What people said of it": _marks(dossier),
        "Audit log": _audit(dossier),
    }
    told = {title: tuple(plain(line) for line in lines) for title, lines in parts.items()}
    return [Section(title, lines) for title, lines in told.items() if lines]


def _answer(dossier: "Dossier") -> dict[str, Any]:
    """What is stored of the answer, as far as it fits the answers of today."""
    from crew.stored_answers import what_fits

    fitting = what_fits(dossier.run)[0] if dossier.run.answer else None
    return fitting.model_dump(mode="json") if fitting else {}


def _marks(dossier: "Dossier") -> Iterator[str]:
    for mark in dossier.marks:
        reason = f": {mark.why}" if mark.why else ""
        yield f"{mark.marked_by} marked it {mark.verdict} on {mark.at:%Y-%m-%d %H:%M} UTC{reason}"


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as `1 run` or `2 runs`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _question(dossier: "Dossier") -> Iterator[str]:
    run = dossier.run
    if run.question is not None:
        yield f"“{run.question}”"
    if run.emptied_at is not None:
        yield f"Its content was removed by retention on {_moment(run.emptied_at)}."
    kind = f", as a {run.question_kind} question" if run.question_kind else ""
    yield f"{run.asker} asked domain {run.domain} on {_moment(run.started_at)}{kind}."
    if run.today is not None:
        yield f"Relative dates counted from {run.today.isoformat()}."


def _steps(dossier: "Dossier") -> Iterator[str]:
    evidence = {piece.id: piece for piece in dossier.evidence}
    for step in dossier.steps:
        if step.worker is not None:
            yield from _plan_step(step, evidence)
        elif step.summary and step.summary.get("reason"):
            yield str(step.summary["reason"])
    walked = [step.name for step in dossier.steps if step.worker is None]
    if walked:
        yield f"The run went through: {' → '.join(walked)}."


def _plan_step(step: "StepRecord", evidence: "dict[str, EvidenceRecord]") -> Iterator[str]:
    summary = step.summary or {}
    where = f" in {step.source}" if step.source else ""
    tries = f", after {counted(step.retries, 'corrected attempt')}" if step.retries else ""
    task = f": {summary['task']}" if summary.get("task") else ""
    yield f"{step.name}, {step.worker}{where}{task} ({step.status}{tries})."
    if summary.get("reason"):
        yield f"{step.name} ended because: {shortened(str(summary['reason']), _LONGEST)}"
    for found in summary.get("evidence", []):
        piece = evidence.get(found if isinstance(found, str) else found.get("id", ""))
        if piece is not None:
            yield _found(step.name, piece)


def _found(step: str, piece: "EvidenceRecord") -> str:
    payload = piece.payload or {}
    if piece.kind == "rows":
        words = (payload.get("computed") or {}).get("words") or "rows"
        return f"{step} found {piece.id}: {words} ({counted(piece.head.get('row_count', 0), 'row')})."
    if piece.kind == "passage":
        place = payload.get("title") or piece.head.get("document", "a document")
        return f"{step} found {piece.id}: a passage of “{place}”."
    return f"{step} found nothing ({piece.id})."


def _receipt(answer: dict[str, Any]) -> Iterator[str]:
    for line in answer.get("receipt", []):
        yield f"Asked: {line['asked']}. Computed: {line['computed']} [{', '.join(line.get('evidence', []))}]."
        for mismatch in line.get("mismatches", []):
            yield f"They differ: {mismatch}"


def _checks(answer: dict[str, Any]) -> Iterator[str]:
    sentences, removed = answer.get("sentences", []), answer.get("removed", [])
    if sentences:
        proved = sum(bool(sentence["supported"]) for sentence in sentences)
        judged = sum(sentence.get("judged_by") == "verifier" for sentence in sentences)
        yield f"{proved} of {counted(len(sentences), 'sentence')} proved; the verifier's model judged {judged} of them."
    for sentence in [s for s in sentences if not s["supported"]] + removed:
        verb = "Removed" if sentence in removed else "Not proved"
        yield f"{verb}: “{shortened(sentence['text'], _LONGEST)}” {sentence.get('reason') or ''}".rstrip()
    yield from answer.get("warnings", [])
    yield from (f"Missing: {missing}" for missing in answer.get("missing", []))


def _conflicts(answer: dict[str, Any]) -> Iterator[str]:
    for conflict in answer.get("conflicts", []):
        values = "; ".join(f"{value['value']} [{value['evidence']}]" for value in conflict["values"])
        preferred = f", {conflict['preferred']} is believed" if conflict.get("preferred") else ""
        yield f"{conflict['about']}: {values}{preferred} ({conflict['rule']})."


def _models(dossier: "Dossier") -> Iterator[str]:
    answered: dict[tuple[str, str, str], int] = {}
    for call in dossier.calls:
        key = (call.role, call.route, call.deployment or "no deployment")
        if call.outcome == "answered":
            answered[key] = answered.get(key, 0) + 1
    for (role, route, deployment), count in answered.items():
        yield f"{role}: {deployment} answered {counted(count, 'call')} (route {route})."
    for call in dossier.calls:
        yield from _troubles(call)


def _troubles(call: "CallRecord") -> Iterator[str]:
    for failed in call.fallbacks or ():
        error = shortened(str(failed.get("error", "")), _LONGEST)
        yield f"Call {call.sequence} ({call.role}): {failed.get('deployment')} failed: {error}"
    if call.outcome is None:
        yield f"Call {call.sequence} ({call.role}) is in flight, or its process was killed."
    elif call.outcome != "answered":
        yield f"Call {call.sequence} ({call.role}) had no answer: {call.outcome}."
    if call.repeats is not None:
        yield f"Call {call.sequence} repeats call {call.repeats}, which a crash had interrupted."


def _cost(dossier: "Dossier") -> Iterator[str]:
    cost = dossier.cost
    tokens = cost.prompt_tokens + cost.completion_tokens
    unpriced = f"; no price is known for {counted(cost.unpriced, 'call')}" if cost.unpriced else ""
    used = f"{counted(cost.calls, 'model call')}, {counted(tokens, 'token')}"
    yield f"{used}, {cost.cost:f} US dollars{unpriced}."
    if dossier.run.ended_at is not None:
        yield f"{(dossier.run.ended_at - dossier.run.started_at).total_seconds():.1f} seconds from start to end."


def _outcome(dossier: "Dossier") -> Iterator[str]:
    run = dossier.run
    if run.status is None:
        yield "It has not ended: it is going on, or its process was killed."
        return
    reason = _REASONS.get(run.terminal_reason or "", run.terminal_reason or "no reason was recorded")
    yield f"It ended as {run.status}, because {reason}."
    if run.explanation:
        yield run.explanation


def _audit(dossier: "Dossier") -> Iterator[str]:
    verification = dossier.verification
    if not dossier.audit_heads:
        signed = "not closed yet"
    elif verification.is_signed:
        signed = "signed"
    else:
        signed = "not signed, since CROSSCHECK_AUDIT_KEY was not set"
    problems = counted(len(verification.problems), "problem") if verification.problems else "no problems"
    yield f"{counted(verification.rows, 'row')}, {signed}; {problems}."
    yield from (problem.message for problem in verification.problems)


def _moment(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M UTC")
