"""Parting a text into sentences."""

import re

_ABBREVIATIONS = frozenset({
    "Mio", "Mrd", "Tsd", "Mill", "bn", "vs", "e.g", "i.e", "approx", "ca", "z.B", "u.a", "d.h", "bzw", "Nr", "No", "Dr",
    "Mr", "Mrs", "Ms", "St", "Inc", "Ltd", "Co", "Corp", "p.ej", "p.ex", "Sr", "Sra", "Art", "Abs", "cf", "Jan", "Feb",
    "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec",
})  # fmt: skip
_END = re.compile(
    r"(?:(?<=[.!?])|(?<=[.!?][”“\"»’)\]]))\s+(?=[“„«\"(\[]?[A-ZÀ-ÖØ-Þ0-9€$£])|(?<=[。！？])\s*|\s*\n\s*\n\s*|\n(?=[-*•#|])"
)


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, trimmed; abbreviations, ordinals such as `3. Quartal` and quotations stay whole."""
    found: list[str] = []
    for part in _END.split(text):
        if found and _is_unfinished(found[-1]):
            found[-1] = f"{found[-1]} {part.strip()}"
        elif part.strip():
            found.append(part.strip())
    return tuple(found)


def _is_unfinished(sentence: str) -> bool:
    last = sentence.rsplit(maxsplit=1)[-1]
    if last.rstrip(".").lstrip("(") in _ABBREVIATIONS and last.endswith("."):
        return True
    if re.fullmatch(r"\d{1,2}\.", last):
        return True
    return sentence.count("“") > sentence.count("”") and "„" not in sentence
