"""Texts that answers and reports carry, in their language: English stands in the code, the rest in `locale/*.po`.

Where a text is worded nothing knows who will read it: rows, passages and signals are kept and shared between questions
in several languages. So `said` fills an English text where it arises, and `retold` tells it anew, whole, in the
language of the answer. Text that a provider, a database or a person wrote is no text of the catalogue and stays.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LANGUAGES = ("en", "de", "fr", "es", "zh")
FOLDER = Path(__file__).parent / "locale"

_PLACE = re.compile(r"(`?[\w./§-]+`?: )(.+)", re.DOTALL)
"""What a text is about, before it: a piece of evidence, a slot, a source, a kind of warning."""
_WHOLE = re.compile(r"((?<=[.?!]); )")
"""Between whole sentences of a list."""
_LIST = re.compile(r"(; )")
_SENTENCES = re.compile(r"((?<=[.?!]) (?=[^a-z]))")


def said(text: str, /, **values: object) -> str:
    """An English text of the catalogue, filled; `retold` finds it again."""
    return text.format(**values) if values else text


def worded(text: str) -> str:
    """A text of the catalogue that is filled, or said, elsewhere."""
    return text


def translated(text: str, language: str, context: str | None = None) -> str:
    """A text of the catalogue in a language, its places still open; English where the language is not kept."""
    code = _code(language)
    if code == "en":
        return text
    found = catalogue(code).get(text, context)
    return str(found.string) if found is not None and found.string else text


def retold(text: str, language: str) -> str:
    """A filled text, or several in a row, in a language; what is not of the catalogue stays as it is."""
    code = _code(language)
    return text if code == "en" or not text else _retold(text, code)


@cache
def catalogue(language: str) -> Catalog:
    """The texts of a language; raises FileNotFoundError for one that is not kept."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


@dataclass(frozen=True)
class _Pattern:
    matching: re.Pattern[str]
    target: str

    def retold(self, text: str, language: str) -> str | None:
        match = self.matching.fullmatch(text)
        if match is None:
            return None
        return self.target.format(**{name: _retold(value, language) for name, value in match.groupdict().items()})


def _retold(text: str, language: str) -> str:
    if len(parts := _WHOLE.split(text)) > 1:
        return _each(parts, language)
    for pattern in _patterns(language):
        found = pattern.retold(text, language)
        if found is not None:
            return found
    place = _PLACE.fullmatch(text)
    if place is not None and (rest := _retold(place[2], language)) != place[2]:
        return place[1] + rest
    for parting in (_SENTENCES, _LIST):
        if len(parts := parting.split(text)) > 1:
            return _each(parts, language)
    return text


def _each(parts: list[str], language: str) -> str:
    """Texts and what parts them, in turn."""
    return "".join(_retold(part, language) if at % 2 == 0 else part for at, part in enumerate(parts))


@cache
def _patterns(language: str) -> tuple[_Pattern, ...]:
    """The texts of no context, those with most words of their own first."""
    messages = [m for m in catalogue(language) if m.id and not m.context and m.string]
    messages.sort(key=lambda m: -len(re.sub(r"{\w+}", "", str(m.id))))
    return tuple(_Pattern(_matching(str(m.id)), str(m.string)) for m in messages)


def _matching(text: str) -> re.Pattern[str]:
    parts, seen = [], set[str]()
    for literal, name, _, _ in Formatter().parse(text):
        parts.append(re.escape(literal))
        if name is not None:
            what = r"[\d.,]+" if name == "count" else ".+?"
            parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>{what})")
            seen.add(name)
    return re.compile("".join(parts), re.DOTALL)


def _code(language: str) -> str:
    try:
        code = Locale.parse(language.replace("-", "_")).language
    except (UnknownLocaleError, ValueError):
        return "en"
    return code if code in LANGUAGES else "en"
