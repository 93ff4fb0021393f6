"""What an answer says about itself, in words that text and Markdown share. All of it is safe to print."""

import re
from collections.abc import Iterator
from decimal import Context, Decimal, InvalidOperation
from typing import Any, Literal

from crew.answer import Answer, CalculationOut, ConflictValueOut, FigureOut, SentenceOut, Status, StepOut, UsageOut
from crew.render.plain import counted, plain, shortened

Standing = Literal["proved", "judged", "unproved"]

LABELS: dict[Status, str] = {
    "verified": "Verified",
    "partly_verified": "Partly verified",
    "needs_review": "Needs review",
    "clarify": "A question back",
    "declined": "Declined",
    "no_evidence": "No evidence",
    "failed": "Failed",
}
MARKS: dict[Standing, str] = {"proved": "✓", "judged": "○", "unproved": "✗"}
_STEP_MARKS = {"done": "✓", "nothing_found": "∅", "failed": "✗", "skipped": "–", "not_needed": "–", "cancelled": "–"}
_ENDED = {
    "budget": "The budget was used up.",
    "deadline": "Time ran out.",
    "loop": "Further attempts only repeated earlier ones.",
    "cancelled": "It was cancelled.",
}
_LONG_NUMBER = re.compile(r"-?\d+\.\d+")
_DIGITS = 13
_NOISE = 4
"""A binary fraction shows as digits that rounding to 13 turns into at least four zeros: 18345.74000000001."""
_CELL = re.compile(r"(E\d+)\[(\d+)\]\.(.+)")
_OPERATIONS = {
    "difference": "{0} − {1}",
    "growth": "growth from {0} to {1}",
    "share": "share of {0} in {1}",
    "ratio": "{0} ÷ {1}",
    "compound_rate": "compound rate from {0} to {1} over {2} periods",
}


def standing(sentence: SentenceOut) -> Standing:
    """How far a sentence can be trusted."""
    if not sentence.supported:
        return "unproved"
    return "proved" if sentence.judged_by == "code" else "judged"


def trust(answer: Answer) -> str:
    """In a line: how much of the answer is proved, and what stands against it."""
    if not answer.sentences:
        return plain(answer.explanation)
    counts = {each: sum(standing(s) == each for s in answer.sentences) for each in MARKS}
    ended = _ENDED.get(answer.terminal_reason, "")
    if counts["proved"] < len(answer.sentences):
        parts = [f"{counts['proved']} of {counted(len(answer.sentences), 'sentence')} proved"]
        parts += [f"{counts['judged']} judged by the verifier"] if counts["judged"] else []
        parts += [f"{counts['unproved']} not proved"] if counts["unproved"] else []
        return f"{', '.join(parts)}. {ended}".rstrip()
    if answer.status == "verified":
        return "Every sentence is proved by its evidence."
    return f"Every sentence is proved{_reservations(answer)}. {ended}".rstrip()


def _reservations(answer: Answer) -> str:
    differences = sum(len(line.mismatches) for line in answer.receipt)
    counts = (
        (differences, "difference between asked and computed", "differences between asked and computed"),
        (len(answer.conflicts), "conflict", "conflicts"),
        (len(answer.missing), "thing missing", "things missing"),
        (len(answer.warnings), "warning", "warnings"),
    )
    found = [counted(number, one, many) for number, one, many in counts if number]
    return f", with {', '.join(found)}" if found else ""


def figure_origin(figure: FigureOut, sentence: SentenceOut, answer: Answer) -> str:
    """Where a figure comes from: a cell, a calculation over cells, or a passage."""
    calculation = next((c for c in sentence.calculations if c.id == figure.calculation), None)
    if calculation:
        return f"{_calculation(calculation, sentence, answer)} {_approximate(calculation.value)}"
    place = ", ".join(f"{plain(key)} = {plain(value)}" for key, value in figure.row_key.items())
    parts = [figure.evidence, plain(figure.column or ""), place]
    return f"{' · '.join(part for part in parts if part)} = {_value(figure.value, figure.unit)}"


def conflict_side(side: ConflictValueOut, answer: Answer) -> str:
    """Where a conflicting value stands: the evidence, with a passage's title and date."""
    evidence = next((e for e in answer.evidence if e["id"] == side.evidence), {"kind": ""})
    if evidence["kind"] != "passage":
        return side.evidence
    parts = [f"{side.evidence} {plain(evidence.get('title') or evidence.get('document'))}", plain(side.date or "")]
    return " · ".join(part for part in parts if part)


def passage_place(evidence: dict[str, Any]) -> str:
    """Title, date, section and page of a passage, as far as they are known."""
    page = f"p. {evidence['page']}" if evidence.get("page") else ""
    parts = [evidence.get("title") or evidence.get("document"), evidence.get("date"), evidence.get("section"), page]
    return " · ".join(plain(part) for part in parts if part)


def table(evidence: dict[str, Any], max_rows: int) -> tuple[list[str], list[list[str]], str]:
    """Column names, the first rows and, when some are left out, a note with the true count."""
    names = [plain(name) for name in column_names(evidence)]
    rows = evidence.get("rows", [])
    shown = [[_cell(value) for value in row] for row in rows[:max_rows]]
    is_cut = evidence.get("row_count", len(rows)) > len(shown)
    return names, shown, f"{row_count_words(evidence)} in all; {len(shown)} shown" if is_cut else ""


def row_count_words(evidence: dict[str, Any]) -> str:
    """How many rows a statement returned."""
    count = evidence.get("row_count", 0)
    at_least = "" if evidence.get("row_count_is_exact", True) else "at least "
    return f"{at_least}{counted(count, 'row')}{_trusted(evidence)}"


