"""Mail messages (.eml), and boxes of them (.mbox), read in parts."""

from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage, Message, MIMEPart
from email.policy import default
from email.utils import parsedate_to_datetime
from mailbox import mbox
from pathlib import Path

from tools.documents.document import Block, Content, Facts, UnreadableContent
from tools.documents.language import detect_language
from tools.documents.loaders.html import load_html
from tools.documents.loaders.parts import Parts
from tools.documents.loaders.text import load_text


def load_mail(raw: bytes) -> Content:
    """Read a mail's text, subject, sender and date; attachments are named in a warning, not read."""
    try:
        return _content(message_from_bytes(raw, policy=default))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        # What the standard library's header parser raises for damaged addresses and dates.
        raise UnreadableContent(f"its header is damaged ({type(error).__name__})") from error


def stream_mailbox(path: Path) -> Iterator[Content]:
    """Read a box of mails part by part: each mail is a section below its subject, with its own sender and date."""
    parts = Parts()
    with path.open("rb") as file:
        if not file.read(5).startswith(b"From "):
            raise UnreadableContent("it does not begin as a box of mails")
    box = mbox(path, create=False)
    try:
        for number, key in enumerate(box.iterkeys(), 1):
            try:
                for block in _mail_blocks(load_mail(box.get_bytes(key)), number):
                    parts.add(block)
            except UnreadableContent as error:
                parts.leave_out(f"mail {number}: {error}")
            if parts.are_full:
                yield parts.take()
    finally:
        box.close()
    yield parts.take()


def _mail_blocks(content: Content, number: int) -> Iterator[Block]:
    heading = content.facts.title or f"Mail {number}"
    text = "\n".join(block.text for block in content.blocks)
    facts = content.facts.model_copy(update={"language": detect_language(text), "type": None})
    for block in content.blocks:
        yield block.model_copy(update={"section": (heading, *block.section), "facts": facts})


def _content(message: Message) -> Content:
    if not isinstance(message, EmailMessage) or not (message["From"] or message["Subject"] or message["Date"]):
        raise UnreadableContent("it has no mail header; it may not be a mail")
    body = message.get_body(preferencelist=("plain", "html"))
    if body is None:
        raise UnreadableContent("the mail has no text")
    content = _load_body(body)
    names = [part.get_filename() or "unnamed" for part in message.iter_attachments()]
    warnings = (f"attachments not read: {', '.join(names)}",) if names else ()
    return Content(blocks=content.blocks, facts=_facts(message), warnings=warnings, damage=content.damage)


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
