"""How passages are laid out in LanceDB, and filters as conditions over that layout.

A row holds a passage whole in one column, and again what searches and filters look at in columns of their own.
"""

from collections.abc import Mapping
from typing import Any

from tools.documents.embedding import Vector
from tools.documents.index import EVERYONE, FIELDS, DocumentCard, Filters, Manifest, field_of
from tools.documents.language import bigrams
from tools.documents.passages import Passage

WHOLE = "passage"
"""The column with a whole passage as JSON: reading it for a hit takes far less time than reading a dozen columns."""
CARD_COLUMNS = [*sorted(set(DocumentCard.model_fields) - {"id", "is_embedded"}), "document", "has_vector"]
_SHOWN = ("id", "position", *sorted(set(CARD_COLUMNS) - {"has_vector"}))


def table_schema(dimensions: int) -> Any:
    """The columns of the table; a vector column only where vectors have a length."""
    import pyarrow as pa

    lists = {"access": pa.list_(pa.string()), "supersedes": pa.list_(pa.string())}
    columns = {name: pa.string() for name in ("id", WHOLE, *CARD_COLUMNS, *FIELDS)} | lists
    columns |= {"position": pa.int32(), "has_vector": pa.bool_()}
    if dimensions:
        columns["vector"] = pa.list_(pa.float32(), dimensions)
    return pa.schema(list(columns.items()))


def row_of(passage: Passage, vector: Vector | None, manifest: Manifest) -> dict[str, Any]:
    """A passage as one row, its text in the column of its language's analysis."""
    row: dict[str, Any] = {name: getattr(passage, name) for name in _SHOWN} | dict.fromkeys(FIELDS)
    row[WHOLE] = passage.model_dump_json(exclude_defaults=True)
    row["access"] = list(passage.access or (EVERYONE,))
    field = field_of(passage.language)
    row[field] = bigrams(passage.search_text) if field == "cjk" else passage.search_text
    row["has_vector"] = vector is not None
    return row | {"vector": vector} if manifest.dimensions else row


def passage_of(row: Mapping[str, Any]) -> Passage:
    """The passage that a row holds."""
    return Passage.model_validate_json(row[WHOLE])


def card_of(row: Mapping[str, Any]) -> DocumentCard:
    """The card of the document whose first passage a row holds."""
    known = {name: row[name] for name in DocumentCard.model_fields if name in row}
    access = tuple(tag for tag in row["access"] if tag != EVERYONE)
    return DocumentCard(**known | {"id": row["document"], "access": access, "is_embedded": row["has_vector"]})


def condition_of(filters: Filters) -> str:
    """The filters as a condition in Lance's SQL; every value is quoted by the library's own literals."""
    from lancedb.expr import col, lit

    conditions = []
    if filters.access is not None:
        tags = ", ".join(lit(tag).to_sql() for tag in (EVERYONE, *filters.access))
        conditions.append(f"array_has_any(access, [{tags}])")
    if filters.document_types:
        conditions.append(col("type").isin(filters.document_types).to_sql())
    if filters.documents:
        conditions.append(col("document").isin(filters.documents).to_sql())
    if filters.since:
        conditions.append((col("date") >= lit(filters.since.isoformat())).to_sql())
    if filters.until:
        conditions.append((col("date") <= lit(filters.until.isoformat())).to_sql())
    return " AND ".join(conditions)


def outdated_condition(digests: Mapping[str, str]) -> str:
    """A condition in Lance's SQL on passages of documents that have another digest than the one given."""
    from lancedb.expr import col, lit

    outdated = [
        f"({(col('document') == lit(document)).to_sql()} AND {(col('digest') != lit(digest)).to_sql()})"
        for document, digest in digests.items()
    ]
    return " OR ".join(outdated)
