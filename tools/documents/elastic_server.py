"""Which Elasticsearch an index lies on, with what it is reached and checked, and the first connection to it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from tools.documents.index import IndexUnusable

if TYPE_CHECKING:
    from elasticsearch import ApiError, Elasticsearch, TransportError

T = TypeVar("T")

_SHA256 = re.compile(r"[0-9a-fA-F]{64}")
_DENIED = re.compile(
    r"action \[(?P<action>[^\]]+)\].*?(?:granted by the (?P<rights>\w+ privileges \[[^\]]+\])|$)", re.S
)


@dataclass(frozen=True)
class Server:
    """The Elasticsearch that an index lies on: what the environment holds for the spec's `…_env` keys.

    `url` may hold the addresses of several nodes, with commas. `key_setting` is the setting that the key came from.
    """

    name: str
    url: str | None = field(default=None, repr=False)
    cloud_id: str | None = field(default=None, repr=False)
    api_key: str | None = field(default=None, repr=False)
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    ca: str | None = None
    fingerprint: str | None = None
    key_setting: str = "api_key_env"

    @property
    def addresses(self) -> list[str]:
        """The address of each node."""
        return [address for part in (self.url or "").split(",") if (address := part.strip())]

    @property
    def place(self) -> str:
        """Where the server is, without what an address may hold of credentials."""
        if self.cloud_id:
            return f"the cloud deployment {self.cloud_id.partition(':')[0]}"
        return ", ".join(
            f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" for parts in map(urlsplit, self.addresses)
        )


def connect(server: Server) -> "Elasticsearch":
    """A client that leaves repeating to its caller; raises IndexUnusable for settings that cannot be used."""
    from elasticsearch import Elasticsearch

    chosen: dict[str, Any] = {"cloud_id": server.cloud_id} if server.cloud_id else {"hosts": server.addresses}
    if server.api_key:
        chosen["api_key"] = server.api_key
    elif server.username:
        chosen["basic_auth"] = (server.username, server.password or "")
    if server.fingerprint:
        chosen["ssl_assert_fingerprint"] = _checked_fingerprint(server.fingerprint.strip())
    elif server.ca:
        if not Path(server.ca).is_file():
            raise IndexUnusable(f"There is no file {server.ca}; correct the path in the variable of `ca_env`.")
        chosen["ca_certs"] = server.ca
    try:
        return Elasticsearch(max_retries=0, **chosen)
    except ValueError as error:
        raise IndexUnusable(f"Elasticsearch cannot be reached so: {error}; {_check_address(server)}.") from error


def _checked_fingerprint(fingerprint: str) -> str:
    if not _SHA256.fullmatch(fingerprint.replace(":", "")):
        raise IndexUnusable(
            "A certificate's sha256 fingerprint has 64 hexadecimal digits; correct the variable of `fingerprint_env`."
        )
    return fingerprint


def opening(server: Server, action: Callable[[], T]) -> T:
    """Run what opens an index; a refusal becomes IndexUnusable, which names the setting and what to do."""
    from elasticsearch import ApiError, TransportError

    try:
        return action()
    except ApiError as error:
        raise IndexUnusable(_refusal(server, error)) from error
    except TransportError as error:
        raise IndexUnusable(_silence(server, error)) from error


def denied(error: "ApiError") -> str:
    """What an account may not do, and the privileges that would let it, as the server says."""
    found = _DENIED.search(reason_of(error))
    if found is None:
        return "the account may not do this"
    rights = found["rights"]
    return f"the account may not `{found['action']}`" + (f", which takes one of the {rights}" if rights else "")


def reason_of(error: "ApiError") -> str:
    """The server's own words for what it refused."""
    told = error.body.get("error") if isinstance(error.body, dict) else None
    if isinstance(told, dict):
        causes = told.get("root_cause") or [told]
        return str(causes[0].get("reason") or told.get("reason") or told.get("type") or "")
    return str(told or "")


def _refusal(server: Server, error: "ApiError") -> str:
    from elasticsearch import AuthenticationException, AuthorizationException, UnsupportedProductError

    if isinstance(error, AuthenticationException):
        return f"Elasticsearch at {server.place} refused the credentials; {_check_credentials(server)}."
    if isinstance(error, AuthorizationException):
        return (
            f"Elasticsearch at {server.place} refused: {denied(error)}. Give the account of {_credentials(server)} "
            f"this right on `{server.name}*`, or correct `name`."
        )
    if isinstance(error, UnsupportedProductError):
        return f"What answers at {server.place} is no Elasticsearch; {_check_address(server)}."
    reason = reason_of(error)
    return f"Elasticsearch at {server.place} answered with status {error.status_code}" + (
        f": {reason}" if reason else f"; {_check_address(server)}."
    )


def _silence(server: Server, error: "TransportError") -> str:
    from elasticsearch import ConnectionTimeout, SSLError

    told = error.message if isinstance(error.message, str) else ""
    if isinstance(error, SSLError):
        return _untrusted(server, told)
    if isinstance(error, ConnectionTimeout):
        return f"Elasticsearch at {server.place} did not answer in time; see whether it is overloaded or blocked."
    if "resolve" in told.lower() or "name or service" in told.lower():
        return f"The host of {server.place} is unknown; {_check_address(server)}."
    if "RemoteDisconnected" in told or "reset" in told:
        hint = " Perhaps it wants an address that begins with https." if "http://" in server.place else ""
        return f"Elasticsearch at {server.place} closed the connection; {_check_address(server)}.{hint}"
    return f"Elasticsearch at {server.place} does not answer; start it, or {_check_address(server)}."


def _untrusted(server: Server, told: str) -> str:
    if "WRONG_VERSION_NUMBER" in told or "wrong version number" in told or "record layer" in told:
        return f"What answers at {server.place} does not speak https; {_check_address(server)}."
    if server.fingerprint:
        return f"The certificate of {server.place} has another fingerprint; correct the variable of `fingerprint_env`."
    if server.ca:
        return (
            f"The certificate of {server.place} is not trusted; `ca_env` leads to {server.ca}, which must hold the "
            "authority that signed it for this host."
        )
    return (
        f"The certificate of {server.place} is not trusted by this machine; set `ca_env` to a variable with the path "
        "of its authority's file, or `fingerprint_env`."
    )


def _check_address(server: Server) -> str:
    return f"check the variable of `{'cloud_id_env' if server.cloud_id else 'url_env'}`"


def _check_credentials(server: Server) -> str:
    if not server.api_key and not server.username:
        return "set `api_key_env`, or `username_env` and `password_env`"
    return f"check {_credentials(server)}"


def _credentials(server: Server) -> str:
    if server.api_key:
        return f"the key in the variable of `{server.key_setting}`"
    return "the variables of `username_env` and `password_env`" if server.username else "nobody"
