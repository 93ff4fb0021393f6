"""Small worlds of evidence, true sentences about them, and known ways to make those false."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from tasks.checks.wording import Wording
from tasks.draft import DraftCalculation, DraftFigure, DraftSentence
from tools.evidence import Computed, Evidence, EvidenceColumn, PassageEvidence, RowsEvidence
from tools.terms import Period

REGIONS = ("Europe", "Asia", "North America", "Africa")
QUARTERS = ("2024-Q3", "2025-Q2", "2025-Q3")
MEASURES = ("revenue", "cost", "orders")
TODAY = date(2025, 11, 1)

_WORDS = {
    "en": {},
    "de": {"Europe": "Europa", "Asia": "Asien", "North America": "Nordamerika", "Africa": "Afrika"},
    "fr": {"Europe": "Europe", "Asia": "Asie", "North America": "Amérique du Nord", "Africa": "Afrique"},
    "es": {"Europe": "Europa", "Asia": "Asia", "North America": "Norteamérica", "Africa": "África"},
    "zh": {"Europe": "欧洲", "Asia": "亚洲", "North America": "北美", "Africa": "非洲"},
}
_MEASURE_WORDS = {
    "en": {"revenue": "revenue", "cost": "cost", "orders": "orders"},
    "de": {"revenue": "Umsatz", "cost": "Kosten", "orders": "Bestellungen"},
    "fr": {"revenue": "chiffre d’affaires", "cost": "coûts", "orders": "commandes"},
    "es": {"revenue": "ingresos", "cost": "costes", "orders": "pedidos"},
    "zh": {"revenue": "收入", "cost": "成本", "orders": "订单"},
}
_QUARTER_WORDS = {
    "en": "Q{q} {y}", "de": "Q{q} {y}", "fr": "T{q} {y}", "es": "Q{q} {y}", "zh": "{y}年第{q}季度",
}  # fmt: skip
_MOVED = {
    "en": ("rose", "fell"), "de": ("stieg", "sank"), "fr": ("a augmenté", "a baissé"), "es": ("subió", "cayó"),
    "zh": ("增长", "下降"),
}  # fmt: skip


@dataclass(frozen=True)
class Facts:
    """Who, when and what a sentence is about."""

    a: str
    b: str
    period: str
    measure: str

    @property
    def before(self) -> str:
        """The quarter before, or the same quarter a year before."""
        return "2025-Q2" if self.period == "2025-Q3" else "2024-Q3"


class World:
    """Rows by region and quarter, a cut list of customers, and a passage."""

    def __init__(self, numbers: list[int], language: str) -> None:
        self.language = language
        keys = [(r, q) for r in REGIONS for q in QUARTERS]
        size = len(keys)
        self.rows = [
            (r, q, Decimal(numbers[i]), Decimal(numbers[size + i]), numbers[2 * size + i] // 1000)
            for i, (r, q) in enumerate(keys)
        ]
        self.index = {key: i for i, key in enumerate(keys)}
        self.evidence: dict[str, Evidence] = {"E1": self._sales(), "E2": _customers(), "E3": _passage()}

    def value(self, region: str, quarter: str, measure: str) -> Decimal:
        """A cell's value."""
        return Decimal(self.rows[self.index[region, quarter]][2 + MEASURES.index(measure)])

    def cell(self, region: str, quarter: str, measure: str) -> str:
        """A cell's reference."""
        return f"E1[{self.index[region, quarter]}].{measure}"

    def growth(self, facts: Facts) -> Decimal:
        """The change since the quarter before."""
        first = self.value(facts.a, facts.before, facts.measure)
        return (self.value(facts.a, facts.period, facts.measure) - first) / first

    def wording(self) -> Wording:
        """What the sentences may lean on: the synonyms of their language, and no question."""
        names = _WORDS[self.language]
        synonyms = {name: (word,) for name, word in names.items()}
        return Wording(language=self.language, synonyms=synonyms, today=TODAY)

    def text(self, template: str, facts: Facts, **more: str) -> str:
        """A template in words of the language; figures stay markers."""
        year, quarter = facts.period.split("-Q")
        year_before, quarter_before = facts.before.split("-Q")
        names = _WORDS[self.language]
        rise, fall = _MOVED[self.language]
        parts = {
            "a": names.get(facts.a, facts.a),
            "b": names.get(facts.b, facts.b),
            "measure": _MEASURE_WORDS[self.language][facts.measure],
            "period": _QUARTER_WORDS[self.language].format(q=quarter, y=year),
            "before": _QUARTER_WORDS[self.language].format(q=quarter_before, y=year_before),
            "moved": rise if self.growth(facts) > 0 else fall,
        }
        return template.format(**parts | more)

    def draft(self, text: str, facts: Facts) -> DraftSentence:
        """The text bound to what the facts say."""
        now, before = (self.cell(facts.a, q, facts.measure) for q in (facts.period, facts.before))
        other = self.cell(facts.b, facts.period, facts.measure)
        everyone = tuple(self.cell(r, facts.period, facts.measure) for r in REGIONS)
        calculations = (
            DraftCalculation(id="growth", operation="growth", operands=(before, now)),
            DraftCalculation(id="more", operation="difference", operands=(now, other)),
            DraftCalculation(id="times", operation="ratio", operands=(now, other)),
            DraftCalculation(id="all", operation="sum", operands=everyone),
            DraftCalculation(id="share", operation="share", operands=(now, "all")),
        )
        used = tuple(c for c in calculations if f"[[{c.id}]]" in text or (c.id == "all" and "[[share]]" in text))
        figures = (
            DraftFigure(marker="now", of=now),
            DraftFigure(marker="before", of=before),
            DraftFigure(marker="other", of=other),
            DraftFigure(marker="growth", of="growth", style="absolute"),
            DraftFigure(marker="more", of="more", style="absolute"),
            DraftFigure(marker="times", of="times"),
            DraftFigure(marker="share", of="share"),
        )
        kept = tuple(f for f in figures if f"[[{f.marker}]]" in text)
        return DraftSentence(text=text, citations=("E1",), figures=kept, calculations=used)

    def _sales(self) -> RowsEvidence:
        columns = (
            EvidenceColumn(name="region", type="text", role="key", source="regions.name"),
            EvidenceColumn(name="quarter", type="text", role="key", source="quarter(orders.ordered_on)"),
            EvidenceColumn(name="revenue", type="decimal", role="measure", measure="revenue", unit="EUR"),
            EvidenceColumn(name="cost", type="decimal", role="measure", measure="sum(orders.cost)", unit="EUR"),
            EvidenceColumn(name="orders", type="integer", role="measure", measure="count(orders.id)", unit="count"),
        )
        computed = Computed(measures=MEASURES, grain=("regions.name", "quarter(orders.ordered_on)"))
        return RowsEvidence(
            id="E1", source="shop", retrieved_at=datetime(2025, 11, 1), statement="SELECT …", computed=computed,
            columns=columns, rows=tuple(self.rows), row_count=len(self.rows),
        )  # fmt: skip


