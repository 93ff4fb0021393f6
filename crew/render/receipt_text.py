"""The receipt for a terminal: origins of figures, places of quotations, what was asked and computed."""

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crew.answer import Answer, ReceiptLineOut
from crew.render.plain import plain, shortened
from crew.render.quoted_words import quotations
from crew.render.words import figure_origin

_MAX_QUOTATION = 70
"""Characters; the sentence above has all of it."""


def receipt_blocks(answer: Answer) -> list[RenderableType]:
    """The lines of the receipt; none when nothing was computed or quoted."""
    proofs = _proofs(answer)
    blocks: list[RenderableType] = [Padding(proofs, (0, 2))] if proofs.row_count else []
    if blocks and answer.receipt:
        blocks.append(Text())
    blocks += [Padding(_asked_and_computed(line), (0, 2)) for line in answer.receipt]
    return blocks


def _proofs(answer: Answer) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(max_width=28, overflow="fold")
    grid.add_column(ratio=1, overflow="fold")
    for sentence in answer.sentences:
        for figure in sentence.figures:
            grid.add_row(Text(plain(figure.text), "bold"), Text(figure_origin(figure, sentence, answer)))
        for quotation in quotations(sentence, answer):
            place = Text(quotation.where) if quotation.where else Text("stands in no cited passage", "yellow")
            grid.add_row(Text(f"“{shortened(quotation.words, _MAX_QUOTATION)}”", "italic"), place)
    return grid


def _asked_and_computed(line: ReceiptLineOut) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=8, no_wrap=True)
    grid.add_column(ratio=1, overflow="fold")
    if line.mismatches:
        grid.add_row(Text("asked", "dim"), Text(plain(line.asked)))
    as_asked = "" if line.mismatches else "as asked: "
    evidence = f"  [{', '.join(line.evidence)}]" if line.evidence else ""
    grid.add_row(Text("computed", "dim"), Text.assemble((as_asked, "green"), plain(line.computed), (evidence, "dim")))
    for mismatch in line.mismatches:
        grid.add_row(Text("differs", "bold yellow"), Text(plain(mismatch), "yellow"))
    return grid
