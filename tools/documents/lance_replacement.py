"""A table of an embedded index that takes the place of another when it is whole."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tools.documents.lance_folder import Stored, drop_tables, write_stored, writing_lock

if TYPE_CHECKING:
    from tools.documents.lance_index import LanceIndex


class LanceReplacement:
    """An index beside another in the same folder, which is found once it has taken over."""

    def __init__(self, folder: Path, index: "LanceIndex", stored: Stored, held: ExitStack) -> None:
        self._folder = folder
        self._index = index
        self._stored = stored
        self._held = held
        self.is_in_place = False

    @property
    def index(self) -> "LanceIndex":
        """The new one."""
        return self._index

    def freeze(self) -> None:
        """Let nobody write to the old table any more."""
        self._held.enter_context(writing_lock(self._folder))

    def take_over(self) -> None:
        """Let the folder name the new table from now on, and remove all others."""
        write_stored(self._folder, self._stored)
        self.is_in_place = True
        drop_tables(self._folder, keep=self._stored.table)
