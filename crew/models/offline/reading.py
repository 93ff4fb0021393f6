"""What role each name in a question plays: counted, averaged, grouped by, ordered by, compared with a number, …"""

from dataclasses import dataclass, field
from typing import Literal

from crew.models.offline.items import Item
from tools.terms import JsonScalar, Operator

Role = Literal[
    "plain",
    "subject",
    "count",
    "count_distinct",
    "average",
    "total",
    "highest",
    "lowest",
    "group",
    "order",
    "value",
    "absent",
]
Sorting = Literal["", "value", "amount", "letters", "age"]
"""By any value, by an amount such as `largest first`, by letters, by how old something is."""


@dataclass
class Mention:
    """A name in the question, with its role and what is said about it."""

    item: Item
    role: Role = "plain"
    is_negated: bool = False
    operator: Operator | None = None
    values: tuple[JsonScalar, ...] = ()
    upper: float | int | None = None
    """The upper end of `between … and …`; `values` then holds the lower."""
    comparing: str = ""
    """The words that compare, such as `older than`."""
    is_compared_behind: bool = False
    """The comparison stands behind the name, as in `singers above 40`, and not before it, as in `over 40 singers`."""
    is_per: bool = False
    """`per` stands before it: of a number of things, such as adults, that is a ratio and no group."""
    position: int = 0


@dataclass
class Reading:
    """A question's mentions and what is asked of them."""

    mentions: list[Mention] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    """Calendar units to group by."""
    weekdays: list[str] = field(default_factory=list)
    """The only days of the week that count."""
    asks: set[str] = field(default_factory=set)
    """Kinds of cue that concern the whole question: why, growth, share, ratio, against, …"""
    ranking: Literal["highest", "lowest", ""] = ""
    superlative: str = ""
    """The word that ranks, such as `longest`."""
    names_wanted: bool = False
    """The rows' names are asked for beside other columns."""
    is_listing: bool = False
    """`list` or `show` asks for rows."""
    limit: int | None = None
    descending: bool | None = None
    sorting: Sorting = ""
    """What kind of order is asked for."""
    relative_from: int | None = None
    """The place of a relative pronoun: what follows tells more of what stands before it."""
    not_understood: list[str] = field(default_factory=list)
