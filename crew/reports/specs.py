"""What `config/reports/<name>.yaml` says."""

from decimal import Decimal
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from crew.delivery.specs import DeliverySpec
from crew.schedule.specs import ScheduleSpec
from tools.frozen import Frozen
from tools.terms import JsonScalar

ChartKind = Literal["auto", "none", "bars", "columns", "line", "grouped"]


class RunAsSpec(Frozen):
    """Whose rights a report shows."""

    id: str = Field(min_length=1)
    groups: tuple[str, ...] = ()


class ChartSpec(Frozen):
    """How a section's rows are drawn; by default the shape of the rows decides."""

    kind: ChartKind = "auto"
    title: str = ""
    label: str | None = None
    """The column whose values name the bars or points."""
    value: str | None = None
    """The measure that is drawn."""
    most: int = Field(default=12, ge=2, le=40)
    """How many bars at most; the note below says how many rows there are."""


class SectionSpec(Frozen):
    """One part of a report: a question, a metric, or text. `{…}` stands for a parameter or a period."""

    title: str = Field(min_length=1)
    question: str | None = None
    text: str | None = None
    """Paragraphs, parted by empty lines."""
    metric: str | None = None
    """A metric of the domain's semantic layer; needs no model to be planned."""
    source: str | None = None
    """The database of the metric; by default the only one that has it."""
    by: tuple[str, ...] = ()
    """Dimensions, or `day`, `week`, `month`, `quarter`, `year`."""
    filters: dict[str, JsonScalar | tuple[JsonScalar, ...]] = {}
    """Dimension to value or values; `{…}` stands for a parameter."""
    period: str | None = None
    """Instead of the report's."""
    compare: str | None = None
    """`previous period`, `same period last year`, or a period."""
    parameters: dict[str, JsonScalar] = {}
    chart: ChartSpec = ChartSpec()
    in_summary: bool = True

    @field_validator("chart", mode="before")
    @classmethod
    def _named_chart(cls, value: Any) -> Any:
        """`chart: bars` is short for `chart: {kind: bars}`."""
        return {"kind": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _is_one_thing(self) -> "SectionSpec":
        given = [key for key in ("question", "text", "metric") if getattr(self, key) is not None]
        if len(given) != 1:
            raise ValueError(
                f"a section has one of `question`, `metric` and `text`; "
                f"`{self.title}` has {' and '.join(given) or 'none'}."
            )
        for_metrics = [key for key in ("source", "by", "filters", "compare") if getattr(self, key)]
        if self.metric is None and for_metrics:
            raise ValueError(f"`{for_metrics[0]}` belongs to a section with a `metric`; `{self.title}` has none.")
        return self

    @property
    def kind(self) -> Literal["question", "text", "metric"]:
        """What the section is."""
        return "question" if self.question is not None else "metric" if self.metric is not None else "text"


class ThresholdSpec(Frozen):
    """Which changes since the last run are material: beyond `relative` and, where their unit is listed, `absolute`."""

    relative: Decimal = Field(default=Decimal("0.01"), ge=0)
    absolute: dict[str, Decimal] = {}
    """By unit, such as `{EUR: 1000, ratio: 0.005}`."""
    documents: bool = True
    """Whether passages that came, went or changed are material."""


class KeepSpec(Frozen):
    """How long runs of a report are kept; their questions follow the domain's own retention."""

    days: int = Field(default=400, ge=1)
    runs: int = Field(default=60, ge=1)


class ReportSpec(Frozen):
    """One report."""

    version: Literal[1]
    title: str = Field(min_length=1)
    about: str = ""
    """A line below the title."""
    domain: str
    run_as: RunAsSpec
    audience: tuple[str, ...] = Field(min_length=1)
    """Who may read it: ids or addresses, `@group`, or `*@example.com` for everyone of a mail domain."""
    recipients: tuple[str, ...] = ()
    sections: tuple[SectionSpec, ...] = Field(min_length=1)
    parameters: dict[str, JsonScalar] = {}
    period: str | None = None
    """What the report is about, such as `last month`; by default the domain's `calendar.default_period`."""
    language: str | None = None
    thresholds: ThresholdSpec = ThresholdSpec()
    unchanged: Literal["full", "short"] = "full"
    """`short`: when nothing material changed since the last run, the report only says so."""
    retention: KeepSpec = KeepSpec()
    templates: str | None = None
    """A folder whose files replace the templates of the same name."""
    parallel: int = Field(default=4, ge=1, le=16)
    """Sections asked at the same time."""
    schedule: ScheduleSpec | None = None
    """When it runs."""
    delivery: DeliverySpec = DeliverySpec()
    """Where it goes, and who is told when it cannot be made."""

    @field_validator("run_as", mode="before")
    @classmethod
    def _named_reader(cls, value: Any) -> Any:
        """`run_as: cfo` is short for `run_as: {id: cfo}`."""
        return {"id": value} if isinstance(value, str) else value
