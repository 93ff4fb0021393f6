"""Ways in which a text keeps what it says from its readers, undone: characters nobody sees, look-alikes, encodings."""

import base64
import binascii
import re
import unicodedata

_INVISIBLE = re.compile(
    r"[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
_HIDDEN_RUN = re.compile(
    r"[\u200b-\u200f\u2060-\u206f\ufeff\U000e0000-\U000e007f\ufe00-\ufe0f\U000e0100-\U000e01ef]{16,}"
)
"""The flag of a country's part takes seven at most."""
_TAGS = re.compile(r"[\U000e0020-\U000e007e]{4,}")
_SELECTORS = re.compile(r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}")
_LOOKALIKES = str.maketrans("АВЕІКМНОРСТХЅЈаеіорсухѕјΑΒΕΖΗΙΚΜΝΟΡΤΥΧοıİ", "ABEIKMHOPCTXSJaeiopcyxsjABEZHIKMNOPTYXoiI")
_BASE64 = re.compile(r"\b[A-Za-z0-9+/]{24,}={0,2}")
_SPACED = re.compile(r"\b\w(?:[ .\u00a0_-]\w){3,}\b")
_WIDE = re.compile(r"\s{2,}")


def as_read(text: str) -> str:
    """A text without characters that nobody sees, and with plain letters for those that look like them."""
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).translate(_LOOKALIKES)


def readings_of(text: str) -> list[str]:
    """A text as it is read, and what else it says to who decodes it."""
    plain = as_read(text)
    found = [plain, *_from_base64(plain)]
    if spaced := _SPACED.search(text) and _WIDE.sub(" ", _SPACED.sub(_joined, text)):
        found.append(as_read(spaced))
    if not text.isascii():
        found += ["".join(chr(ord(tag) - 0xE0000) for tag in run) for run in _TAGS.findall(text)]
        found += [_from_selectors(run) for run in _SELECTORS.findall(text)]
    return found


def hides_text(text: str) -> bool:
    """Whether a text holds more characters in a row that nobody sees than writing needs."""
    return not text.isascii() and _HIDDEN_RUN.search(text) is not None


def _joined(letters: re.Match[str]) -> str:
    return letters.group()[::2]


def _from_selectors(run: str) -> str:
    return bytes(c - 0xFE00 if (c := ord(each)) < 0xE0000 else c - 0xE0100 + 16 for each in run).decode(
        errors="replace"
    )


def _from_base64(text: str) -> list[str]:
    readings = []
    for run in _BASE64.findall(text):
        try:
            readings.append(base64.b64decode(run + "=" * (-len(run) % 4), validate=True).decode("ascii"))
        except (binascii.Error, UnicodeDecodeError):
            continue
    return readings
