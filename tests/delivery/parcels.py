"""What the tests deliver."""

import base64
import json
from typing import Any

from crew.delivery.parcel import Parcel, ParcelFile
from crew.delivery.specs import Target, target_of

SECRET = "whsec_" + base64.b64encode(b"a secret for tests only").decode()
DOT = base64.b64encode(b"\x89PNG\r\n\x1a\n not really").decode()
PAGE = f'<html><body><h1>Weekly</h1><img alt="chart" src="data:image/png;base64,{DOT}"></body></html>'


def weekly(key: str = "weekly 2025-10-20", **changed: Any) -> Parcel:
    """A weekly report, finished."""
    files = (
        ParcelFile(name="weekly.html", format="html", media_type="text/html", content=PAGE.encode()),
        ParcelFile(name="weekly.pdf", format="pdf", media_type="application/pdf", content=b"%PDF-1.7 paper"),
        ParcelFile(
            name="weekly.json",
            format="json",
            media_type="application/json",
            content=json.dumps({"status": "verified"}).encode(),
        ),
    )
    known: dict[str, Any] = {
        "key": key,
        "report": "weekly",
        "subject": "Weekly review: Europe <fell> by 6.0%",
        "summary": "Net revenue fell by 6.0% & the cause is told by <!channel> E12.",
        "owner": "anna@example.org",
        "facts": {"status": "verified"},
        "files": files,
    }
    return Parcel(**{**known, **changed})


def webhook(url: str, **changed: Any) -> Target:
    """A webhook on this machine."""
    return target_of({"to": "webhook", "url": url, "secret_env": "HOOK_SECRET", "allow_private": True, **changed})


def folder(path: Any, **changed: Any) -> Target:
    """A folder."""
    return target_of({"to": "folder", "path": str(path), **changed})


def mail(port: int, *recipients: str, security: str = "none", **server: Any) -> Target:
    """Mail by a server on this machine."""
    place = {"host": "127.0.0.1", "port": port, "security": security, **server}
    people = list(recipients or ("team@example.org",))
    return target_of({"to": "mail", "recipients": people, "sender": "reports@example.org", "server": place})
