"""One POST to a checked address, without redirects, proxies or a second chance; what is known of it is told apart."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import httpx

from crew.delivery.addresses import checked_address
from crew.delivery.errors import NotDelivered, Uncertain
from crew.delivery.trust import trusting

_LONGEST_REPLY = 2000
_BUSY = (408, 425, 429)


@dataclass(frozen=True)
class Post:
    """What is sent where."""

    url: str
    shown: str
    """How the address is called in messages: a secret one by its variable."""
    body: bytes
    headers: dict[str, str]
    time_out: float
    allow_private: bool
    ca_file: str | None = None


def post(sending: Post) -> str:
    """Send it and say what the receiver answered. Raises NotDelivered or Uncertain."""
    parts = urlsplit(sending.url)
    host = parts.hostname or ""
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as error:
        raise NotDelivered(f"{sending.shown} is no address: {error}.", can_help_to_wait=False) from error
    address = checked_address(host, port, allow_private=sending.allow_private)
    url = httpx.URL(sending.url).copy_with(host=address, port=port)
    headers = {**sending.headers, "Host": parts.netloc.rpartition("@")[2]}
    limits = httpx.Timeout(sending.time_out)
    context = trusting(sending.ca_file, "ca_file")
    try:
        with (
            httpx.Client(timeout=limits, follow_redirects=False, trust_env=False, verify=context) as client,
            client.stream(
                "POST", url, content=sending.body, headers=headers, extensions={"sni_hostname": host}
            ) as reply,
        ):
            return _judged(sending, reply)
    except httpx.ConnectError as error:
        raise _not_connected(sending, error) from error
    except (httpx.ConnectTimeout, httpx.PoolTimeout) as error:
        raise NotDelivered(f"{sending.shown} cannot be reached: {error}.", can_help_to_wait=True) from error
    except httpx.HTTPError as error:
        raise Uncertain(
            f"{sending.shown} broke off before it had answered: {error or type(error).__name__}."
        ) from error


def _not_connected(sending: Post, error: httpx.ConnectError) -> NotDelivered:
    if _is_distrust(error):
        message = f"{sending.shown} cannot be trusted: {error}. Check the address, or name its house's `ca_file`."
        return NotDelivered(message, can_help_to_wait=False)
    return NotDelivered(f"{sending.shown} cannot be reached: {error}.", can_help_to_wait=True)


def _is_distrust(error: BaseException | None) -> bool:
    """Whether a certificate was refused, however deep the reason lies."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _judged(sending: Post, reply: httpx.Response) -> str:
    if reply.is_success:
        return f"{sending.shown} answered {reply.status_code}"
    said = _beginning(reply)
    told = f"{sending.shown} answered {reply.status_code}" + (f": {said}" if said else ".")
    if reply.is_redirect:
        message = f"{told} It redirects to {reply.headers.get('location', 'nowhere')}; redirects are not followed."
        raise NotDelivered(message, can_help_to_wait=False)
    may_change = reply.status_code >= 500 or reply.status_code in _BUSY
    raise NotDelivered(told, can_help_to_wait=may_change, after=_asked_to_wait(reply))


def _beginning(reply: httpx.Response) -> str:
    text = b""
    try:
        for chunk in reply.iter_raw():
            text += chunk
            if len(text) > _LONGEST_REPLY:
                break
    except httpx.HTTPError:
        pass  # the status is known, and it decides
    return " ".join(text[:_LONGEST_REPLY].decode("utf-8", "replace").split())[:200]


def _asked_to_wait(reply: httpx.Response) -> float | None:
    asked = reply.headers.get("retry-after", "")
    if asked.isdigit():
        return float(asked)
    try:
        moment = parsedate_to_datetime(asked)
    except ValueError:
        return None
    return max(0.0, (moment.astimezone(UTC) - datetime.now(UTC)).total_seconds())
