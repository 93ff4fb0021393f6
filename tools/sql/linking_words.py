"""The words by which a question and the names, comments and values of a database are compared."""

import re
import unicodedata
from collections.abc import Iterable

from tools.documents.language import bigrams, is_cjk

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ASCII_WORD = re.compile(r"[a-z]+|\d+")
_ASKING = """
    a an and are as at be by did do does for from had has have how in is it many me much of on or over per show than
    that the their there they this to was we were what when where which who why will with
    der die das und ist von zu den mit auf für im ein eine wie viele welche
    le la les des et est une dans que pour qui sur quel quelle el los las del y es en por con cuántos cuál
"""
_ASKED = frozenset(_ASKING.split())


def terms(text: str) -> list[str]:
    """The words of a name or text, folded: `OrderLine_ID` gives order, line, id; scripts without spaces give pairs."""
    if text.isascii():
        return _ASCII_WORD.findall(_CAMEL.sub(" ", text).lower())
    words = _letters(unicodedata.normalize("NFKC", text)).casefold().split()
    return [term for word in words for term in (bigrams(word).split() if is_cjk(word) else [word])]


def asked_terms(question: str) -> list[str]:
    """The words of a question that may name something, each once."""
    return list(dict.fromkeys(term for term in terms(question) if term not in _ASKED))


def line(texts: Iterable[str]) -> str:
    """Texts as one line of an index."""
    return " ".join(term for text in texts for term in terms(text))


def _letters(text: str) -> str:
    """The text with everything but letters, the marks on them, and digits as spaces.

    A digit beside a letter begins a word, and so does a capital after a small letter.
    """
    out: list[str] = []
    before = ""
    for character in text:
        category = unicodedata.category(character)
        kind = {"L": "letter", "M": "letter", "N": "digit"}.get(category[0], "")
        if not kind or (before and kind != before) or (category == "Lu" and out and out[-1].islower()):
            out.append(" ")
        if kind:
            out.append(character)
        before = kind
    return "".join(out)
