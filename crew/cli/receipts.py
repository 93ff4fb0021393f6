"""`crosscheck receipts`: the receipt of answers that came from elsewhere."""

from typing import Annotated

import typer

from crew.cli.lines import opened_lines

NOT_ALL_READ = 1
"""The exit code when a line could not be read."""

app = typer.Typer(no_args_is_help=True, help="Receipts of answers that were written elsewhere.")


@app.callback()
def group() -> None:
    """Receipts of answers that were written elsewhere."""


@app.command("check")
def check(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="JSON Lines: id, evidence, sentences.")],
) -> None:
    """Say of each sentence whether the evidence it cites proves it, or why not; exit code 1 when a line is unreadable.

    A line is {"id", "evidence": [...], "sentences": [...]}, a sentence {"text", "citations", "calculations"}, and a
    calculation {"label", "expression"}, such as (E1[0].revenue - E1[1].revenue) / E1[1].revenue.
    """
    from tasks.written.checking import check_lines

    has_unread = False
    with opened_lines(file) as lines:
        for receipt in check_lines(lines):
            has_unread |= receipt.error is not None
            excluded = {"error"} if receipt.error is None else set()
            typer.echo(receipt.model_dump_json(exclude=excluded))
    if has_unread:
        raise typer.Exit(NOT_ALL_READ)
