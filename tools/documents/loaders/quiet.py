"""What a reading library logs, as notes about the file being read instead of lines on somebody's screen."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class _Notes(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self.texts[" ".join(record.getMessage().split())] = None


@contextmanager
def noted(library: str) -> Iterator[dict[str, None]]:
    """Collect a library's warnings inside the block, each once and in order; its logger is left as it was found."""
    logger, notes = logging.getLogger(library), _Notes()
    was_passed_on = logger.propagate
    logger.addHandler(notes)
    logger.propagate = False
    try:
        yield notes.texts
    finally:
        logger.removeHandler(notes)
        logger.propagate = was_passed_on
