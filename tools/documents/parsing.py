"""Reading files side by side, in processes of their own."""

import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait

from tools.documents.document import Document, Unreadable
from tools.documents.loaders.reading import is_large, read_file, read_parts
from tools.documents.loading import SourceFile

Read = Document | Unreadable
_AHEAD = 2
"""Files read ahead for each process; more would only fill memory."""


def read_side_by_side(files: Iterable[SourceFile], workers: int) -> Iterator[tuple[SourceFile, Iterable[Read]]]:
    """Each file with its parts, in the order given; a large file of records is read part by part as it is consumed.

    With one worker, files are read in this process. A reader that ends its process (memory, a bug in a library)
    costs only the file it read.
    """
    if workers < 2:
        yield from ((file, _read_here(file)) for file in files)
        return
    with _Readers(workers) as readers:
        waiting: deque[tuple[SourceFile, Future[Read] | None]] = deque()
        for file in files:
            waiting.append((file, None if file.fault or _is_large(file) else readers.start(file)))
            if len(waiting) > workers * _AHEAD:
                yield _finished(*waiting.popleft())
        while waiting:
            yield _finished(*waiting.popleft())


class _Readers:
    """A pool of reading processes that is made anew when one of them dies."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = _new_pool(workers)

    def start(self, file: SourceFile) -> "Future[Read]":
        try:
            return self._pool.submit(read_file, file.path, file.id)
        except BrokenProcessPool:
            self._pool = _new_pool(self._workers)
            return self._pool.submit(read_file, file.path, file.id)

    def __enter__(self) -> "_Readers":
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)


def _finished(file: SourceFile, reading: "Future[Read] | None") -> tuple[SourceFile, Iterable[Read]]:
    if reading is None:
        return file, _read_here(file)
    try:
        return file, [reading.result()]
    except BrokenProcessPool:
        return file, [_read_alone(file)]


def _read_here(file: SourceFile) -> Iterable[Read]:
    if file.fault:
        return [Unreadable(id=file.id, reason=file.fault)]
    return read_parts(file.path, file.id) if _is_large(file) else [read_file(file.path, file.id)]


def _read_alone(file: SourceFile) -> Read:
    with _new_pool(1) as pool:
        try:
            return pool.submit(read_file, file.path, file.id).result()
        except BrokenProcessPool:
            return Unreadable(id=file.id, reason="its reader was ended, perhaps for want of memory; divide it")


def _new_pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """In a reading process: leave Ctrl-C to the process that started it, and end when that one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _is_large(file: SourceFile) -> bool:
    try:
        return is_large(file.path)
    except OSError:
        return False
