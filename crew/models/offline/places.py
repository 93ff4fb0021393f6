"""Names of the places that columns hold as codes: `France` where a column of countries says `FR`."""

from collections.abc import Iterator
from functools import cache

from babel import Locale

from crew.models.offline.language import stems_of
from crew.models.offline.names import name_words
from tools.sql.schema import Column

_LANGUAGES = ("en", "de", "fr", "es")
_COUNTRIES = frozenset(["country", "nation", "nationality", "land", "pais"])
_STATES = frozenset(["state", "province"])
_STATE_NAMES = (
    "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|FL Florida|"
    "GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|"
    "MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|"
    "NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|"
    "OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|"
    "UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|DC District of Columbia"
)


def places_of(column: Column) -> Iterator[tuple[tuple[str, ...], str]]:
    """The words of each place that a column's values are codes of, and the value; none for another column."""
    words, values = set(name_words(column.name)), column.values
    names = _country_names() if words & _COUNTRIES else _state_names() if words & _STATES else {}
    if not values or not names or not all(value.upper() in names for value in values if value):
        return
    for value in values:
        for name in names.get(value.upper(), ()):
            yield stems_of(name), value


@cache
def _country_names() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for language in _LANGUAGES:
        for key, name in Locale(language).territories.items():
            code = str(key)
            if len(code) == 2 and code.isalpha() and name not in found.setdefault(code, []):
                found[code].append(name)
    return {code: tuple(names) for code, names in found.items()}


@cache
def _state_names() -> dict[str, tuple[str, ...]]:
    return {state[:2]: (state[3:],) for state in _STATE_NAMES.split("|")}
