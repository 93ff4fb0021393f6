"""How passages are laid out in Elasticsearch, and filters as conditions over that layout."""

from collections.abc import Mapping
from typing import Any

from tools.documents.embedding import Vector
from tools.documents.index import EVERYONE, FIELDS, DocumentCard, Filters, Manifest, field_of
from tools.documents.passages import Passage

CARD_FIELDS = [*sorted(set(DocumentCard.model_fields) - {"id", "is_embedded"}), "document", "has_vector"]
UNSEEN = [*FIELDS, "vector", "has_vector"]
"""What searches leave out of their answers."""
_PLAIN = {
    "type": "custom",
    "tokenizer": "standard",
    "filter": ["lowercase", "asciifolding"],
}
_CJK = {
    "type": "custom",
    "tokenizer": "standard",
    "filter": ["cjk_width", "lowercase", "cjk_bigram"],
}
_KEYWORDS = (
    *("id", "document", "title", "section", "type", "language", "author", "version", "supersedes", "access", "digest"),
)


def passages_mapping(manifest: Manifest) -> dict[str, Any]:
    """The settings and strict mapping of an index, which carries its manifest as `_meta`."""
    properties: dict[str, Any] = {name: {"type": "keyword", "ignore_above": 8191} for name in _KEYWORDS}
    properties |= {name: {"type": "integer"} for name in ("position", "page")}
    properties |= {"date": {"type": "date"}, "has_vector": {"type": "boolean"}}
    properties["text"] = {"type": "text", "index": False}
    properties |= {field: {"type": "text", "analyzer": _analyzer(field)} for field in FIELDS}
    if manifest.dimensions:
        properties["vector"] = {
            "type": "dense_vector",
            "dims": manifest.dimensions,
            "index": True,
            "similarity": "cosine",
            "index_options": {"type": "hnsw"},
        }
    return {
        "settings": {"analysis": _analysis()},
        "mappings": {
            "dynamic": "strict",
            "_meta": {"manifest": manifest.model_dump()},
            "properties": properties,
        },
    }


def source_of(passage: Passage, vector: Vector | None) -> dict[str, Any]:
    """A passage as one document of the index, its text in the field of its language's analysis."""
    source: dict[str, Any] = passage.model_dump(exclude_none=True)
    source["access"] = list(passage.access or (EVERYONE,))
    source[field_of(passage.language)] = passage.search_text
    source["has_vector"] = vector is not None
    return source | ({"vector": vector} if vector is not None else {})


def passage_of(source: Mapping[str, Any]) -> Passage:
    """The passage that an index's document holds."""
    known = {name: source[name] for name in Passage.model_fields if name in source}
    return Passage.model_validate(known | {"access": _access(source)})


def card_of(source: Mapping[str, Any]) -> DocumentCard:
    """The card of the document whose first passage this is."""
    known = {name: source[name] for name in DocumentCard.model_fields if name in source}
    return DocumentCard.model_validate(
        known | {"id": source["document"], "access": _access(source), "is_embedded": source["has_vector"]}
    )


def _access(source: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(tag for tag in source["access"] if tag != EVERYONE)


def conditions_of(filters: Filters) -> list[dict[str, Any]]:
    """The filters as clauses of a bool query."""
    conditions: list[dict[str, Any]] = []
    if filters.access is not None:
        conditions.append({"terms": {"access": [EVERYONE, *filters.access]}})
    if filters.document_types:
        conditions.append({"terms": {"type": list(filters.document_types)}})
    if filters.documents:
        conditions.append({"terms": {"document": list(filters.documents)}})
    bounds = {"gte": filters.since, "lte": filters.until}
    days = {bound: day.isoformat() for bound, day in bounds.items() if day}
    return [*conditions, {"range": {"date": days}}] if days else conditions


def outdated_query(digests: Mapping[str, str]) -> dict[str, Any]:
    """The passages of documents, except the first, that have another digest than the one given."""
    outdated = [
        {"bool": {"filter": {"term": {"document": document}}, "must_not": {"term": {"digest": digest}}}}
        for document, digest in digests.items()
    ]
    return {"bool": {"should": outdated, "minimum_should_match": 1, "filter": {"range": {"position": {"gt": 0}}}}}


def _analyzer(field: str) -> str:
    return f"passage_{field}"


def _analysis() -> dict[str, Any]:
    stemmed = [field for field in FIELDS if field not in ("cjk", "other")]
    stops = {f"{field}_stop": {"type": "stop", "stopwords": f"_{field}_"} for field in stemmed}
    stems = {f"{field}_stem": {"type": "stemmer", "language": field} for field in stemmed}
    analyzers = {
        _analyzer(field): {
            "type": "custom",
            "tokenizer": "standard",
            "filter": ["lowercase", f"{field}_stop", f"{field}_stem", "asciifolding"],
        }
        for field in stemmed
    }
    return {
        "filter": stops | stems,
        "analyzer": analyzers | {_analyzer("cjk"): _CJK, _analyzer("other"): _PLAIN},
    }