def other_than(name: str, names: tuple[str, ...]) -> str:
    """Another of the names."""
    return names[(names.index(name) + 1) % len(names)]


def rebound(facts: Facts, kind: str) -> Facts:
    """The facts with one thing exchanged."""
    if kind == "row":
        return replace(facts, a=next(r for r in REGIONS if r not in (facts.a, facts.b)))
    if kind == "swapped names":
        return replace(facts, a=facts.b, b=facts.a)
    if kind == "period":
        return replace(facts, period="2025-Q2" if facts.period == "2025-Q3" else "2025-Q3")
    return replace(facts, measure=other_than(facts.measure, MEASURES))


def _customers() -> RowsEvidence:
    columns = (
        EvidenceColumn(name="customer", type="text", role="key", source="customers.name"),
        EvidenceColumn(name="spent", type="decimal", role="measure", measure="sum(payments.amount)", unit="EUR"),
    )
    period = Period(start=date(2025, 7, 1), end=date(2025, 9, 30))
    return RowsEvidence(
        id="E2", source="shop", retrieved_at=datetime(2025, 11, 1), statement="SELECT …",
        computed=Computed(tables=("customers",), period=period), columns=columns,
        rows=tuple((f"Customer {chr(65 + i)}", Decimal(9000 - 100 * i)) for i in range(20)),
        row_count=137, truncated=True,
    )  # fmt: skip


def _passage() -> PassageEvidence:
    return PassageEvidence(
        id="E3", source="library", retrieved_at=datetime(2025, 11, 1), passage="p1", document="market.md",
        title="Market report", date="2025-10-05",
        text="Demand in the chemical industry weakened in the summer of 2025. Two carriers went on strike in August.",
    )  # fmt: skip
