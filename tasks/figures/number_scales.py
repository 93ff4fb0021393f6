"""Scale words, currencies and units that stand beside numbers in prose."""

from decimal import Decimal

_SCALES = {
    3: "k thousand thousands tsd tsd. tausend mille mil 千",
    4: "万 萬",
    5: "lakh lakhs",
    7: "crore crores",
    6: "m mn mm mio mio. mill. million millions millionen millón millon millones 百万 百萬",
    8: "亿 億",
    9: "b bn billion billions mrd mrd. md mds milliarde milliarden milliard milliards mil|millones",
    12: "tn trillion trillions bio bio. billionen billón billones 万亿 萬億",
}
SCALES = {
    word.replace("|", " "): Decimal(10) ** power for power, words in _SCALES.items() for word in words.split()
} | {"dozen": Decimal(12), "dutzend": Decimal(12), "douzaine": Decimal(12), "docena": Decimal(12)}
"""Words that multiply the number before them, in lower case."""

SCALES_BY_LANGUAGE = {
    language: {word: Decimal(10) ** 12 for word in ("billion", "billions")} for language in ("de", "fr", "es")
}
"""Words that mean another scale in these languages."""

ATTACHED_SCALES = frozenset({"k", "m", "b"})
"""Single letters that are a scale only right behind the digits: `€4m`, never `4 m`."""

_CURRENCIES = {
    "EUR": "€ eur euro euros 欧元 歐元",
    "USD": "$ us$ usd dollar dollars us|dollars us-dollar dólar dólares 美元",
    "GBP": "£ gbp pound pounds pfund livres libras 英镑",
    "JPY": "jpy yen 日元 円",
    "CNY": "¥ ￥ cny rmb yuan renminbi 人民币 元",
    "CHF": "chf franken",
    "INR": "₹ inr rupees rupee",
    "SEK": "sek",
    "PLN": "pln zł złoty",
    "CAD": "cad c$ canadian|dollars",
    "AUD": "aud a$ australian|dollars",
}
CURRENCIES = {word.replace("|", " "): code for code, words in _CURRENCIES.items() for word in words.split()}
"""Signs, codes and words of currencies, in lower case."""

_POINT_WORDS = (
    "percentage points",
    "percentage point",
    "prozentpunkten",
    "prozentpunkte",
    "prozentpunkt",
    "points de pourcentage",
    "point de pourcentage",
    "puntos porcentuales",
    "punto porcentual",
    "个百分点",
    "個百分點",
    "pp",
)
_BASIS_POINTS = (
    "basis points",
    "bps",
    "basispunkten",
    "basispunkte",
    "points de base",
    "puntos básicos",
    "个基点",
    "基点",
)
PERCENT_WORDS = (
    *_POINT_WORDS,
    *_BASIS_POINTS,
    "per cent",
    "percent",
    "prozent",
    "pour cent",
    "por ciento",
    "%",
    "％",
)
"""Words behind a percentage, a change in percentage points or in basis points."""


def percent_unit(word: str) -> tuple[str, Decimal]:
    """What a percent word means: the unit (`percent` or `points`) and its factor to a plain ratio."""
    if word in _BASIS_POINTS:
        return "points", Decimal("0.0001")
    return ("points" if word in _POINT_WORDS else "percent"), Decimal("0.01")
