"""Invented tables and sentences about them, true or false by a known change, written without the product's printing.

Only Babel prints numbers here. Evidence and sentences are plain JSON, as another program would write them.
"""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any, Literal

import yaml
from babel.numbers import format_compact_decimal, format_currency, format_decimal, format_percent

FORMS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent.parent / "cases" / "receipts_written.yaml").read_text("utf-8")
)
NAMES = (
    "Acme", "Berlin", "Porto", "Faith No More", "O’Brien", "Rise Against", "Highland Falls", "Nordsee AG", "Kyoto",
    "Lost & Found", "Trois-Rivières", "Zweibrücken", "Second Cup", "A. B. Moss", "The Top Shop", "Beyond Meat",
    "San José", "Upper Deck", "Best Western", "Double Glaze",
)  # fmt: skip
MEASURES = ("revenue", "cost", "orders", "margin")
YEARS = (2023, 2024, 2025)
_WORDS = {
    "en": ("revenue", "cost", "orders", "margin"),
    "de": ("der Umsatz", "die Kosten", "die Bestellungen", "die Marge"),
    "fr": ("le chiffre d’affaires", "le coût", "les commandes", "la marge"),
    "es": ("la facturación", "el coste", "los pedidos", "el margen"),
    "zh": ("收入", "成本", "订单", "利润率"),
}
_POINTS = {
    "en": "{} percentage points",
    "de": "{} Prozentpunkte",
    "fr": "{} points",
    "es": "{} puntos",
    "zh": "{}个百分点",
}
_OTHER_SCALE = {
    "million": "billion", "millions": "milliards", "Millionen": "Milliarden", "Million": "Milliarde",
    "thousand": "million", "Tausend": "Millionen", "mille": "millions", "mil": "millones", "millones": "billones",
    "万": "亿", "millón": "billón",
}  # fmt: skip
VALUE_CHANGES = ("row", "period", "column", "scale", "unit", "denominator", "rounding", "swapped names")
NUMBER_KINDS = ("cell", "rounded", "pair", "growth", "levels", "more", "times", "share", "total", "points")


@dataclass(frozen=True)
class Saying:
    """A line for `crosscheck receipts check` with one sentence, and whether that sentence is true."""

    line: str
    is_true: bool
    change: str
    language: str
    kind: str

    @property
    def text(self) -> str:
        """The sentence."""
        return str(json.loads(self.line)["sentences"][0]["text"])


@dataclass(frozen=True)
class _Facts:
    a: str
    b: str
    p: int
    q: int
    measure: str


