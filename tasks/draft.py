"""What the supervisor drafts: sentences with markers, which code fills with values."""

from typing import Literal

from pydantic import Field

from tools.frozen import Frozen

Operation = Literal["difference", "growth", "share", "ratio", "sum", "mean", "rank", "compound_rate", "count"]


class DraftCalculation(Frozen):
    """One calculation from the closed list.

    Operands are cells `E1[0].revenue` (rows count from 0), whole columns `E1[*].revenue`, or ids of other calculations
    of the same sentence.
    difference(a, b) = a - b; growth(from, to) = (to - from) / from; share(part, whole) = part / whole, where the whole
    may be a column (its sum); ratio(a, b) = a / b; sum(x, …); mean(x, …); rank(cell, column) = 1 for the highest;
    compound_rate(first, last, periods) = (last / first) ** (1 / periods) - 1; count(column) = the true row count.
    """

    id: str
    operation: Operation
    operands: tuple[str, ...]
    ascending: bool = False
    """For rank: 1 is the lowest."""


class DraftFigure(Frozen):
    """What a marker stands for: a cell `E1[0].revenue`, a calculation's id, or a value that a passage states.

    It is printed rounded and with its unit in the answer's language, as €1.55 million or 42.1%: write no unit or scale
    word beside the marker. A name or a date of a row is placed likewise.
    """

    marker: str
    """`f1` for the marker `[[f1]]`."""
    of: str = ""
    """A cell or a calculation's id; empty for a passage's value."""
    passage: str | None = None
    """The evidence id of the passage, with `quoted`: the value exactly as it stands there."""
    quoted: str | None = None
    style: Literal["plain", "percent", "points", "signed", "absolute", "ordinal", "compact"] = "plain"
    """`plain` suits most. `absolute` prints the size of a change whose direction the sentence's words give, `signed`
    puts + or - before it, `points` prints a difference of ratios in percentage points, `ordinal` a rank as 2nd,
    `compact` a large number with a scale word."""


class DraftSentence(Frozen):
    """One sentence: text with markers such as `[[f1]]`, and the evidence it rests on.

    Digits stand only inside quotations, in names of periods the prompt gives, or where they repeat the question.
    Quotations stand in “…” and are verbatim from a cited passage.
    """

    text: str
    citations: tuple[str, ...] = ()
    figures: tuple[DraftFigure, ...] = ()
    calculations: tuple[DraftCalculation, ...] = ()
    slot: str | None = None
    """The slot it answers."""


class Draft(Frozen):
    """The answer before its receipt."""

    sentences: tuple[DraftSentence, ...] = Field(default=())
    missing: tuple[str, ...] = ()
    """What could not be answered, in the question's language."""
    needs_evidence: tuple[str, ...] = ()
    """What a more targeted search should look for."""
