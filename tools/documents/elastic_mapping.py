"""How passages are laid out in Elasticsearch."""

from typing import Any

from tools.documents.index import FIELDS, Manifest

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
        "settings": {"number_of_shards": 1, "analysis": _analysis()},
        "mappings": {
            "dynamic": "strict",
            "_meta": {"manifest": manifest.model_dump()},
            "properties": properties,
        },
    }


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
