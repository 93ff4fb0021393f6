"""Signs webhooks as https://www.standardwebhooks.com says, so that receivers may check them by a library."""

import base64
import binascii
import hashlib
import hmac
from datetime import datetime

from crew.errors import WrongConfiguration

_PREFIX = "whsec_"


def signed_headers(body: bytes, *, key: str, at: datetime, secrets: str) -> dict[str, str]:
    """The headers that prove who sent a body and when; one signature for each secret, separated by spaces."""
    stamp = str(int(at.timestamp()))
    signatures = " ".join(signature_of(body, key=key, stamp=stamp, secret=secret) for secret in secrets.split())
    return {"webhook-id": key, "webhook-timestamp": stamp, "webhook-signature": signatures, "Idempotency-Key": key}


def signature_of(body: bytes, *, key: str, stamp: str, secret: str) -> str:
    """HMAC-SHA256 over id, time stamp and body."""
    signed = f"{key}.{stamp}.".encode() + body
    made = hmac.new(_bytes_of(secret), signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(made).decode()}"


def _bytes_of(secret: str) -> bytes:
    if not secret.startswith(_PREFIX):
        return secret.encode()
    try:
        return base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except binascii.Error as error:
        raise WrongConfiguration("A webhook's secret begins with `whsec_`, but the rest is not base64.") from error
