"""Reading a large file part by part, so that memory stays bounded."""

from pathlib import Path
from typing import TextIO

from tools.documents.document import Block, Content, UnreadableContent
from tools.documents.loaders.text import guess_encoding, note_damage

_CHARACTERS = 1_000_000
_NAMED = 3
"""The most single faults of a part that are told in words."""
_HEAD = 1_000_000


def open_text(path: Path) -> TextIO:
    """A text file opened in the encoding that fits its beginning; raises UnreadableContent when none does."""
    with path.open("rb") as file:
        encoding = guess_encoding(file.read(_HEAD))
    return path.open(encoding=encoding, errors="replace", newline="")


class Parts:
    """Collects blocks until they fill a part."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._characters = 0
        self._faults: list[str] = []
        self._is_first = True

    def add(self, block: Block) -> None:
        """Add a block; one without text is passed over."""
        if block.text.strip():
            self._blocks.append(block)
            self._characters += len(block.text)

    def leave_out(self, fault: str) -> None:
        """Note what was left out, and why."""
        self._faults.append(fault)

    @property
    def are_full(self) -> bool:
        """Whether it is time to take what was collected."""
        return self._characters >= _CHARACTERS or len(self._faults) >= _HEAD

    def take(self) -> Content:
        """What was collected; raises UnreadableContent when more of the first part was left out than read."""
        if self._is_first and len(self._faults) > len(self._blocks):
            raise UnreadableContent(f"it cannot be read as what it is named: {self._faults[0]}")
        damage = [f"{fault}; it is left out" for fault in self._faults[:_NAMED]]
        if len(self._faults) > _NAMED:
            damage.append(f"{len(self._faults) - _NAMED} more like this")
        lost = note_damage("".join(block.text for block in self._blocks))
        content = Content(blocks=tuple(self._blocks), damage=(*damage, *lost))
        self._blocks, self._characters, self._faults, self._is_first = [], 0, [], False
        return content