class Table:
    """Values by name and year, each clearly apart from every other, and how a writer prints them."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.names = chance.sample(NAMES, 4)
        keys = [(n, y) for n in self.names for y in YEARS]
        self.form = chance.choice(("contract", "names", "objects"))
        self.values: dict[tuple[str, int, str], Decimal] = {}
        for measure in MEASURES:
            steps = list(range(len(keys)))
            chance.shuffle(steps)
            start = {"revenue": 1_100_000, "cost": 17_000, "orders": 310, "margin": 11}[measure]
            for key, step in zip(keys, steps, strict=True):
                grown = start * 1.17**step * (1 + chance.random() / 50)
                exact = Decimal(grown).quantize(Decimal("0.01"), ROUND_HALF_UP)
                if measure == "orders":
                    exact = Decimal(int(grown))
                if measure == "margin":
                    exact = Decimal(11 + step * 5 + chance.randrange(0, 9) / 10).quantize(Decimal("0.1")) / 100
                self.values[(*key, measure)] = exact
        self.rows = [[n, y, *(self.values[n, y, m] for m in MEASURES)] for n, y in keys]

    def evidence(self, shown: int | None = None) -> dict[str, Any]:
        """The table as evidence, cut to the first rows where asked."""
        names = ["branch", "year", *MEASURES]
        rows = [[str(v) if isinstance(v, Decimal) and v % 1 else (int(v) if isinstance(v, Decimal) else v) for v in r]
                for r in self.rows]  # fmt: skip
        kept = rows if shown is None else rows[:shown]
        piece: dict[str, Any] = {"id": "E1", "kind": "rows", "row_count": len(rows), "truncated": shown is not None}
        if self.form == "objects":
            return {**piece, "rows": [dict(zip(names, row, strict=True)) for row in kept]}
        columns: list[Any] = list(names)
        if self.form == "contract":
            columns = [
                {"name": "branch", "type": "text", "role": "key", "source": "branches.name"},
                {"name": "year", "type": "integer", "role": "key", "source": "year(sales.day)"},
                {"name": "revenue", "type": "decimal", "role": "measure", "measure": "revenue", "unit": "EUR"},
                {"name": "cost", "type": "decimal", "role": "measure", "measure": "sum(sales.cost)", "unit": "EUR"},
                {"name": "orders", "type": "integer", "role": "measure", "measure": "count(sales.id)"},
                {"name": "margin", "type": "decimal", "role": "measure", "measure": "margin", "unit": "ratio"},
            ]
        return {**piece, "columns": columns, "rows": kept}

    def unit(self, measure: str) -> str | None:
        """What the evidence says a measure is in."""
        if self.form != "contract":
            return None
        return {"revenue": "EUR", "cost": "EUR", "margin": "ratio"}.get(measure)


def sayings(seed: int, count: int) -> Iterator[Saying]:
    """That many true sentences, each followed by false ones made from it by every change that applies."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        table = Table(chance)
        form = chance.choice(FORMS)
        facts = _fitting(table, form, chance)
        if facts is None:
            continue
        made += 1
        yield from _about(table, form, facts, chance)


