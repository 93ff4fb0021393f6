"""Text columns that say yes or no."""

from dataclasses import dataclass

from tools.sql.schema import Column


@dataclass(frozen=True)
class Letters:
    """How a text column writes that something is so, and that it is not."""

    on: str
    off: str


def flag_letters(column: Column) -> Letters | None:
    """The letters of a flag; None where the column holds anything else."""
    held = {value.casefold(): value for value in column.values}
    for on, off in _PAIRS:
        if len(held) == 2 and set(held) == {on, off}:
            return Letters(held[on], held[off])
    return None


_PAIRS = (("1", "0"), ("y", "n"), ("t", "f"), ("yes", "no"), ("true", "false"), ("j", "n"), ("ja", "nein"))
