"""Why a draft's marker could not be filled; read by the model that wrote it."""

from tools.errors import ToolError


class PlacingError(ToolError):
    """A marker, reference or calculation of a draft cannot be turned into a value."""


class UnknownReference(PlacingError):
    """A reference names evidence, a row, a column, a calculation or a marker that does not exist."""


class NotAValue(PlacingError):
    """The cell is empty, or holds something that cannot be calculated with."""


class OperandsDoNotFit(PlacingError):
    """The operands cannot be combined in this way: other unit, other measure, other rows."""


class RowsAreCut(PlacingError):
    """The calculation needs every row, and the evidence holds only some."""


class NotQuoted(PlacingError):
    """The passage does not state the value."""
