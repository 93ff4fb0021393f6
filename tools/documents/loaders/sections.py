"""Where in a document's headings a reader is."""

from tools.documents.document import Facts


class Sections:
    """The path of headings while a document is read from top to bottom.

    The first heading of the top level is taken for the document's title and left out of the path.
    """

    def __init__(self) -> None:
        self._title: str | None = None
        self._open: list[tuple[int, str]] = []

    def enter(self, level: int, heading: str) -> None:
        """Go below a heading; deeper or equal levels end."""
        if level == 1 and self._title is None and not self._open:
            self._title = heading
            return
        self._open = [(depth, text) for depth, text in self._open if depth < level]
        self._open.append((level, heading))

    @property
    def path(self) -> tuple[str, ...]:
        """The headings above the current place, outermost first."""
        return tuple(text for _, text in self._open if text)

    @property
    def facts(self) -> Facts:
        """The title, if the document began with one."""
        return Facts(title=self._title)
