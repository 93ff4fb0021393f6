"""Evidence as the JSON contract carries it, also where a writer elsewhere left out what we would have filled in."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import ValidationError

from tools.evidence import Computed, Evidence, EvidenceColumn, NothingFound, PassageEvidence, RowsEvidence

_UNSAID = "1970-01-01T00:00:00Z"
_NAMING = re.compile(
    r"(^|_)(id|code|key|name|number|no|year|month|quarter|week|day|date|period|jahr|monat|quartal|woche|tag|datum|annee|"
    r"année|trimestre|mois|semaine|jour|año|anio|mes|semana|día|dia|fecha)$",
    re.IGNORECASE,
)
"""Columns that name a row although they hold numbers."""


class UnusableEvidence(ValueError):
    """A piece of evidence is not in the contract's form."""


def read_evidence(pieces: Sequence[Mapping[str, Any]]) -> dict[str, Evidence]:
    """Evidence by its number. Raises UnusableEvidence, naming the piece."""
    found: dict[str, Evidence] = {}
    for position, piece in enumerate(pieces, start=1):
        name = str(piece.get("id") or f"E{position}") if isinstance(piece, Mapping) else f"number {position}"
        try:
            found[name] = _read(name, piece)
        except (ValidationError, ValueError, TypeError, KeyError, AttributeError) as error:
            reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
            raise UnusableEvidence(f"Evidence {name} is not in the contract's form: {reason}") from error
    return found


def _read(name: str, piece: Mapping[str, Any]) -> Evidence:
    kind = piece.get("kind") or ("passage" if "text" in piece else "rows")
    retrieved_at = piece.get("retrieved_at") or _UNSAID
    shared = {"id": name, "source": str(piece.get("source") or ""), "retrieved_at": retrieved_at}
    if kind == "passage":
        document = str(piece.get("document") or piece.get("title") or name)
        named = {"passage": name, "document": document, "title": document}
        kept = {k: v for k, v in piece.items() if k in PassageEvidence.model_fields and v is not None}
        return PassageEvidence.model_validate({**named, **kept, **shared})
    if kind == "nothing_found":
        tried = str(piece.get("tried") or piece.get("statement") or "")
        return NothingFound.model_validate({"tried": tried, **shared})
    return _rows(piece, shared)


def _rows(piece: Mapping[str, Any], shared: Mapping[str, Any]) -> RowsEvidence:
    given = list(piece.get("columns") or ())
    rows = list(piece.get("rows") or ())
    if not given and rows and isinstance(rows[0], Mapping):
        given = list(rows[0])
    names = [column["name"] if isinstance(column, Mapping) else str(column) for column in given]
    cells = [[row[name] for name in names] if isinstance(row, Mapping) else list(row) for row in rows]
    if any(len(row) != len(names) for row in cells):
        raise ValueError(f"a row does not have the {len(names)} values that its columns name")
    columns = [_column(column, [row[at] for row in cells]) for at, column in enumerate(given)]
    typed = [[_typed(value, column.type) for value, column in zip(row, columns, strict=True)] for row in cells]
    terms = piece.get("computed_terms") or (piece["computed"] if isinstance(piece.get("computed"), Mapping) else None)
    return RowsEvidence.model_validate(
        {
            **shared,
            "statement": str(piece.get("statement") or ""),
            "parameters": piece.get("parameters") or {},
            "computed": terms or Computed(words=str(piece.get("computed") or "")),
            "columns": columns,
            "rows": typed,
            "row_count": piece.get("row_count") or len(typed),
            "truncated": bool(piece.get("truncated")),
        }
    )


def _column(column: Any, values: Sequence[Any]) -> EvidenceColumn:
    """A column as it is described, or guessed from its name and values where only its name is given."""
    if isinstance(column, Mapping) and ("role" in column or "type" in column):
        return EvidenceColumn.model_validate({k: v for k, v in column.items() if k in EvidenceColumn.model_fields})
    name = column["name"] if isinstance(column, Mapping) else str(column)
    unit = column.get("unit") if isinstance(column, Mapping) else None
    kind = _type(values)
    is_measure = kind in ("integer", "decimal", "float") and not _NAMING.search(name)
    return EvidenceColumn(
        name=name,
        type=kind,  # type: ignore[arg-type]
        role="measure" if is_measure else "key",
        measure=name if is_measure else None,
        source=None if is_measure else name,
        unit=unit,
        words=(name.replace("_", " "),),
    )


def _type(values: Sequence[Any]) -> str:
    known = [value for value in values if value is not None]
    for kind, is_of in _TYPES:
        if known and all(is_of(value) for value in known):
            return kind
    return "text"


def _is_day(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None


def _is_moment(value: Any) -> bool:
    if not isinstance(value, str) or not re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:", value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_decimal(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value) is not None


_TYPES = (
    ("boolean", lambda value: isinstance(value, bool)),
    ("integer", lambda value: isinstance(value, int)),
    ("float", lambda value: isinstance(value, int | float)),
    ("date", _is_day),
    ("datetime", _is_moment),
    ("decimal", lambda value: _is_decimal(value) or (isinstance(value, int | float) and not isinstance(value, bool))),
)


def _typed(value: Any, kind: str) -> Any:
    if isinstance(value, str) and kind in ("integer", "decimal", "float"):
        try:
            number = Decimal(value)
        except InvalidOperation as error:
            raise ValueError(f"`{value[:40]}` stands in a column of type {kind}") from error
        return int(number) if kind == "integer" else number
    if isinstance(value, str) and kind == "date":
        return date.fromisoformat(value[:10])
    if isinstance(value, int | float) and not isinstance(value, bool) and kind == "decimal":
        return Decimal(str(value))
    return value
