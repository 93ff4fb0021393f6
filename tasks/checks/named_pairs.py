"""Two cells that a sentence names and compares without a figure: two things at one time, or one thing at two."""

import re
from collections.abc import Iterator
from decimal import Decimal

from tasks.checks.changes import named_cells
from tasks.checks.claim import Claim, label_of
from tasks.checks.language import BETWEEN, EARLIER_THAN, FALL, NEGATION, NOT_A_DENIAL, RISE
from tasks.checks.mentions import Mention
from tasks.dates.row_periods import entity_key, row_period
from tasks.draft import DraftCalculation
from tasks.figures.calculations import evaluate
from tasks.figures.cells import Cell, as_number
from tasks.figures.errors import PlacingError
from tasks.figures.operand_fit import is_limited

REFERENCE = re.compile(
    r"(?:compared (?:with|to)|relative to|than|against|verglichen mit|im vergleich zu|gegenüber|als|wie|como|par "
    r"rapport à|que|"
    r"en comparación con|frente a|"
    r"(?:that|those) (?:of|in)|as (?:high|much|many|large|big)(?: [\w-]+){0,3} as|ce(?:lui|lle|ux) (?:de|du|des)(?: "
    r"[^\W\d]+)?|"
    r"比|相比|与|高于|低于|多于|少于|超过|大于|小于)\s*"
    r"(?:(?:in|im|for|of|that of|those of|the|der|die|das|dem|la|le|el|en|de|celui de|celle de|ceux de|à|a|au) )*"
    r"(?:l['’])?$",
    re.IGNORECASE,
)
"""Stands right before the name that something is compared with."""


def subject_of(mentions: tuple[Mention, ...], text: str) -> str:
    """Who a comparison speaks of: the first named, unless it is introduced as the standard."""
    for mention in mentions:
        if not REFERENCE.search(text[: mention.start]):
            return mention.label
    return mentions[0].label


def compares_as_told(claim: Claim, sign: int) -> bool | None:
    """Whether the two cells that a sentence names compare as it says; None where it does not name just two."""
    denials = len(NEGATION.findall(NOT_A_DENIAL.sub(" ", claim.words)))
    pair = _in_order(claim)
    if pair is None or denials > 1:
        return None
    first, second = pair
    holds = (first - second) * sign > 0
    return holds != bool(denials)


def ratio_told(claim: Claim, told: re.Match[str]) -> Iterator[Decimal]:
    """The one ratio a sentence without figures can mean: between two named cells, or of one in its period's whole."""
    if NEGATION.search(claim.words):
        return
    pair = _in_order(claim, told.start())
    cells = list(named_cells(claim))
    if pair is not None and pair[1]:
        yield pair[0] / pair[1]
    elif _is_part_of_one(claim, told.end()):
        return
    elif len(cells) == 1 and not any(p.search(claim.words) for p in (RISE, FALL)):
        share = DraftCalculation(id="share", operation="share", operands=(cells[0].reference, "whole"))
        try:
            yield evaluate((_whole_of(cells[0]), share), claim.evidence)["share"].value
        except PlacingError:
            return


_OF = re.compile(r"\s*(?:(?:of|von|der|des|de|du|del|los|las|la|le|les|the|all|aller)\s+|d['’]|的)*", re.IGNORECASE)
_POSSESSIVE = re.compile(r"\s*(?:(?:of|de|von)\s+)?(?:its|their|ihrer?|seiner?|ses|sus?)\b", re.IGNORECASE)
_WITHIN = re.compile(r"\s+(?:of|in|von|aus|de|du|del|en|à)\s+(?:(?:the|la|le|el)\s+)?", re.IGNORECASE)


def _is_part_of_one(claim: Claim, at: int) -> bool:
    """`Half of Asian orders` and `half of orders in Asia` are parts of what Asia has."""
    named = [m for mentions in claim.values_named.values() for m in mentions if m.start >= at]
    measures = [m for m in claim.measures_named if m.start >= at]
    if _POSSESSIVE.match(claim.text, at):
        return True
    is_before = any(_OF.fullmatch(claim.text, at, m.start) for m in named)
    return is_before or any(_WITHIN.fullmatch(claim.text, o.end, m.start) for o in measures for m in named)


def _whole_of(cell: Cell) -> DraftCalculation:
    """The sum of the cell's column over its period; it fits a share only where every row was fetched."""
    evidence, period = cell.evidence, row_period(cell.evidence, cell.row)
    has_all = not evidence.truncated and len(evidence.rows) == evidence.row_count and not is_limited(evidence)
    rows = [r for r in range(len(evidence.rows)) if row_period(evidence, r) == period] if has_all else []
    references = tuple(Cell(evidence, row, cell.column).reference for row in rows)
    return DraftCalculation(id="whole", operation="sum", operands=references)


def _in_order(claim: Claim, at: int | None = None) -> tuple[Decimal, Decimal] | None:
    """The values of the two cells, that of the sentence's subject first; `at` is where they are set side by side."""
    cells = list(named_cells(claim))
    if len(cells) != 2 or len({c.column.name for c in cells}) != 1:
        return None
    values = [as_number(c.value) for c in cells]
    is_second_first = _speaks_of_second(cells[0], cells[1], claim, at)
    if values[0] is None or values[1] is None or is_second_first is None:
        return None
    return (values[1], values[0]) if is_second_first else (values[0], values[1])


def _speaks_of_second(first: Cell, second: Cell, claim: Claim, at: int | None) -> bool | None:
    periods = [row_period(c.evidence, c.row) for c in (first, second)]
    keys = [{k: str(v) for k, v in entity_key(c.evidence, c.row).items()} for c in (first, second)]
    differing = [column for column in keys[0] if keys[0][column] != keys[1].get(column)]
    if keys[0].keys() != keys[1].keys():
        return None
    if periods[0] == periods[1] and len(differing) == 1:
        mentions = claim.values_named.get(differing[0], ())
        if len({m.label for m in mentions}) != 2:
            return None
        standards = {m.label for m in mentions if REFERENCE.search(claim.text[: m.start])}
        if not standards and at is not None and mentions[0].end <= at < mentions[-1].start and len(mentions) == 2:
            standards = {mentions[1].label}  # `Asia had twice the orders of Africa`
        return standards == {keys[0][differing[0]]} if len(standards) == 1 else None
    if differing or periods[0] is None or periods[1] is None:
        return None
    labels = [label_of(p) for p in periods if p]
    told = [m for m in claim.period_mentions if m.label in labels]
    if len({m.label for m in told}) != 2:
        return None
    before = [claim.text[: m.start] for m in told]
    is_standard = [any(p.search(words) for p in (REFERENCE, EARLIER_THAN, BETWEEN)) for words in before]
    if sum(is_standard) != 1:
        return None
    return told[is_standard.index(False)].label == labels[1]
