"""A prompt's JSON blocks: all that the offline model reads of a prompt."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tasks.blocks import read_blocks
from tools.evidence import EVIDENCE, Evidence
from tools.sql.joins import APPROVABLE
from tools.sql.schema import Schema
from tools.sql.schema_block import read_schema_block, schema_block
from tools.sql.specs import SemanticSpec
from tools.terms import Period

_UNSAID = "1970-01-01T00:00:00Z"
_NOT_EVIDENCE = frozenset({"rows_shown", "characters_shown", "withheld"})
"""What a block says about itself and not about the evidence."""


@dataclass(frozen=True)
class Source:
    """A database or document index that the domain offers."""

    name: str
    kind: str
    about: str = ""
    titles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Material:
    """The blocks of one prompt, with the parts every task needs in typed form."""

    blocks: dict[str, Any]

    @property
    def task(self) -> str:
        """plan, replan, work, correct, draft or verify; empty when the prompt has no such block."""
        return str(self.blocks.get("task", {}).get("name", ""))

    @property
    def question(self) -> str:
        """The question as asked."""
        return str(self.blocks.get("question", {}).get("text", ""))

    @property
    def language(self) -> str:
        """The question's language as a two-letter code."""
        return str(self.blocks.get("question", {}).get("language") or "en")[:2]

    @property
    def today(self) -> date | None:
        """The day the question is asked on."""
        day = self.blocks.get("question", {}).get("today")
        return date.fromisoformat(day) if day else None

    @property
    def periods(self) -> list[Period]:
        """The periods that the question names."""
        return [Period.model_validate(p) for p in self.blocks.get("periods", {}).get("found", [])]

    @property
    def default_period(self) -> Period | None:
        """What a question about the present means."""
        default = self.blocks.get("periods", {}).get("default")
        return Period.model_validate(default) if default else None

    @property
    def assumes(self) -> bool:
        """Whether a name with several readings is to be taken in the first: asking back was of no use."""
        return "assume" in self.blocks

    def comparison(self, name: str) -> Period | None:
        """`previous` or `year_before` of the first period named, or of the default."""
        period = self.blocks.get("periods", {}).get("comparisons", {}).get(name)
        return Period.model_validate(period) if period else None

    @property
    def sources(self) -> list[Source]:
        """The sources in the order of the domain."""
        return [
            Source(s["name"], s["kind"], s.get("about", ""), tuple(s.get("titles", ())))
            for s in self.blocks.get("sources", [])
        ]

    @property
    def indexes(self) -> list[Source]:
        """The document indexes among the sources."""
        return [s for s in self.sources if s.kind == "index"]

    @property
    def evidence(self) -> list[Evidence]:
        """The evidence as far as the prompt shows it: of many rows the first."""
        return [EVIDENCE.validate_python(_shown(e)) for e in self.blocks.get("evidence", [])]

    def schemas(self) -> dict[str, Schema]:
        """The schema of each database, by source."""
        return {name: read_schema_block(name, block) for name, block in self.blocks.get("schema", {}).items()}

    def with_approvable_joins(self) -> "Material | None":
        """The same with joins usable that are only suggested, as far as a plan may approve them; None without any."""
        schemas = {name: _with_approvable(schema) for name, schema in self.schemas().items()}
        if "join_suggestions" not in self.blocks or schemas == self.schemas():
            return None
        return Material({**self.blocks, "schema": {n: schema_block(s) for n, s in schemas.items()}})

    def semantics(self, source: str) -> SemanticSpec:
        """What the columns of one database mean; empty where nothing is described."""
        described = self.blocks.get("semantics", {}).get(source, {})
        return SemanticSpec.model_validate({k: v for k, v in described.items() if k in SemanticSpec.model_fields})


def read_material(messages: Sequence[dict[str, Any]]) -> Material:
    """The blocks of all messages; a later block of the same name wins."""
    return Material(read_blocks("\n".join(_text(m.get("content")) for m in messages)))


def _with_approvable(schema: Schema) -> Schema:
    approvable = tuple(join for join in schema.suggestions if join.confidence >= APPROVABLE)
    return (
        schema.model_copy(update={"joins": (*schema.joins, *approvable), "suggestions": ()}) if approvable else schema
    )


def _shown(block: dict[str, Any]) -> dict[str, Any]:
    """A block as evidence; a prompt does not say when it was retrieved."""
    kept = {"retrieved_at": _UNSAID, **{key: value for key, value in block.items() if key not in _NOT_EVIDENCE}}
    withheld = set(block.get("withheld", ()))
    if withheld:
        hidden = [column["name"] in withheld for column in block["columns"]]
        kept["rows"] = [[None if at else value for value, at in zip(row, hidden, strict=True)] for row in block["rows"]]
    return kept


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return str(content or "")