def random_figures(seed: int, count: int) -> Iterator[Saying]:
    """Sentences whose figure is drawn at random from the size of the table's values."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        table = Table(chance)
        form = chance.choice([f for f in FORMS if f["kind"] in ("cell", "growth", "share", "more", "total", "times")])
        facts = _fitting(table, form, chance)
        if facts is None:
            continue
        figures = _figures(table, form, facts)
        drawn = {
            name: value * Decimal(chance.uniform(0.35, 2.8)).quantize(Decimal("0.0001"))
            for name, value in figures.items()
        }
        printed = _printed(drawn, table, facts, form["language"], chance)
        if printed == _printed(figures, table, facts, form["language"], chance):
            continue
        made += 1
        yield _saying(table, form, facts, form["text"], printed, is_true=False, change="random", expression=None)


def _about(table: Table, form: Mapping[str, Any], facts: _Facts, chance: random.Random) -> Iterator[Saying]:
    figures = _figures(table, form, facts)
    style = random.Random(chance.random())
    state = style.getstate()
    expression = _expression(table, form, facts) if chance.random() < 0.5 else None

    def said(
        values: Mapping[str, Decimal], text: str, change: str, *, is_true: bool = False, alter: str = ""
    ) -> Saying | None:
        style.setstate(state)
        printed = _printed(values, table, facts, form["language"], style)
        if alter:
            before = dict(printed)
            printed = _altered(printed, alter, style)
            if printed == before:
                return None
        shown = 5 if change == "count from a preview" else None
        return _saying(
            table, form, facts, text, printed, is_true=is_true, change=change, expression=expression, shown=shown
        )

    true = said(figures, form["text"], "", is_true=True)
    assert true is not None
    yield true
    for change in VALUE_CHANGES:
        wrong: Saying | None = None
        if change in ("scale", "unit", "rounding"):
            wrong = said(figures, form["text"], change, alter=change)
        else:
            moved = _moved(table, form, facts, change)
            wrong = said(moved, form["text"], change) if moved is not None else None
        if wrong is not None and wrong.text != true.text:
            yield wrong
    for change, text in form.get("wrong", {}).items():
        wrong = said(figures, text, change)
        if wrong is not None:
            yield wrong
    if form["kind"] in ("highest", "lowest", "second", "total", "share"):
        wrong = said(figures, form["text"], "count from a preview")
        if wrong is not None:
            yield wrong
    if form["kind"] in ("compare", "more", "times"):
        swapped = _Facts(facts.b, facts.a, facts.p, facts.q, facts.measure)
        style.setstate(state)
        printed = _printed(figures, table, facts, form["language"], style)
        yield _saying(
            table, form, swapped, form["text"], printed, is_true=False, change="swapped names", expression=expression
        )


def _fitting(table: Table, form: Mapping[str, Any], chance: random.Random) -> _Facts | None:
    measures = [
        m for m in MEASURES if m != "margin" or form["kind"] in ("cell", "compare", "direction", "highest", "lowest")
    ]
    if form["kind"] in ("more", "times") and form["language"] != "en":
        measures = ["revenue", "cost"]
    measure = form.get("measure") or chance.choice(measures)
    if form["kind"] == "points" and table.form != "contract":
        return None
    if form.get("skip") == "ratio" and measure == "margin":
        return None
    a, b = chance.sample(table.names, 2)
    p = chance.choice(YEARS[1:])
    facts = _Facts(a, b, p, p - 1, measure)
    now = {n: table.values[n, p, measure] for n in table.names}
    ordered = sorted(now, key=lambda n: -now[n])
    before = table.values[a, p - 1, measure]
    holds = {
        "": True,
        "rose": now[a] > before * Decimal("1.02"),
        "fell": now[a] < before * Decimal("0.98"),
        "a is more": now[a] > now[b],
        "a is less": now[a] < now[b],
        "a is highest": ordered[0] == a,
        "a is lowest": ordered[-1] == a,
        "a is second": ordered[1] == a,
    }
    return facts if holds[form.get("when", "")] else None


def _figures(table: Table, form: Mapping[str, Any], facts: _Facts) -> dict[str, Decimal]:
    x, y = (table.values[n, facts.p, facts.measure] for n in (facts.a, facts.b))
    z = table.values[facts.a, facts.q, facts.measure]
    whole = sum((table.values[n, facts.p, facts.measure] for n in table.names), Decimal(0))
    every = {
        "x": x, "y": y, "z": z, "xr": x, "g": abs(x - z) / z, "d": abs(x - y), "t": x / y, "s": x / whole, "w": whole,
        "pp": abs(x - z),
    }  # fmt: skip
    return {name: value for name, value in every.items() if "{" + name + "}" in form["text"]}


def _moved(table: Table, form: Mapping[str, Any], facts: _Facts, change: str) -> dict[str, Decimal] | None:
    """The figures of other facts than those told."""
    others = [n for n in table.names if n not in (facts.a, facts.b)]
    if change == "row" and form["kind"] not in ("total",):
        return _figures(table, form, _Facts(others[0], others[1], facts.p, facts.q, facts.measure))
    if change == "period":
        p = next(y for y in YEARS if y not in (facts.p, facts.q))
        return _figures(table, form, _Facts(facts.a, facts.b, p, facts.p, facts.measure))
    if change == "column":
        other = {"revenue": "cost", "cost": "revenue", "orders": "cost", "margin": "orders"}[facts.measure]
        if form["kind"] == "points":
            return None
        return _figures(table, form, _Facts(facts.a, facts.b, facts.p, facts.q, other))
    if change == "swapped names" and form["kind"] in ("cell", "growth", "levels", "share", "rounded", "points"):
        return _figures(table, form, _Facts(facts.b, facts.a, facts.p, facts.q, facts.measure))
    x, z = (table.values[facts.a, y, facts.measure] for y in (facts.p, facts.q))
    if change == "denominator" and form["kind"] == "growth":
        return {"g": abs(x - z) / x}
    if change == "denominator" and form["kind"] == "share":
        return {"s": x / sum(v for (_, _, m), v in table.values.items() if m == facts.measure)}
    return None


def _printed(
    values: Mapping[str, Decimal], table: Table, facts: _Facts, language: str, chance: random.Random
) -> dict[str, str]:
    return {name: _print(name, value, table.unit(facts.measure), language, chance) for name, value in values.items()}


def _print(name: str, value: Decimal, unit: str | None, language: str, chance: random.Random) -> str:
    if name in ("g", "s"):
        return str(format_percent(value, "#,##0.0 %" if chance.random() < 0.5 else "#,##0.0%", locale=language))
    if name == "pp":
        return _POINTS[language].format(format_decimal(value * 100, "#,##0.0", locale=language))
    if name == "t":
        return str(format_decimal(value, "#,##0.00", locale=language))
    if unit == "ratio":
        return str(format_percent(value, "#,##0.0%", locale=language))
    if name == "xr" or (value >= 1_000_000 and chance.random() < 0.5):
        kind: Literal["long", "short"] = "long" if language != "en" or chance.random() < 0.7 else "short"
        number = format_compact_decimal(value, format_type=kind, locale=language, fraction_digits=2)
        if unit is None:
            return str(number)
        de = " de " if language in ("fr", "es") and "mil" in number and number.split()[-1] != "mil" else " "
        return f"€{number}" if language in ("en", "zh") else f"{number}{de if language in ('fr', 'es') else ' '}€"
    is_whole = value == value.to_integral_value()
    if unit == "EUR":
        return str(format_currency(value, "EUR", locale=language))
    return str(format_decimal(value, "#,##0" if is_whole else "#,##0.00", locale=language))


def _altered(printed: Mapping[str, str], change: str, chance: random.Random) -> dict[str, str]:
    changed = dict(printed)
    for name, text in printed.items():
        if change == "scale":
            for word, other in _OTHER_SCALE.items():
                is_sign = word == "万" and word in text
                if is_sign or word in [w.strip("€") for w in text.split()]:
                    changed[name] = text.replace(word, other, 1)
                    return changed
            if text.endswith(("M", "K")):
                changed[name] = text[:-1] + {"M": "B", "K": "M"}[text[-1]]
                return changed
        if change == "unit" and "€" in text:
            changed[name] = text.replace("€", "$")
            return changed
        if change == "unit" and text.endswith("%"):
            changed[name] = text.rstrip("%").strip()
            return changed
        if change == "rounding":
            at = max((i for i, c in enumerate(text) if c.isdigit()), default=None)
            if at is not None and name != "t":
                step = chance.choice((3, 4, 6))
                if name == "xr" and (int(text[at]) + step) % 10 == 0:
                    step = 4 if step == 3 else 3  # `about 930` is true of 934
                moved = str((int(text[at]) + step) % 10)
                changed[name] = text[:at] + moved + text[at + 1 :]
                return changed
    return changed


def _saying(
    table: Table,
    form: Mapping[str, Any],
    facts: _Facts,
    text: str,
    printed: Mapping[str, str],
    *,
    is_true: bool,
    change: str,
    expression: str | None,
    shown: int | None = None,
) -> Saying:
    word = _WORDS[form["language"]][MEASURES.index(facts.measure)]
    parts = {
        "a": facts.a,
        "b": facts.b,
        "p": str(facts.p),
        "q": str(facts.q),
        "m": word,
        "M": word[0].upper() + word[1:],
    }
    calculations = [{"label": "c", "expression": expression}] if expression else []
    sentence = {"text": text.format(**parts, **printed), "citations": ["E1"], "calculations": calculations}
    line = {"id": 1, "language": form["language"], "evidence": [table.evidence(shown)], "sentences": [sentence]}
    return Saying(json.dumps(line, ensure_ascii=False), is_true, change, form["language"], form["kind"])


def _expression(table: Table, form: Mapping[str, Any], facts: _Facts) -> str | None:
    index = {(row[0], row[1]): at for at, row in enumerate(table.rows)}

    def cell(name: str, year: int) -> str:
        return f"E1[{index[name, year]}].{facts.measure}"

    now, before, other = cell(facts.a, facts.p), cell(facts.a, facts.q), cell(facts.b, facts.p)
    whole = " + ".join(cell(n, facts.p) for n in table.names)
    return {
        "growth": f"({now} - {before}) / {before}",
        "more": f"{now} - {other}",
        "times": f"{now} / {other}",
        "share": f"{now} / ({whole})",
        "total": whole,
        "points": f"{now} - {before}",
    }.get(form["kind"])
