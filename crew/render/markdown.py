"""An answer as Markdown; whatever sources or models wrote is escaped and cannot become markup."""

import re
from collections.abc import Iterator
from typing import Any

from crew.answer import Answer
from crew.render.plain import plain
from crew.render.quoted_words import quotations
from crew.render.words import (
    LABELS,
    MARKS,
    conflict_side,
    evidence_about,
    figure_origin,
    model_lines,
    origin_words,
    parameter_words,
    standing,
    step_lines,
    table,
    trust,
    usage_words,
)

_MAX_ROWS = 10
_SPECIAL = re.compile(r"([\\`*_{}\[\]|~#!$])")
_LINE_START = re.compile(r"^([-+=](?=[\s=-]|$)|\d+[.)](?=\s|$))")
_LINK = re.compile(r"(?i)(https?|ftp|mailto|javascript|data):|(www)\.|@")


def as_markdown(answer: Answer) -> str:
    """The answer with its receipt, evidence and history."""
    lines = [f"## {escaped(answer.question)}", "", f"**{LABELS[answer.status]}.** {escaped(trust(answer))}", ""]
    lines += _body(answer)
    sections = (
        ("Receipt", _receipt(answer)),
        ("Conflicts", _conflicts(answer)),
        ("Please note", _notes(answer)),
        ("Evidence", _evidence(answer)),
        ("How it came about", _history(answer)),
    )
    for title, content in sections:
        body = list(content)
        if body:
            lines += ["", f"### {title}", "", *body]
    return "\n".join(lines)


def escaped(text: object) -> str:
    """One line of text that Markdown prints as it stands: no emphasis, link, image, HTML, table or heading."""
    safe = plain(text).strip().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    safe = _SPECIAL.sub(r"\\\1", safe)
    safe = _LINE_START.sub(lambda m: f"{m[1][:-1]}\\{m[1][-1]}", safe)
    return _LINK.sub(lambda m: m[0][:-1] + f"&#{ord(m[0][-1])};", safe)


def _body(answer: Answer) -> Iterator[str]:
    if not answer.sentences:
        yield from (escaped(line) for line in answer.answer.splitlines())
        yield ""
        yield from (f"{n}. {escaped(choice)}" for n, choice in enumerate(answer.choices, start=1))
    for sentence in answer.sentences:
        citations = f" \\[{', '.join(sentence.citations)}\\]" if sentence.citations else ""
        remark = {"proved": "", "judged": " *(judged by the verifier)*", "unproved": " *(not proved)*"}[
            standing(sentence)
        ]
        reason = f" — {escaped(sentence.reason)}" if sentence.reason else ""
        yield f"- {MARKS[standing(sentence)]} {escaped(sentence.text)}{citations}{remark}{reason}"
    for sentence in answer.removed:
        yield f"- {MARKS['unproved']} *Removed:* {escaped(sentence.text)} — {escaped(sentence.reason or '')}"


def _receipt(answer: Answer) -> Iterator[str]:
    for sentence in answer.sentences:
        for figure in sentence.figures:
            yield f"- **{escaped(figure.text)}** — {escaped(figure_origin(figure, sentence, answer))}"
        for quotation in quotations(sentence, answer):
            yield f"- “{escaped(quotation.words)}” — {escaped(quotation.where or 'stands in no cited passage')}"
    for line in answer.receipt:
        yield f"- Asked: {escaped(line.asked)}  "
        yield f"  Computed: {escaped(line.computed)} \\[{', '.join(line.evidence)}\\]"
        yield from (f"  - **Differs:** {escaped(mismatch)}" for mismatch in line.mismatches)


def _conflicts(answer: Answer) -> Iterator[str]:
    for conflict in answer.conflicts:
        yield f"- **{escaped(conflict.about)}** ({escaped(conflict.rule)})"
        for side in conflict.values:
            preferred = " — preferred" if side.evidence == conflict.preferred else ""
            yield f"  - {escaped(side.value)} — {escaped(conflict_side(side, answer))}{preferred}"


def _notes(answer: Answer) -> Iterator[str]:
    for label, notes in (("Warning", answer.warnings), ("Missing", answer.missing), ("Assumed", answer.assumptions)):
        yield from (f"- *{label}:* {escaped(note)}" for note in notes)


def _evidence(answer: Answer) -> Iterator[str]:
    for evidence in answer.evidence:
        yield from _one(evidence)
        yield from (f"- *Warning:* {escaped(warning)}" for warning in evidence.get("warnings", []))
        yield ""


def _one(evidence: dict[str, Any]) -> Iterator[str]:
    yield f"**{evidence['id']}** · {escaped(evidence['source'])} · {escaped(evidence_about(evidence))}"
    if evidence["kind"] == "passage":
        yield from ("", f"> {escaped(evidence['text'])}")
    elif evidence["kind"] == "rows":
        yield from ("", *_table(evidence), "", f"    {plain(evidence['statement'])}")
        if evidence.get("parameters"):
            yield from ("", f"with {escaped(parameter_words(evidence))}")


def _table(evidence: dict[str, Any]) -> Iterator[str]:
    names, rows, note = table(evidence, _MAX_ROWS)
    yield f"| {' | '.join(map(escaped, names))} |"
    yield f"|{' --- |' * len(names)}"
    yield from (f"| {' | '.join(map(escaped, row))} |" for row in rows)
    if note:
        yield ""
        yield f"({escaped(note)})"


def _history(answer: Answer) -> Iterator[str]:
    yield from (f"- {mark} {escaped(told)}" for mark, told in step_lines(answer.steps))
    yield from (f"- {escaped(line)}" for line in model_lines(answer.models))
    yield from (f"- {escaped(line)}" for line in origin_words(answer))
    yield f"- {escaped(usage_words(answer.usage))}"
    yield f"- Run {escaped(answer.run_id)}, asked by {escaped(answer.asker)}, today is {answer.today}"
