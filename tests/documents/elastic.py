"""Removing what tests leave on an Elasticsearch."""

from typing import Any


def remove_index(url: str, name: str, **options: Any) -> None:
    """Remove an index with all its generations and its template."""
    from elasticsearch import Elasticsearch

    with Elasticsearch(url, request_timeout=60, **options) as client:
        names = list(client.indices.get(index=f"{name},{name}.g*", features=["aliases"], ignore_unavailable=True))
        if names:
            client.indices.delete(index=names)
        client.options(ignore_status=404).indices.delete_index_template(name=name)
