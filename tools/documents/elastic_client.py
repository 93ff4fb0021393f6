"""Connecting to an Elasticsearch, and what its refusals mean for a person or a model."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from tools.documents.elastic_layout import passages_mapping
from tools.documents.index import IndexUnusable, Manifest, SearchFailed

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch

T = TypeVar("T")

SECONDS = 30.0
"""The longest that one request may take."""


def connect(url: str, api_key: str | None, ca: str | None) -> "Elasticsearch":
    """A client that leaves repeating to its caller; `ca` is the path of a certificate authority's file."""
    from elasticsearch import Elasticsearch

    trust: Any = {"ca_certs": ca} if ca else {}
    return Elasticsearch(url, api_key=api_key, request_timeout=SECONDS, max_retries=0, **trust)


def open_manifest(client: "Elasticsearch", name: str, wanted: Manifest, rebuild: bool) -> Manifest:
    """The manifest of an index, which is created where there is none; raises IndexUnusable for one that is not ours."""
    if rebuild:
        client.indices.delete(index=name, ignore_unavailable=True)
    if not client.indices.exists(index=name):
        client.indices.create(index=name, **passages_mapping(wanted))
        return wanted
    mappings = client.indices.get_mapping(index=name)[name]["mappings"]
    if "manifest" not in mappings.get("_meta", {}):
        raise IndexUnusable(f"The Elasticsearch index {name} is not one of ours; choose another `name`.")
    return Manifest.model_validate(mappings["_meta"]["manifest"])


def opening(action: Callable[[], T]) -> T:
    """Run what opens an index; a refusal becomes IndexUnusable with what to check."""
    from elastic_transport import TlsError
    from elasticsearch import ApiError, AuthenticationException, AuthorizationException, TransportError

    try:
        return action()
    except AuthenticationException as error:
        raise IndexUnusable(f"Elasticsearch refused the credentials ({brief(error)}); check `api_key_env`.") from error
    except AuthorizationException as error:
        raise IndexUnusable("Elasticsearch refused: the key has no rights on this index; check `name`.") from error
    except TlsError as error:
        raise IndexUnusable("Elasticsearch's certificate is not trusted; check the file named by `ca_env`.") from error
    except (ApiError, TransportError, ValueError) as error:
        raise IndexUnusable(f"Elasticsearch cannot be used ({brief(error)}); check the URL in `url_env`.") from error


def writing(name: str, action: Callable[[], T]) -> T:
    """Run what changes an index; a refusal becomes IndexUnusable."""
    from elasticsearch import ApiError, TransportError

    try:
        return action()
    except (ApiError, TransportError) as error:
        raise IndexUnusable(f"The Elasticsearch index {name} cannot be used: {brief(error)}") from error


def reading(action: Callable[[], T]) -> T:
    """Run what reads an index; a refusal becomes SearchFailed, so that a question goes on without it."""
    from elasticsearch import ApiError, TransportError
    from elasticsearch.helpers import ScanError

    try:
        return action()
    except (ApiError, TransportError, ScanError) as error:
        raise SearchFailed(f"The document index did not answer ({brief(error)}); go on without it.") from error


def brief(error: Exception) -> str:
    """An error without its own text, which may hold the server's address and credentials in it."""
    status = getattr(error, "status_code", None)
    return f"{type(error).__name__}, status {status}" if status else type(error).__name__
