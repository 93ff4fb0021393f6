"""Documents as e-mail messages."""

import hashlib
import unicodedata
from datetime import UTC, datetime, time
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from crew.demo.documents.document import Document, Grid


def as_mail(document: Document) -> bytes:
    """The document as one plain-text message; its path gives the message id."""
    message = EmailMessage(policy=SMTP)
    message["From"] = _address(document.author)
    message["To"] = ", ".join(_address(name) for name in document.properties["to"].split(", "))
    message["Subject"] = document.title
    message["Date"] = format_datetime(datetime.combine(document.date, time(8, 30), UTC))
    message["Message-ID"] = f"<{hashlib.sha256(document.path.encode()).hexdigest()[:24]}@larkmoor.example>"
    message.set_content("\n\n".join(_parts(document)) + "\n", cte="quoted-printable")
    return message.as_bytes()


def _parts(document: Document) -> list[str]:
    parts: list[str] = []
    for section in document.sections:
        parts += [section.heading] if section.heading else []
        parts += [_grid(block) if isinstance(block, Grid) else block for block in section.blocks]
    return parts


def _grid(grid: Grid) -> str:
    return "\n".join("\t".join(row) for row in (grid.heading, *grid.rows))


def _address(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower().replace("ł", "l")).encode("ascii", "ignore").decode()
    local = plain.replace(" ", ".")
    return f'"{name}" <{local}@larkmoor.example>'
