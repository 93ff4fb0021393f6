"""What a prompt to a hosted model may carry: values that policy withholds are taken out where prompts are built."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tasks.figures.placing import PlacedSentence
from tools.evidence import Evidence, PassageEvidence, RowsEvidence
from tools.sql.specs import PolicySpec
from tools.sql.visibility import Visibility, hidden_columns, rule_for

WITHHELD = "[withheld]"

_SHORTEST = 3
"""Characters of a text that is looked for everywhere in a prompt."""
_DIGITS = re.compile(r"\d[\d.,\u00a0\u202f]*")
_OWN_WORDS = ("task", "question", "periods", "workers", "limits")
"""Blocks that carry nothing out of a source."""


@dataclass(frozen=True)
class Withholding:
    """The rules of one run, and what its evidence holds of what they withhold."""

    policy: PolicySpec
    metrics: Mapping[str, str]
    evidence: Mapping[str, Evidence]

    @property
    def is_needed(self) -> bool:
        """Whether policy withholds anything from hosted models."""
        return bool(self.policy.hosted_columns or self.policy.hosted_tags)

    def blocks(self, blocks: Mapping[str, Any]) -> dict[str, Any]:
        """The blocks of a prompt without what is withheld."""
        secrets = self._secrets()
        shown: dict[str, Any] = {}
        for name, content in blocks.items():
            shown[name] = content if name in _OWN_WORDS else _scrubbed(content, secrets)
        for name, prune in (("schema", _without_values), ("semantics", _without_values)):
            if name in shown:
                shown[name] = prune(shown[name], self.policy.hosted_columns)
        if "evidence" in shown:
            shown["evidence"] = [self._piece(piece) for piece in shown["evidence"]]
        if "values" in shown:
            shown["values"] = {name: self._values(name, found, blocks) for name, found in shown["values"].items()}
        if "conflicts" in shown:
            shown["conflicts"] = [self._conflict(conflict) for conflict in shown["conflicts"]]
        return shown

    def sentence(self, placed: PlacedSentence) -> str:
        """A sentence as a hosted model may read it: withheld figures taken out."""
        text = placed.text
        for figure in sorted(placed.figures, key=lambda figure: figure.start, reverse=True):
            if self._is_hidden(figure.evidence, figure.column):
                text = text[: figure.start] + WITHHELD + text[figure.end :]
        return text

    def reasons(self, reasons: Iterable[str], citations: Iterable[str]) -> list[str]:
        """Why a sentence failed, without the figures of evidence that withholds some."""
        if any(self._is_hidden(number, None) for number in citations):
            return [_DIGITS.sub(WITHHELD, reason) for reason in reasons]
        return list(reasons)

    def _is_hidden(self, number: str, column: str | None) -> bool:
        piece = self.evidence.get(number)
        if not isinstance(piece, RowsEvidence):
            return isinstance(piece, PassageEvidence) and self._is_tagged(piece)
        hidden = {piece.columns[position].name for position in self._hidden(piece)}
        return bool(hidden) if column is None else column in hidden

    def _hidden(self, piece: RowsEvidence) -> dict[int, Visibility]:
        return hidden_columns(piece, self.policy.hosted_columns, self.metrics)

    def _is_tagged(self, piece: PassageEvidence) -> bool:
        return bool(set(piece.access) & set(self.policy.hosted_tags))

    def _secrets(self) -> list[str]:
        """Every withheld text, the longest first."""
        found: set[str] = set()
        for piece in self.evidence.values():
            if isinstance(piece, RowsEvidence):
                found |= {str(row[at]) for at in self._hidden(piece) for row in piece.rows if isinstance(row[at], str)}
            elif isinstance(piece, PassageEvidence) and self._is_tagged(piece):
                found |= {piece.text, piece.title}
        return sorted((text for text in found if len(text) >= _SHORTEST), key=len, reverse=True)

    def _piece(self, shown: dict[str, Any]) -> dict[str, Any]:
        piece = self.evidence.get(shown["id"])
        if isinstance(piece, PassageEvidence) and self._is_tagged(piece):
            kept: dict[str, Any] = {key: shown[key] for key in ("id", "kind", "source", "date") if key in shown}
            return {**kept, "document": WITHHELD, "title": WITHHELD, "text": WITHHELD}
        if not isinstance(piece, RowsEvidence):
            return shown
        hidden = self._hidden(piece)
        if not hidden:
            return shown
        masks: dict[int, dict[Any, str]] = {position: {} for position in hidden}
        rows = [
            [
                _stand_in(piece, (number, at), hidden[at], masks[at]) if at in hidden else value
                for at, value in enumerate(row)
            ]
            for number, row in enumerate(shown["rows"])
        ]
        names = [piece.columns[position].name for position in hidden]
        return {**shown, "rows": rows, "parameters": {}, "withheld": names}

    def _values(self, name: str, found: list[Any], blocks: Mapping[str, Any]) -> list[Any]:
        inputs = getattr(blocks.get("step"), "inputs", ())
        columns = {entry.column.lower() for entry in inputs if entry.name == name}
        hidden = {key.lower().rpartition(".")[2] for key in self.policy.hosted_columns}
        hidden |= {
            piece.columns[at].name.lower()
            for piece in self.evidence.values()
            if isinstance(piece, RowsEvidence)
            for at in self._hidden(piece)
        }
        return [WITHHELD] * len(found) if columns & hidden or not columns else found

    def _conflict(self, conflict: dict[str, Any]) -> dict[str, Any]:
        values = [
            {**value, "value": WITHHELD} if self._is_hidden(value["evidence"], None) else value
            for value in conflict["values"]
        ]
        return {**conflict, "values": values}


def _stand_in(piece: RowsEvidence, cell: tuple[int, int], rule: Visibility, masks: dict[Any, str]) -> str | None:
    column, value = piece.columns[cell[1]].name, piece.rows[cell[0]][cell[1]]
    if value is None:
        return None
    if rule != "masked":
        return WITHHELD
    return masks.setdefault(value, f"{column} {len(masks) + 1}")


def _scrubbed(content: Any, secrets: list[str]) -> Any:
    """Content as JSON carries it, with every withheld text replaced."""
    if not secrets:
        return _plain(content)
    pattern = re.compile("|".join(map(re.escape, secrets)))

    def scrub(value: Any) -> Any:
        if isinstance(value, str):
            return pattern.sub(WITHHELD, value)
        if isinstance(value, Mapping):
            return {scrub(key): scrub(entry) for key, entry in value.items()}
        if isinstance(value, list | tuple):
            return [scrub(entry) for entry in value]
        return value

    return scrub(_plain(content))


def _plain(content: Any) -> Any:
    if hasattr(content, "model_dump"):
        return content.model_dump(mode="json", exclude_defaults=True)
    if isinstance(content, Mapping):
        return {key: _plain(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [_plain(value) for value in content]
    return content


def _without_values(sources: Mapping[str, Any], hosted: Mapping[str, Visibility]) -> dict[str, Any]:
    """Schemas or semantic layers without the sample values of withheld columns."""
    return {source: _pruned(content, hosted) for source, content in sources.items()}


def _pruned(content: Mapping[str, Any], hosted: Mapping[str, Visibility]) -> dict[str, Any]:
    pruned = dict(content)
    if "tables" in content:
        pruned["tables"] = {name: _table(name, table, hosted) for name, table in content["tables"].items()}
    if "dimensions" in content:
        pruned["dimensions"] = {
            name: _column(*_split(said.get("column", "")), said, hosted) for name, said in content["dimensions"].items()
        }
    return pruned


def _table(name: str, table: Mapping[str, Any], hosted: Mapping[str, Visibility]) -> dict[str, Any]:
    columns = {column: _column(name, column, said, hosted) for column, said in table.get("columns", {}).items()}
    return {**table, "columns": columns} if columns else dict(table)


def _split(name: str) -> tuple[str, str]:
    table, _, column = name.rpartition(".")
    return table, column


def _column(table: str, column: str, said: Any, hosted: Mapping[str, Visibility]) -> Any:
    if not isinstance(said, Mapping) or rule_for(table, column, hosted) == "values":
        return said
    return {key: value for key, value in said.items() if key not in ("values", "named", "range", "low", "high")}
