"""What the supervisor plans: the evidence an answer needs, and the steps that fetch it."""

from datetime import date
from typing import Literal

from pydantic import Field

from tools.frozen import Frozen
from tools.terms import Filter, Period, StructuredQuery

StepKind = Literal["structured_lookup", "hybrid_search", "fetch_document", "web_search", "reason"]


class Need(Frozen):
    """What a slot must be filled with, in terms code can compare with what was computed.

    Rows: `measures`, `grain`, `filters`, `having` and `period` in the terms of a `query`, where `grain` is its `by`.
    Passages: `about` and `entities`.
    """

    measures: tuple[str, ...] = ()
    grain: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    having: tuple[Filter, ...] = ()
    period: Period | None = None
    unit: str | None = None
    entities: tuple[str, ...] = ()
    """Names of the things asked about, as rows or passages spell them. `$name` stands for each value of a step's input:
    what is not found of some of them is then searched for once more, and named."""
    about: str = ""
    """In words; for passages this is what they must speak of."""
    no_older_than: date | None = None


class Slot(Frozen):
    """A piece of evidence the answer needs."""

    id: str
    kind: Literal["rows", "passage"]
    need: Need
    is_required: bool = True


class StepInput(Frozen):
    """Values a step takes from an earlier one: the first `take` distinct values of `column`.

    Of passages, `column` is `title`, `text`, `document`, or `names`: the names they mention that the question does not.
    """

    step: str
    column: str
    take: int = Field(default=5, ge=1, le=50)
    name: str
    """How the step refers to them: `{name}` in a search's words, a filter's value `$name` in a query.

    A search whose words hold it runs once for each value.
    """
    change_from: str | None = None
    """A step that returned the same rows for an earlier period: the values are then ranked by how much the first
    measure fell since, largest fall first. Where `column` holds periods, `step` itself: by the fall since the one
    before."""


class JoinKey(Frozen):
    """Joins a step's rows to those of an earlier one by key, whatever their databases; every key is taken."""

    step: str
    column: str
    """The column of the earlier step's rows that holds the keys."""
    to: str
    """The column of this step's source, `table.column`, that holds the same; the step's rows must show it."""


class VerifiedCall(Frozen):
    """A verified query of the domain, by name."""

    name: str
    parameters: dict[str, str | int | float | bool | None] = {}


class SearchCall(Frozen):
    """A search whose words are already known."""

    words: str
    document_types: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    during: str | None = None
    """The name of an input whose values are periods: only passages dated in them, from the first day to the last."""
    limit: int | None = Field(default=None, ge=1, le=50)
    """At most so many passages; by default as many as the index returns."""
    each_of: str | None = None
    """For summaries: search each document whose title or path has these words, such as `contract`."""
    prefers_recent: bool = False
    """Newer passages matter more: the question is about how things are now."""
    words_only: bool = False
    """The exact words matter, as for stated figures: nothing is embedded, and meaning does not count."""


class Stop(Frozen):
    """When a step is done, all at once: its slot is filled, or one of these limits is met."""

    confidence: float = Field(default=0.0, ge=0, le=1)
    """Of a search: passages that are less close to its words or their meaning than this do not count."""
    result_cap: int | None = Field(default=None, ge=1)
    """At most so many rows or passages are kept; the answer says that there were more."""
    tokens: int | None = Field(default=None, ge=1)
    """Of its worker's calls; once they are used up, no further attempt is made."""


class Estimate(Frozen):
    """What a step is expected to take, where more is known of it than its call shows."""

    tokens: int = Field(default=0, ge=0)
    """Of its model calls."""
    seconds: float = Field(default=0.0, ge=0)
    branch_factor: int = Field(default=1, ge=1)
    """Fetches it comes to."""


class PlanStep(Frozen):
    """One task of one worker.

    Where the plan already knows the call, exactly one of `query`, `verified_query`, `search`, `document` and `earlier`
    is set, and the tool runs without asking the worker's model.
    """

    id: str
    worker: str
    kind: StepKind
    source: str
    task: str
    slot: str
    depends_on: tuple[str, ...] = ()
    inputs: tuple[StepInput, ...] = ()
    join_key: JoinKey | None = None
    """Of a structured_lookup: its statement, where it is not given as a `query`, says `IN (:keys)`."""
    query: StructuredQuery | None = None
    verified_query: VerifiedCall | None = None
    search: SearchCall | None = None
    document: str | None = None
    """A document to be fetched whole, by its title in `sources`."""
    earlier: str | None = None
    """Evidence of an earlier turn, by its id in `earlier`: taken as it is, nothing is fetched."""
    stop: Stop = Stop()
    estimate: Estimate = Estimate()
    fallback: str | None = None
    """The step of the plan to run instead where this one fails or finds nothing; it fills the same slot, and only then
    it is run. What is taken from this step is then taken from that one."""


class ApprovedJoin(Frozen):
    """A suggested join that the plan lets statements use."""

    source: str
    join: str
    """As suggested: `orders.customer_id = customers.id`."""


class Alternative(Frozen):
    """Another way to fill a plan's slots: steps in place of the plan's own."""

    steps: tuple[PlanStep, ...]
    approved_joins: tuple[ApprovedJoin, ...] = ()


class Reading(Frozen):
    """What words of the question stand for."""

    words: str
    """As they stand in the question: `Nettoumsatz`."""
    means: str
    """A metric, `table.column` or value by its own name: `net_revenue`."""


class Plan(Frozen):
    """The supervisor's decision on a question."""

    decision: Literal["plan", "clarify", "decline"] = "plan"
    question_kind: str = ""
    """For example lookup, ranking, trend, comparison, cause, document, listing."""
    slots: tuple[Slot, ...] = ()
    steps: tuple[PlanStep, ...] = ()
    approved_joins: tuple[ApprovedJoin, ...] = ()
    """Of the joins in `join_suggestions` those that the steps need and that hold by their meaning."""
    alternatives: tuple[Alternative, ...] = ()
    """Where the slots can be filled at quite another cost: the other ways. The cheapest way that holds is taken."""
    assumptions: tuple[str, ...] = ()
    """What was taken for granted, in the question's language, to be printed with the answer."""
    message: str = ""
    """The clarifying question, or the reason for declining."""
    choices: tuple[str, ...] = ()
    """For `clarify`: readings to choose from."""
    readings: tuple[Reading, ...] = ()
    """Where the question calls a metric, column or value otherwise than `semantics` and the rows do, as in another
    language: what its words mean. The answer may then use them."""
    not_understood: tuple[str, ...] = ()
    """Words of the question that the plan does not cover."""
