"""The message of a mail: plain text, the page with its charts inside, and the other files attached."""

import base64
import binascii
import re
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

from crew.delivery.parcel import Parcel
from crew.delivery.specs import MailTarget

PAGES = ("mail", "html")
"""What the body shows, the first there is: a page made for mail programs, or the one for browsers."""

_INLINE = re.compile(r"""(<img\b[^>]*?\bsrc=)(["'])data:image/(png|jpeg|gif);base64,([^"']+)\2""", re.IGNORECASE)


def message_id(key: str, sender: str) -> str:
    """The same for the same delivery however often it is sent, so that mail servers know a repeated one."""
    return f"<crosscheck.{key}@{sender.rpartition('@')[2]}>"


def mail_of(parcel: Parcel, target: MailTarget, *, recipient: str, key: str, at: datetime) -> EmailMessage:
    """The whole message for one recipient."""
    message = EmailMessage()
    message["Subject"] = " ".join(parcel.subject.split())
    message["From"] = target.sender
    message["To"] = recipient
    message["Date"] = format_datetime(at)
    message["Message-ID"] = message_id(key, target.sender)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(parcel.summary)
    files = parcel.of_formats(target.formats)
    page = next((file for wanted in PAGES for file in parcel.files if file.format == wanted), None)
    if page is not None and "html" in target.formats:
        _add_page(message, page.content.decode("utf-8"), key)
    for file in files:
        if file.format not in PAGES:
            kind, _, subtype = file.media_type.partition(";")[0].partition("/")
            message.add_attachment(file.content, maintype=kind, subtype=subtype, filename=file.name)
    return message


def _add_page(message: EmailMessage, page: str, key: str) -> None:
    """Add the page; images written into it as data become parts of the message, as mail programs show only those."""
    images: dict[str, tuple[str, bytes]] = {}

    def moved(found: re.Match[str]) -> str:
        try:
            content = base64.b64decode(found[4], validate=False)
        except binascii.Error:
            return found[0]
        name = f"{key}.{len(images) + 1}@crosscheck"
        images[name] = (found[3].lower(), content)
        return f"{found[1]}{found[2]}cid:{name}{found[2]}"

    message.add_alternative(_INLINE.sub(moved, page), subtype="html")
    body = message.get_body(("html",))
    for number, (name, (subtype, content)) in enumerate(images.items(), start=1):
        body.add_related(  # type: ignore[union-attr]
            content,
            maintype="image",
            subtype=subtype,
            cid=f"<{name}>",
            disposition="inline",
            filename=f"chart-{number}.{subtype}",
        )
