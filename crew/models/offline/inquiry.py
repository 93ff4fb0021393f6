"""A question in comparable terms: what to measure, by what, under which conditions, in which order."""

from dataclasses import dataclass, field
from typing import Literal

from crew.models.offline.items import Item
from crew.models.offline.reading import Sorting
from crew.models.offline.resolving import Ambiguity
from crew.models.offline.vocabulary import Target, Vocabulary
from tools.terms import Filter, Operator

Order = Literal["highest", "lowest", ""]


@dataclass
class Inquiry:
    """What one database is asked. Columns are written `table.column`."""

    vocabulary: Vocabulary
    measures: list[str] = field(default_factory=list)
    by: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    """Dates that a verb stands for and every row has: `the batches we brewed`."""
    filters: list[Filter] = field(default_factory=list)
    having: list[tuple[str, Filter]] = field(default_factory=list)
    entities: list[str] = field(default_factory=list)
    """Names of members the question speaks of, as rows spell them."""
    subject: Target | None = None
    subject_is_asked: bool = False
    """`which` or `list` stands before the subject, so that its members are what is asked for."""
    tables: list[str] = field(default_factory=list)
    """Tables that the question names."""
    absent: list[str] = field(default_factory=list)
    """Tables of which the subject is to have no row: `customers who have no orders`."""
    behind_absent: list[str] = field(default_factory=list)
    """Columns of the values named behind such a table: `no orders in Lyon` may be about orders as well."""
    related: list[str] = field(default_factory=list)
    """Tables named after `who`, `that` and the like."""
    without: list[str] = field(default_factory=list)
    """Columns of the values that rows are to be without: `clients without a manager`."""
    ranked_by: list[str] = field(default_factory=list)
    """Numbers behind the `by` of a ranking: `top clients by revenue`."""
    twice: list[Item] = field(default_factory=list)
    """What is asked for both its highest and its lowest."""
    ages: list[tuple[str, Operator, float | int]] = field(default_factory=list)
    """Dates of birth of those who are to be older or younger than so many years."""
    has_period: bool = False
    time_column: str | None = None
    """The date column that the question names for its period."""
    units: list[str] = field(default_factory=list)
    weekdays: list[str] = field(default_factory=list)
    """The only days of the week that count."""
    order: str | None = None
    ranking: Order = ""
    superlative: str = ""
    """The word that ranks, such as `longest`."""
    names_wanted: bool = False
    is_listing: bool = False
    limit: int | None = None
    descending: bool | None = None
    sorting: Sorting = ""
    """What kind of order is asked for."""
    asks: set[str] = field(default_factory=set)
    counted: dict[str, str] = field(default_factory=dict)
    """Metrics that count, to the table whose rows the same word may mean."""
    problems: list[str] = field(default_factory=list)
    ambiguities: list[Ambiguity] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
