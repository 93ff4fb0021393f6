"""The words in which people name periods, in English, German, French and Spanish."""

import re
import unicodedata
from dataclasses import dataclass

MONTH_NAMES = {
    language: tuple(names.split())
    for language, names in {
        "en": "January February March April May June July August September October November December",
        "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    }.items()
}

_SHORT_MONTHS = {"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10,
                 "okt": 10, "nov": 11, "dec": 12, "dez": 12}  # fmt: skip

_ENGLISH = {
    "last": "last previous preceding past letzter letzte letzten letztes letztem vergangene vergangenen vergangenes "
    "vorige vorigen voriges vorheriges dernier derniere derniers dernieres precedent passe passee "
    "pasado pasada ultimo ultima ultimos ultimas anterior",
    "this": "this current present dieses diesen diesem diese dieser aktuelle aktuellen laufende laufenden "
    "ce cet cette actuel este esta actual",
    "day": "day days tag tage tagen jour jours dia dias",
    "week": "week weeks woche wochen semaine semaines semana semanas",
    "month": "month months monat monate monaten monats mois mes meses",
    "quarter": "quarter quarters quartal quartale quartalen quartals trimestre trimestres",
    "year": "year years jahr jahre jahren jahres annee annees an ans ano anos",
    "fiscal": "fiscal geschaftsjahr exercice",
    "today": "today heute aujourd'hui hoy",
    "yesterday": "yesterday gestern hier ayer",
    "since": "since seit depuis desde",
    "until": "until till bis jusqu'a jusqu'en hasta",
    "before": "before vor avant antes",
    "after": "after nach apres despues",
    "between": "between zwischen entre",
    "from": "from von vom du",
    "to": "to through bis au a al",
    "and": "and und et y",
    "of": "of the des der de del le la l' el los las en im in",
    "first": "first 1st erstes ersten erste premier primer",
    "second": "second 2nd zweites zweiten zweite deuxieme segundo",
    "third": "third 3rd drittes dritten dritte troisieme tercer",
    "fourth": "fourth 4th viertes vierten vierte quatrieme cuarto",
}

NUMBER_WORDS = {
    word: number
    for number, words in enumerate(
        ["", "one a ein einen un", "two zwei deux dos", "three drei trois tres", "four vier quatre cuatro",
         "five funf cinq cinco", "six sechs seis", "seven sieben sept siete", "eight acht huit ocho",
         "nine neun neuf nueve", "ten zehn dix diez", "eleven elf onze once", "twelve zwolf douze doce"]
    )
    for word in words.split()
}  # fmt: skip

_WORD = re.compile(r"\d{4}-\d{2}-\d{2}|\d{4}-\d{2}(?!\d)|\d{4}-q[1-4]|aujourd'hui|\w+(?:'\w+)?|…|–|-|\S", re.IGNORECASE)


@dataclass(frozen=True)
class PeriodWord:
    """A word of the text: where it stands, as it is without accents, and what it means to a calendar."""

    start: int
    end: int
    plain: str
    meaning: str


def period_words_of(text: str) -> list[PeriodWord]:
    """The text's words, each with its English meaning where it speaks of time: `last`, `quarter`, `m3`, …"""
    return [
        PeriodWord(match.start(), match.end(), plain, _meaning(plain, match[0]))
        for match in _WORD.finditer(text)
        for plain in [without_accents(match[0].lower())]
    ]


def without_accents(text: str) -> str:
    """The text with accents and umlauts taken off."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _meaning(plain: str, written: str) -> str:
    if plain in _MONTH_NUMBERS:
        # "may" and "mars" are everyday words too; as months they are written with a capital or known from context
        return f"m{_MONTH_NUMBERS[plain]}" if plain != "may" or written[0].isupper() else plain
    return _MEANINGS.get(plain, plain)


_MONTH_NUMBERS = _SHORT_MONTHS | {
    without_accents(name.lower()): number for names in MONTH_NAMES.values() for number, name in enumerate(names, 1)
}
_MEANINGS = {word: meaning for meaning, words in reversed(_ENGLISH.items()) for word in words.split()}
_MEANINGS[without_accents("…")] = "…"
