"""Mail messages (.eml)."""

from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage, MIMEPart
from email.policy import default
from email.utils import parsedate_to_datetime

from tools.documents.document import Content, Facts, UnreadableContent
from tools.documents.loaders.html import load_html
from tools.documents.loaders.text import load_text


def load_mail(raw: bytes) -> Content:
    """Read a mail's text, subject, sender and date; attachments are named in a warning, not read."""
    message = message_from_bytes(raw, policy=default)
    if not isinstance(message, EmailMessage) or not (message["From"] or message["Subject"] or message["Date"]):
        raise UnreadableContent("it has no mail header; it may not be a mail")
    body = message.get_body(preferencelist=("plain", "html"))
    if body is None:
        raise UnreadableContent("the mail has no text")
    content = _load_body(body)
    names = [part.get_filename() or "unnamed" for part in message.iter_attachments()]
    warnings = (f"attachments not read: {', '.join(names)}",) if names else ()
    return Content(blocks=content.blocks, facts=_facts(message), warnings=warnings)


def _load_body(body: MIMEPart) -> Content:
    try:
        text = body.get_content()
    except (LookupError, MessageError, UnicodeError) as error:
        raise UnreadableContent("the mail's text encoding is unknown") from error
    raw = str(text).encode()
    return load_html(raw) if body.get_content_subtype() == "html" else load_text(raw)


def _facts(message: EmailMessage) -> Facts:
    day = _day(message["Date"])
    return Facts(
        title=str(message["Subject"] or "").strip() or None,
        author=str(message["From"] or "").strip() or None,
        date=day,
        date_source="stated" if day else "",
        type="mail",
    )


def _day(header: str | None) -> str | None:
    try:
        return parsedate_to_datetime(str(header)).date().isoformat() if header else None
    except ValueError:
        return None
