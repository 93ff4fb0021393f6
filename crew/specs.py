"""The checked sections of the configuration, put together from what each package defines."""

from decimal import Decimal
from typing import Literal

from pydantic import Field

from agents.specs import AgentChange, AgentSpec
from crew.models.specs import RoutesSpec
from tasks.specs import TaskChange, TaskSpec
from tools.documents.specs import IndexSpec
from tools.frozen import Frozen
from tools.sql.specs import CalendarSpec, CurrencySpec, DatabaseSpec, PolicySpec


class BudgetSpec(Frozen):
    """What one question may use. A domain can only lower these."""

    seconds: float = Field(default=120, gt=0)
    tokens: int = Field(default=50_000, ge=1)
    cost_usd: Decimal | None = None
    call_usd: Decimal | None = None
    """The most one model call may cost."""
    asker_day_usd: Decimal | None = None
    """What one asker's questions may cost in a day of the domain's time zone."""
    day_usd: Decimal | None = None
    """What a domain's questions may cost in a day."""
    questions_a_minute: int | None = Field(default=None, ge=1)
    """How many questions one asker may put to a domain in a minute; more wait their turn within their deadline."""
    replans: int = Field(default=2, ge=0)
    rejections: int = Field(default=2, ge=0)
    plan_depth: int = Field(default=5, ge=1)
    fan_out: int = Field(default=5, ge=1)
    reformulations: int = Field(default=2, ge=0)
    schema_tokens: int = Field(default=2000, ge=200)
    """Of a database's schema in one prompt; a larger schema is shown in part."""
    evidence_tokens: int = Field(default=12_000, ge=500)
    """Of what was found in one prompt; more is summed up, the earlier findings first."""


class WordingSpec(Frozen):
    """How a domain speaks."""

    language: str | None = None
    """Answers in this language whatever the question's; by default the question's own."""
    preamble: str = ""
    """Added to every role's prompt."""


class RetentionSpec(Frozen):
    """How long a domain's runs keep their content; `crosscheck runs purge` empties what is older."""

    days: int | None = Field(default=None, ge=0)
    """None keeps everything until it is asked for otherwise."""


class AgentsFile(Frozen):
    """`agents.yaml`."""

    version: Literal[1]
    agents: dict[str, AgentSpec]


class TasksFile(Frozen):
    """`tasks.yaml`."""

    version: Literal[1]
    tasks: dict[str, TaskSpec]


class PolicyFile(Frozen):
    """`policy.yaml`: what holds for every domain, and the defaults of every budget."""

    version: Literal[1]
    policy: PolicySpec = PolicySpec()
    budgets: BudgetSpec = BudgetSpec()
    schema_ttl_hours: float = Field(default=24, gt=0)


class DomainSpec(Frozen):
    """`domains/<name>.yaml`: one business area."""

    version: Literal[1]
    about: str
    databases: dict[str, DatabaseSpec] = {}
    indexes: dict[str, IndexSpec] = {}
    crew: dict[str, AgentChange] = {}
    tasks: dict[str, TaskChange] = {}
    wording: WordingSpec = WordingSpec()
    calendar: CalendarSpec = CalendarSpec()
    currency: CurrencySpec = CurrencySpec()
    policy: PolicySpec = PolicySpec()
    budgets: dict[str, Decimal] = {}
    """Any of BudgetSpec's keys, lowered."""
    concurrency: dict[str, int] = {}
    """How many jobs of the workers may use a source at the same time, by the source's name."""
    retention: RetentionSpec = RetentionSpec()
    reuse_answers_hours: float = Field(default=0, ge=0)
    """Hours in which the same question of the same asker gets its verified answer again, without a model, when its
    statements return the same rows and no document has changed; 0 answers anew every time."""
    authority: tuple[str, ...] = ()
    """Sources in the order in which they are believed when they disagree; by default databases before indexes."""


class Configuration(Frozen):
    """Everything one domain's desk needs, checked and with defaults filled in."""

    name: str
    folder: str
    """The folder that relative paths in the domain file count from."""
    domain: DomainSpec
    routes: RoutesSpec
    agents: dict[str, AgentSpec]
    tasks: dict[str, TaskSpec]
    policy: PolicySpec
    budgets: BudgetSpec
    schema_ttl_hours: float = 24
