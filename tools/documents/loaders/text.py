"""Plain text, and the decoding that every text format shares."""

import re

from tools.documents.document import Block, Content, UnreadableContent

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def load_text(raw: bytes) -> Content:
    """Read plain text; blank lines part paragraphs."""
    text = decode(raw)
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", text))
    return Content(blocks=tuple(Block(text=part) for part in paragraphs if part))


def decode(raw: bytes) -> str:
    """Text from bytes of unknown encoding; raises UnreadableContent when no encoding fits well."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _checked(raw.decode("utf-16", errors="replace"))
    try:
        return _checked(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _checked(_guess(raw))


def _guess(raw: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(raw).best()
    if best is None:
        raise UnreadableContent("its text encoding is damaged or unknown; save it as UTF-8")
    return str(best)


def _checked(text: str) -> str:
    controls = sum(ch < " " and ch not in "\t\n\r\f\x0b" for ch in text)
    if controls + text.count(_REPLACEMENT) > max(2, len(text) // 200):
        raise UnreadableContent("it is not text, or its encoding is damaged; save it as UTF-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")
