"""How far a load is."""

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tools.documents.document import Document
from tools.documents.loading import LoadProgress, Progress, SourceFile
from tools.documents.parsing import Read
from tools.documents.writing import PassageWriter


class Meter:
    """Counts what is done and tells the person who watches."""

    def __init__(self, files: Sequence[SourceFile], progress: Progress | None, writer: PassageWriter) -> None:
        self._sizes = {file.id: _size_of(file.path) for file in files}
        self.bytes = sum(self._sizes.values())
        self._progress = progress
        self._writer = writer
        self._began = time.monotonic()
        self._files = self._bytes = self._within = self._unchanged = 0

    def counted(self, file: SourceFile, parts: Iterable[Read]) -> Iterator[Read]:
        """The parts of a file, counted as they are taken."""
        self.tell(file.id)
        for part in parts:
            yield part
            if isinstance(part, Document):
                self._within += sum(len(block.text) for block in part.blocks)
                self.tell(file.id)

    def finish(self, file: SourceFile) -> None:
        """Count a file as done."""
        self._files += 1
        self._bytes += self._sizes[file.id]
        self._within = 0

    def skip(self, file: SourceFile) -> None:
        """Count a file as done that was not read."""
        self.finish(file)
        self._unchanged += self._sizes[file.id]

    def tell(self, file: str) -> None:
        """Tell how far the load is, and which file is being read."""
        if self._progress is None:
            return
        within = min(self._within, self._sizes.get(file, 0))
        self._progress(
            LoadProgress(
                file=file,
                files_done=self._files,
                files=len(self._sizes),
                bytes_done=self._bytes + within,
                bytes=self.bytes,
                bytes_unchanged=self._unchanged,
                passages=self._writer.written,
                seconds=time.monotonic() - self._began,
            )
        )


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