def _trusted(evidence: dict[str, Any]) -> str:
    """That a person checked the statement; empty where none did."""
    query = evidence.get("verified_query")
    return f" · trusted: verified query `{plain(query)}`" if query else ""


def column_names(evidence: dict[str, Any]) -> list[str]:
    """The names of the columns of rows."""
    return [str(c["name"] if isinstance(c, dict) else c) for c in evidence.get("columns", [])]


def evidence_about(evidence: dict[str, Any]) -> str:
    """What a piece of evidence is: a passage's place, what a statement computed, or what was not found."""
    if evidence["kind"] == "passage":
        return passage_place(evidence)
    computed = evidence.get("computed") or ""
    words = plain(computed.get("words", "") if isinstance(computed, dict) else computed)
    return (
        words + _trusted(evidence)
        if evidence["kind"] == "rows"
        else f"nothing found: {words or plain(evidence.get('tried', ''))}"
    )


def step_lines(steps: list[StepOut]) -> Iterator[tuple[str, str]]:
    """A mark and words for each step; steps of one worker that went the same way share a line."""
    evidence: dict[tuple[str, str], list[str]] = {}
    for step in steps:
        attempt = f", at attempt {step.retries + 1}" if step.retries else ""
        why = f" ({shortened(plain(step.reason), 160)})" if step.reason else ""
        told = f"{plain(step.worker)} asked {plain(step.source)}: {step.status.replace('_', ' ')}{attempt}{why}"
        evidence.setdefault((_STEP_MARKS[step.status], told), []).extend(step.evidence)
    for (mark, told), found in evidence.items():
        yield mark, f"{told} → {', '.join(dict.fromkeys(found))}" if found else told


def usage_words(usage: UsageOut) -> str:
    """What the answer cost, in a line."""
    cost = f"${usage.cost_usd}" if float(usage.cost_usd) else "no cost"
    counts = [
        counted(usage.model_calls, "model call"),
        counted(usage.statements, "statement"),
        counted(usage.searches, "search", "searches"),
        f"{usage.tokens:,} tokens",
        cost,
        f"{usage.seconds:.1f} s",
        *([f"{usage.reused_completions} of them kept"] if usage.reused_completions else []),
        *([f"{usage.reused_fetches} fetched before"] if usage.reused_fetches else []),
    ]
    return " · ".join(counts)


def origin_words(answer: Answer) -> list[str]:
    """What question was answered where it is not the one typed, and whose answer this is; nothing where neither."""
    said = []
    if answer.standalone:
        said.append(f"Understood as: {plain(answer.standalone)}")
    if answer.reused_from:
        said.append(f"The answer of run {answer.reused_from}: its statements, run again, returned the same.")
    return said


def model_lines(models: list[dict[str, Any]]) -> Iterator[str]:
    """Who answered for each role and at which steps, with every deployment that failed on the way."""
    steps: dict[str, list[str]] = {}
    for model in models:
        outcome = model.get("outcome", "answered")
        deployment = model.get("deployment") or f"no deployment of {model.get('route', 'the route')}"
        told = f"{model.get('role', '')}: {deployment}" + (f", {outcome}" if outcome != "answered" else "")
        failed = [f"{each['deployment']} failed: {each['reason']}" for each in model.get("failures", [])]
        steps.setdefault(plain("; ".join([told, *failed])), []).append(plain(model.get("step", "")))
    yield from (f"{told} ({', '.join(where)})" for told, where in steps.items())


def parameter_words(evidence: dict[str, Any]) -> str:
    """The values that were bound to a statement's placeholders."""
    return ", ".join(f":{plain(name)} = {plain(value)}" for name, value in evidence.get("parameters", {}).items())


def _calculation(calculation: CalculationOut, sentence: SentenceOut, answer: Answer) -> str:
    inner = {c.id: c for c in sentence.calculations if c.id != calculation.id}
    operands = [
        f"({_calculation(inner[o], sentence, answer)})" if o in inner else _operand(o, answer)
        for o in calculation.operands
    ]
    template = _OPERATIONS.get(calculation.operation)
    if template and template.count("{") == len(operands):
        return template.format(*operands)
    return f"{plain(calculation.operation)}({', '.join(operands)})"


def _operand(operand: str, answer: Answer) -> str:
    """A cell's name with its value before it, where the answer carries the cell."""
    cell = _CELL.fullmatch(operand)
    evidence = next((e for e in answer.evidence if cell and e["id"] == cell[1] and e["kind"] == "rows"), None)
    if cell is None or evidence is None:
        return plain(operand)
    names, rows = column_names(evidence), evidence["rows"]
    row = int(cell[2])
    if cell[3] not in names or row >= len(rows):
        return plain(operand)
    return f"{_number(rows[row][names.index(cell[3])])} ({plain(operand)})"


def _value(value: str, unit: str | None) -> str:
    return _number(value) if unit in (None, "ratio", "count") else f"{_number(value)} {plain(unit)}"


def _cell(value: object) -> str:
    return "—" if value is None else shortened(_number(value), 60)


def _number(value: object) -> str:
    """A number without the noise that binary fractions carry in their last digits; other text as it is."""
    text = plain(value)
    if not _LONG_NUMBER.fullmatch(text):
        return text
    shorter = format(Context(prec=_DIGITS).create_decimal(text).normalize(), "f")
    return shorter if len(shorter) <= len(text) - _NOISE else text


def _approximate(value: str) -> str:
    """A calculation's value to six digits, marked where digits were left out."""
    try:
        exact = Decimal(value)
    except InvalidOperation:
        return plain(value)
    rounded = Context(prec=6).plus(exact)
    return f"{'=' if rounded == exact else '≈'} {rounded.normalize():f}"
