"""Words that only say in which unit or of which kind something is, and ask for nothing themselves."""

from collections.abc import Iterator
from dataclasses import replace

from crew.models.offline.items import Item
from crew.models.offline.language import stems_of
from crew.models.offline.measured_words import TIME_UNITS
from crew.models.offline.short_forms import UNITS

_UNITS = frozenset(
    [
        "meter",
        "metre",
        "kilometer",
        "kilometre",
        "km",
        "mile",
        "foot",
        "feet",
        "inch",
        "centimeter",
        "centimetre",
        "cm",
        "mm",
        "square",
        "cubic",
        "kilogram",
        "kg",
        "gram",
        "pound",
        "ounce",
        "ton",
        "liter",
        "litre",
        "gallon",
        "dollar",
        "usd",
        "euro",
        "eur",
        "cent",
        "percent",
        "people",
        "person",
        "inhabitant",
        "quadratkilometer",
        "kilometro",
        "metro",
        "kilometre",
        "carre",
        "cuadrado",
    ]
)
_CALENDAR = (
    "day", "week", "month", "quarter", "year", "jahr", "monat", "quartal", "woche", "annee", "mois", "moi", "trimestre",
    "semaine", "ano", "mes", "semana",
)  # fmt: skip


def without_asides(items: list[Item], named: set[str]) -> Iterator[Item]:
    """The items with `in meters` and the `month of` before `April 2021` turned into filler.

    `named` are the units of time in names of columns: where one is another than is said, it would have to be converted.
    """
    in_unit = False
    for at, item in enumerate(items):
        following = next((i for i in items[at + 1 :] if i.kind != "filler"), None)
        before = next((i for i in reversed(items[:at])), None)
        opens = in_unit or (before is not None and (before.text.lower() == "in" or before.kind == "number"))
        is_unit = opens and (_is_unit(item) or (before is not None and before.kind == "number" and _is_part(item)))
        is_unit |= before is not None and before.kind == "number" and _is_time(item, named)
        is_per = in_unit and item.cue == "each" and following is not None and _is_unit(following)
        names_period = (
            following is not None
            and following.kind == "period"
            and (before is None or before.cue != "each")
            and stems_of(item.text)[-1:]
            and (
                stems_of(item.text)[-1] in _CALENDAR and item.kind in ("name", "cue") and len(stems_of(item.text)) == 1
            )
        )
        in_unit = is_unit or is_per
        yield replace(item, kind="filler", targets=(), cue="") if is_unit or is_per or names_period else item


def _is_part(item: Item) -> bool:
    """A unit that only stands in the name of a column: `kg` of `weight_kg` in `200 kg`."""
    return item.kind == "name" and all(t.rank for t in item.targets) and all(s in UNITS for s in stems_of(item.text))


def _is_time(item: Item, named: set[str]) -> bool:
    unit = stems_of(item.text)
    return item.kind == "unknown" and len(unit) == 1 and unit[0] in TIME_UNITS and named <= set(unit)


def _is_unit(item: Item) -> bool:
    return item.kind == "unknown" and all(s in _UNITS for s in stems_of(item.text))
