"""A report's run as a document: the JSON contract that every format is made from. Keys may be added, none renamed."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from crew.answer import ConflictOut, SentenceOut, Status

SectionStatus = Status | Literal["text", "removed"]
"""`removed`: retention has emptied the run behind it."""


_FEW = 4


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PeriodOut(_Part):
    """The days a report is about."""

    start: str
    end: str
    words: str


class RightsOut(_Part):
    """Whose rights the report shows."""

    id: str
    groups: list[str] = []


class SummaryLine(_Part):
    """A proved sentence of a section, word for word."""

    text: str
    section: int
    marks: Literal["proved", "judged"]


class TileOut(_Part):
    """A headline figure: a cell, and how it differs from the period it is compared with."""

    label: str
    value: str
    change: str | None = None
    before: str | None = None
    tone: Literal["good", "bad", "even"] = "even"
    section: int
    evidence: list[str]


class ColumnOut(_Part):
    """A column of a table, ready to print."""

    name: str
    unit: str | None = None
    is_number: bool = False


class TableOut(_Part):
    """Rows as they are printed, two periods of the same rows side by side; `note` says what was left out."""

    title: str = ""
    evidence: list[str]
    source: str
    about: str
    columns: list[ColumnOut]
    rows: list[list[str]]
    note: str = ""


class SeriesOut(_Part):
    """Values of one measure as the cells hold them; None where there is no cell."""

    name: str
    values: list[str | None]
    evidence: str


class ChartOut(_Part):
    """What is drawn: only values of cells, with their labels."""

    kind: Literal["bars", "columns", "line", "grouped"]
    title: str
    labels: list[str]
    series: list[SeriesOut]
    unit: str | None = None
    note: str = ""
    alt: str = ""


class SourceOut(_Part):
    """Where a section's evidence comes from, in a line."""

    evidence: str
    kind: str
    source: str
    words: str
    retrieved_at: str = ""


class SectionOut(_Part):
    """One section as it came out."""

    number: int
    key: str
    """The title as the file has it, which stays the same from run to run."""
    title: str
    kind: Literal["question", "metric", "text"]
    status: SectionStatus
    question: str = ""
    paragraphs: list[str] = []
    message: str = ""
    """What to read where there is no answer: the failure, the question back, the reason for declining."""
    run_id: str | None = None
    sentences: list[SentenceOut] = []
    removed: list[SentenceOut] = []
    tables: list[TableOut] = []
    chart: ChartOut | None = None
    sources: list[SourceOut] = []
    conflicts: list[ConflictOut] = []
    mismatches: list[str] = []
    missing: list[str] = []
    warnings: list[str] = []
    assumptions: list[str] = []
    choices: list[str] = []

    @property
    def leading(self) -> list[SentenceOut]:
        """The sentences to read; of many that tell the rows of one table, the first few."""
        is_listing = len({tuple(sentence.citations) for sentence in self.sentences}) == 1 and bool(self.tables)
        return self.sentences[:_FEW] if is_listing else self.sentences

    @property
    def further(self) -> list[SentenceOut]:
        """The others, which the table tells as well."""
        return self.sentences[len(self.leading) :]


class ChangeOut(_Part):
    """Something that is not as it was at the last run."""

    section: str
    cause: Literal["data", "documents", "schema", "wording", "definition", "period"]
    what: str
    before: str | None = None
    now: str | None = None
    relative: str | None = None
    is_material: bool


class DriftOut(_Part):
    """What changed since the last run of the report, and why."""

    since: str
    """The run it is compared with."""
    since_at: str
    checked: int
    """Statements and searches that were made again."""
    changes: list[ChangeOut] = []

    @property
    def material(self) -> list[ChangeOut]:
        """The changes beyond the thresholds."""
        return [change for change in self.changes if change.is_material]


class AppendixOut(_Part):
    """How the numbers came about."""

    statements: list[dict[str, Any]] = []
    passages: list[dict[str, Any]] = []
    calculations: list[str] = []
    models: list[str] = []
    usage: dict[str, Any] = {}


class ReportDocument(_Part):
    """One run of a report."""

    schema_version: Literal[1] = 1
    report: str
    report_run: str
    title: str
    about: str = ""
    domain: str
    run_as: RightsOut
    audience: list[str]
    recipients: list[str] = []
    language: str = "en"
    period: PeriodOut
    today: str
    generated_at: str
    status: Status
    counts: dict[str, int] = {}
    is_short: bool = False
    """Nothing material changed since the last run, and the report was told to say only that."""
    summary: list[SummaryLine] = []
    tiles: list[TileOut] = []
    sections: list[SectionOut] = []
    drift: DriftOut | None = None
    appendix: AppendixOut = AppendixOut()
