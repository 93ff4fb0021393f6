"""Plain text, and the decoding that every text format shares."""

import re

from tools.documents.document import Block, Content, UnreadableContent
from tools.frozen import Frozen

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")


class Decoded(Frozen):
    """Text from bytes, and what was lost on the way, in words for a person."""

    text: str
    damage: tuple[str, ...] = ()


def load_text(raw: bytes) -> Content:
    """Read plain text; blank lines part paragraphs."""
    decoded = decode(raw)
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", decoded.text))
    return Content(blocks=tuple(Block(text=part) for part in paragraphs if part), damage=decoded.damage)


def decode(raw: bytes) -> Decoded:
    """Text from bytes of unknown encoding; raises UnreadableContent when no encoding fits well."""
    try:
        text = raw.decode(guess_encoding(raw))
    except UnicodeDecodeError:
        text = raw.decode("utf-8-sig", errors="replace")
    return _checked(text)


def guess_encoding(raw: bytes) -> str:
    """The encoding that fits bytes best; raises UnreadableContent when none does."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.end >= len(raw) > 4 and error.reason == "unexpected end of data":
            return "utf-8-sig"
        return _guess(raw)
    return "utf-8-sig"


def note_damage(text: str) -> tuple[str, ...]:
    """What of a decoded text is damaged; empty when nothing is."""
    lost = text.count(_REPLACEMENT)
    return (f"{lost} characters are damaged; save it as UTF-8",) if lost else ()


def _guess(raw: bytes) -> str:
    """UTF-8 with a few broken bytes stays UTF-8; anything else is told by its letters' frequencies."""
    text = raw.decode("utf-8-sig", errors="replace")
    beyond_ascii = sum(ch > "\x7f" for ch in text)
    if text.count(_REPLACEMENT) * 4 < beyond_ascii:
        return "utf-8-sig"
    from charset_normalizer import from_bytes

    best = from_bytes(raw).best()
    if best is None:
        raise UnreadableContent("its text encoding is damaged or unknown; save it as UTF-8")
    return best.encoding


def _checked(text: str) -> Decoded:
    damaged = len(_CONTROL.findall(text)) + text.count(_REPLACEMENT)
    if damaged > max(2, len(text) // 200):
        raise UnreadableContent("it is not text, or its encoding is damaged; save it as UTF-8")
    return Decoded(text=text.replace("\r\n", "\n").replace("\r", "\n"), damage=note_damage(text))
