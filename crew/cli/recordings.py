"""Options of `ask` that record completions to a file, or take them from one."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crew.errors import WrongInput

if TYPE_CHECKING:
    from crew.answering.estimates import PlanEstimate
    from crew.answering.prepared import Prepared
    from tasks.plan import Plan

RecordOption = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Write the models' completions to a new JSON Lines file."),
]
ReplayOption = Annotated[
    Path | None,
    typer.Option("--replay", metavar="FILE", help="Take the models' completions from a recording; no model is asked."),
]


def prepared_from(
    record: Path | None,
    replay: Path | None,
    consent: "Callable[[Plan, PlanEstimate], bool] | None" = None,
    *,
    may_reuse: bool = True,
    assumes: bool = False,
) -> "Prepared":
    """What a question brings along for these options; raises WrongInput or UnusableRecording."""
    from crew.answering.prepared import Prepared
    from crew.models.recording import Replay, read_recording

    if record is not None and replay is not None:
        raise WrongInput("Give either --record or --replay, not both.")
    if record is not None:
        _begin(record)
    if replay is None:
        may_reuse = may_reuse and record is None
        return Prepared(record_to=record, consent=consent, may_reuse=may_reuse, assumes=assumes)
    try:
        lines = replay.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise WrongInput(f"--replay {replay} cannot be read: {error}.") from error
    recorded = Replay(read_recording(lines, str(replay)), str(replay))
    return Prepared(replay=recorded, consent=consent, assumes=assumes)


def _begin(record: Path) -> None:
    if record.exists() and record.stat().st_size:
        raise WrongInput(f"--record {record} exists already. Choose another file, or remove it.")
    try:
        record.touch()
    except OSError as error:
        raise WrongInput(f"--record {record} cannot be written: {error.strerror}.") from error
