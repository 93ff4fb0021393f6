"""Units of time, energy and weight, as they stand behind numbers in English, German, French, Spanish and Chinese."""

import re

_UNITS = {
    "second": "sec secs second seconds sekunde sekunden seconde secondes segundo segundos 秒",
    "minute": "min mins minute minutes minuten minuto minutos 分钟",
    "hour": "h hr hrs hour hours stunde stunden heure heures hora horas 小时",
    "day": "day days tag tage tagen jour jours día días dia dias 天",
    "week": "week weeks woche wochen semaine semaines semana semanas 周",
    "month": "month months monat monate monaten mois mes meses 个月",
    "year": "year years jahr jahre jahren ans année années año años 年",
    "kWh": "kwh 千瓦时",
    "MWh": "mwh 兆瓦时",
    "GWh": "gwh",
    "TWh": "twh",
    "kW": "kw 千瓦",
    "MW": "mw 兆瓦",
    "GW": "gw",
    "g": "g gram grams gramm gramme grammes gramo gramos 克",
    "kg": "kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos 公斤 千克",
    "t": "t tonne tonnes tonnen tonelada toneladas 吨",
    "km": "km kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros 公里",
    "l": "l litre litres liter liters litro litros 升",
}
_CANONICAL = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_WORDS = "|".join(re.escape(word) for word in sorted(_CANONICAL, key=len, reverse=True))
_BEHIND = re.compile(rf"[ \u00a0\u202f-]?(?P<unit>{_WORDS})(?![^\W\d_\u3040-\u9fff])", re.IGNORECASE)


def unit_of_words(words: str) -> str | None:
    """The unit that a word stands for; None for any other word."""
    return _CANONICAL.get(words.casefold())


def unit_behind(text: str, end: int) -> tuple[str, int] | None:
    """The unit that stands right behind a number, and where its word ends."""
    match = _BEHIND.match(text, end)
    return (_CANONICAL[match["unit"].casefold()], match.end()) if match else None
