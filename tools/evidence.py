"""Evidence: what a tool call really returned, immutable, digested, and numbered E1, E2, … by the flow."""

import hashlib
import json
import threading
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, model_validator

from tools.frozen import Frozen
from tools.terms import Filter, JsonScalar, Period, Scalar


class EvidenceColumn(Frozen):
    """One column of rows: its name in the result, and what it means."""

    name: str
    type: Literal["text", "integer", "decimal", "float", "date", "datetime", "boolean", "other"] = "other"
    role: Literal["key", "measure", "other"] = "other"
    """`key` columns name the row; `measure` columns are computed by an aggregate."""
    measure: str | None = None
    """The metric's name or the aggregate, as in `tools.terms`; set for measures."""
    source: str | None = None
    """The base column or grain behind a key or plain column, as in `tools.terms`."""
    unit: str | None = None
    """An ISO 4217 code, `count`, `ratio`, or a word such as `kg`."""
    words: tuple[str, ...] = ()
    """How a reader may call it: description words and synonyms."""


class JoinAccount(Frozen):
    """What a join did to the rows."""

    on: str
    rows_before: int | None = None
    rows_after: int | None = None
    unmatched_left: int | None = None
    unmatched_right: int | None = None
    multiplies: bool = False
    doubtful_measures: tuple[str, ...] = ()


class Computed(Frozen):
    """What a statement computed, read from its syntax tree, in comparable terms."""

    measures: tuple[str, ...] = ()
    grain: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    having: tuple[Filter, ...] = ()
    """Conditions on measures; `column` holds the measure."""
    period: Period | None = None
    time_column: str | None = None
    tables: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    order_by: str | None = None
    limit: int | None = None
    unread: tuple[str, ...] = ()
    """Parts of the statement, in SQL, that could not be put into these terms."""
    words: str = ""
    """The same in plain words, for people."""


class _Evidence(Frozen):
    id: str = ""
    step: str = ""
    source: str
    retrieved_at: datetime

    @property
    def sha256(self) -> str:
        """Digest of the content: everything but the number, the step and the moment."""
        return digest(self.model_dump(mode="json", exclude={"id", "step", "retrieved_at"}))


class RowsEvidence(_Evidence):
    """Rows that a statement returned."""

    kind: Literal["rows"] = "rows"
    statement: str
    parameters: dict[str, JsonScalar] = {}
    computed: Computed
    columns: tuple[EvidenceColumn, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    row_count: int
    row_count_is_exact: bool = True
    truncated: bool = False
    joins: tuple[JoinAccount, ...] = ()
    warnings: tuple[str, ...] = ()
    verified_query: str | None = None
    """The domain's verified query that was run: a person has checked the statement."""

    @model_validator(mode="before")
    @classmethod
    def _restore_types(cls, content: Any) -> Any:
        """Turn decimals and dates, which JSON carries as strings, back into what their column says."""
        if not isinstance(content, dict):
            return content
        columns = [EvidenceColumn.model_validate(c) for c in content["columns"]]
        rows = tuple(
            tuple(_restored(value, column.type) for value, column in zip(row, columns, strict=True))
            for row in content["rows"]
        )
        return {**content, "columns": columns, "rows": rows}

    def column_index(self, name: str) -> int:
        """The position of a column; raises KeyError when there is none of that name."""
        for index, column in enumerate(self.columns):
            if column.name == name:
                return index
        raise KeyError(name)

    def row_key(self, row: int) -> dict[str, Scalar]:
        """The values that name a row."""
        return {c.name: v for c, v in zip(self.columns, self.rows[row], strict=True) if c.role == "key"}


class PassageEvidence(_Evidence):
    """One passage of a document."""

    kind: Literal["passage"] = "passage"
    passage: str
    """The passage's stable id."""
    document: str
    """The document's path or address within its index."""
    title: str
    section: str = ""
    page: int | None = None
    date: str | None = None
    author: str | None = None
    text: str
    scores: dict[str, float] = {}
    query: str = ""
    access: tuple[str, ...] = ()
    """The groups that may read it; empty means everyone."""
    superseded: tuple[str, ...] = ()
    """Older versions of the same document that were left out in its favour."""
    warnings: tuple[str, ...] = ()
    """Among them `injection_suspected: …` and `superseded_by: …`."""


class NothingFound(_Evidence):
    """A statement or search that returned nothing: never zero, never proof of absence."""

    kind: Literal["nothing_found"] = "nothing_found"
    tried: str
    computed: Computed | None = None
    reason: str = ""


Evidence = Annotated[RowsEvidence | PassageEvidence | NothingFound, Field(discriminator="kind")]
EVIDENCE: TypeAdapter[Evidence] = TypeAdapter(Evidence)


class EvidenceLog:
    """Where the tools of one step file what they returned. Thread-safe.

    Ids are provisional (`<step>.1`, …); the flow numbers evidence E1, E2, … in the plan's order when steps
    are merged, so that numbers do not depend on who came first.
    """

    def __init__(self, step: str) -> None:
        self.step = step
        self._lock = threading.Lock()
        self._filed: list[Evidence] = []

    def file(self, *evidence: Evidence) -> list[Evidence]:
        """Number and keep evidence; returns it with its provisional ids."""
        with self._lock:
            start = len(self._filed) + 1
            numbered = [
                e.model_copy(update={"id": f"{self.step}.{start + i}", "step": self.step})
                for i, e in enumerate(evidence)
            ]
            self._filed.extend(numbered)
        return numbered

    @property
    def filed(self) -> Sequence[Evidence]:
        """All evidence so far, in order of filing."""
        with self._lock:
            return tuple(self._filed)


def _restored(value: Any, kind: str) -> Any:
    if not isinstance(value, str):
        return value
    if kind == "decimal":
        return Decimal(value)
    if kind == "date":
        return date.fromisoformat(value[:10])
    if kind == "datetime":
        return datetime.fromisoformat(value)
    return value


def digest(content: Any) -> str:
    """The sha256 of content as canonical JSON (sorted keys, no white space, UTF-8)."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=json_value)
    return hashlib.sha256(text.encode()).hexdigest()


def json_value(value: Any) -> JsonScalar:
    """A cell as JSON carries it: decimals and dates as strings, bytes as their length."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes | bytearray | memoryview):
        return f"<{len(bytes(value))} bytes>"
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)
