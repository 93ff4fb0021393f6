"""The sections of a domain file that concern databases."""

from datetime import date
from typing import Literal, TypeVar

from pydantic import Field, field_validator

from tools.frozen import Frozen
from tools.sql.anomaly_specs import AnomalySpec
from tools.sql.visibility import Visibility


class ColumnSpec(Frozen):
    """What a column means."""

    about: str = ""
    synonyms: tuple[str, ...] = ()
    unit: str | None = None
    values: dict[str, tuple[str, ...]] = {}
    """Other words for values: `{Europe: [European, EMEA]}`."""


class TableSpec(Frozen):
    """What a table holds; `columns` describes those that need it."""

    about: str = ""
    synonyms: tuple[str, ...] = ()
    label: str | None = None
    """The column whose value names a row, such as `name`."""
    columns: dict[str, ColumnSpec] = {}


class MetricSpec(Frozen):
    """A named measure: one aggregate expression over columns written `table.column`."""

    expression: str
    about: str = ""
    synonyms: tuple[str, ...] = ()
    unit: str | None = None
    time: str | None = None
    """The column its periods are about."""
    filters: tuple[str, ...] = ()
    """Conditions that always apply, in SQL over `table.column`, such as `orders.status <> 'cancelled'`."""
    is_headline: bool = False
    """Stands for "performance" when a question names no measure."""
    better: Literal["higher", "lower"] = "higher"


class DimensionSpec(Frozen):
    """A named way to group and filter."""

    column: str
    about: str = ""
    synonyms: tuple[str, ...] = ()
    values: dict[str, tuple[str, ...]] = {}
    parent: str | None = None
    """The coarser dimension it breaks down, such as region for country."""


class ParameterSpec(Frozen):
    """A parameter of a verified query."""

    type: Literal["text", "integer", "decimal", "date"] = "text"
    about: str = ""
    default: str | int | float | None = None


class VerifiedQuerySpec(Frozen):
    """A statement that a person has checked, with `:named` parameters."""

    about: str
    statement: str
    database: str | None = None
    synonyms: tuple[str, ...] = ()
    parameters: dict[str, ParameterSpec] = {}


class SemanticSpec(Frozen):
    """What the columns and tables mean, and the measures people speak of."""

    tables: dict[str, TableSpec] = {}
    metrics: dict[str, MetricSpec] = {}
    dimensions: dict[str, DimensionSpec] = {}
    joins: tuple[str, ...] = ()
    """Confirmed joins the database does not declare: `order_lines.order_id = orders.id`."""
    verified_queries: dict[str, VerifiedQuerySpec] = {}
    acronyms: dict[str, str] = {}


class IdentitySpec(Frozen):
    """With whose rights a database is read, so that its own grants and row policies decide.

    Where several are listed, an asker's own entry comes first, then that of a group (`@finance`), then everyone's
    (`*`); an asker for whom nothing is listed is refused. `{asker}` and `{groups}` stand for the id and the groups.
    """

    roles: dict[str, str] = {}
    """The role each asker takes on before a statement: `{ann: auditor, "@finance": finance_reader, "*": reader}`.

    MySQL and MariaDB let an account in only when it has some right of its own in the database.
    """
    variables: dict[str, str] = {}
    """Session variables for row policies: `{app.asker: "{asker}"}`."""
    url_envs: dict[str, str] = {}
    """The environment variable that holds each asker's own address."""


_Columns = TypeVar("_Columns", tuple[str, ...], dict[str, Visibility])
_CATALOGUES = {"information_schema", "mysql", "performance_schema", "pg_catalog", "pg_toast", "sys", "system", "temp"}
"""Schemas of the servers themselves, which no configuration lets in."""


class DatabaseSpec(Frozen):
    """One database: its address, and the tables of it that may be asked.

    `url_env` names an environment variable with the SQLAlchemy URL and wins over `url` when it is set; a URL with a
    password may stand only there. Relative SQLite paths count from the folder that holds the configuration.
    """

    url: str | None = None
    url_env: str | None = None
    tables: tuple[str, ...] = ()
    """Only these; empty means every table the account can see. `crm.customers` is one of schema `crm`, `crm.*` all."""
    schemas: tuple[str, ...] = ()
    """Schemas (in MySQL: databases) that statements may read beside the one of the address, as `schema.table`."""
    require_read_only: bool = False
    """Refuse to open when the account can write."""
    identity: IdentitySpec = IdentitySpec()
    about: str = ""
    semantic: SemanticSpec = SemanticSpec()

    @field_validator("schemas")
    @classmethod
    def _are_no_catalogues(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if not name or "." in name or name.lower() in _CATALOGUES:
                raise ValueError(f"`{name}` is no schema that can be read; name one that holds your own tables")
        return names

    @property
    def further_schemas(self) -> tuple[str, ...]:
        """The schemas that may be read beside the address's own: those listed, and those of listed tables."""
        named = (table.rpartition(".")[0] for table in self.tables)
        listed = (*self.schemas, *(name for name in named if name and name.lower() not in _CATALOGUES))
        return tuple(dict.fromkeys(listed))


class CalendarSpec(Frozen):
    """How relative dates are read."""

    time_zone: str = "UTC"
    week_starts: Literal["monday", "sunday"] = "monday"
    fiscal_year_starts: int = Field(default=1, ge=1, le=12)
    """The month in which the fiscal year begins."""
    default_period: str = "last quarter"
    """What a question about the present means when it names no period."""
    today: date | None = None
    """A fixed today, for a closed data set; `CROSSCHECK_TODAY` and `--today` win over it."""


class CurrencySpec(Frozen):
    """The currency figures are stated in."""

    base: str = "EUR"
    rates: str | None = None
    """The table with exchange rates, when the domain has one."""


class PolicySpec(Frozen):
    """What may not be seen. A domain can only add: exclusions unite, filters are ANDed, the smaller limit wins."""

    exclude_tables: tuple[str, ...] = ()
    exclude_columns: tuple[str, ...] = ()
    """`table.column`, or `*.column` for any table."""
    row_filters: dict[str, str] = {}
    """Table to a condition in SQL over its columns; `:asker` is bound to the asker's id."""
    mask_columns: tuple[str, ...] = ()
    """Returned as `***`; they may not be filtered on or aggregated."""
    hosted_columns: dict[str, Visibility] = {}
    """What prompts to hosted models may carry of a column (`table.column`, `*.column`); `values` where none is named.

    `masked`: a stand-in for each value; `aggregates`: only sums, means and counts over it; `nothing`: neither.
    """
    hosted_tags: tuple[str, ...] = ()
    """Access tags of documents whose text is withheld from hosted models."""
    allow_functions: tuple[str, ...] = ()
    """Functions allowed beside the dialect's own list; only the base policy may name them."""
    statement_seconds: float = Field(default=30, gt=0)
    max_rows: int = Field(default=1000, ge=1)
    max_bytes: int = Field(default=4_000_000, ge=1000)
    max_cell_bytes: int = Field(default=20_000, ge=100)
    anomalies: AnomalySpec = AnomalySpec()
    """Which rows are odd, and which oddities send a statement back."""
    join_trial_rows: int = Field(default=1000, ge=10)
    """An approved join that was only inferred is first run over so many rows."""

    @field_validator("exclude_columns", "mask_columns", "hosted_columns")
    @classmethod
    def _name_a_table(cls, columns: _Columns) -> _Columns:
        for column in columns:
            table, _dot, name = column.rpartition(".")
            if not table or not name:
                raise ValueError(f"`{column}` names no table; write `table.{column}`, or `*.{column}` for every table")
        return columns
