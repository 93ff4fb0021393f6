"""How readers call the measures of columns, in the domain's words and, for common ones, in other languages."""

import re
from collections.abc import Iterable

from tasks.checks.wording import Wording
from tools.evidence import EvidenceColumn, RowsEvidence
from tools.sql.naming import singular

_GENERIC = frozenset({
    "total", "sum", "amount", "value", "avg", "average", "mean", "number", "count", "num", "nr", "qty", "min", "max",
    "of", "the", "in", "per", "id", "distinct", "quantity", "net", "gross", "change", "rate", "by", "for", "all", "a",
    "eur", "usd",
})  # fmt: skip

_ABROAD = {
    "revenue": "Umsatz Umsätze Erlös Erlöse Einnahmen chiffre_d’affaires chiffre_d'affaires recettes ingresos "
    "facturación ventas 收入 营收 销售额 营业额",
    "sales": "Umsatz Umsätze Verkäufe Absatz ventes ventas 销售 销售额",
    "cost": "Kosten Aufwand coût coûts costes coste costos gastos 成本 费用",
    "profit": "Gewinn Ergebnis bénéfice bénéfices profit beneficio beneficios ganancia ganancias 利润",
    "margin": "Marge marge marges margen márgenes 利润率 毛利率",
    "order": "Bestellung Bestellungen Aufträge Auftrag commande commandes pedido pedidos 订单",
    "customer": "Kunde Kunden Kundinnen client clients cliente clientes 客户 顾客",
    "return": "Retoure Retouren Rücksendungen retour retours devolución devoluciones 退货",
    "price": "Preis Preise prix precio precios 价格",
    "product": "Produkt Produkte produit produits producto productos 产品",
    "employee": "Mitarbeiter Beschäftigte employé employés salariés empleado empleados 员工",
    "payment": "Zahlung Zahlungen paiement paiements pago pagos 付款",
    "invoice": "Rechnung Rechnungen facture factures factura facturas 发票",
    "region": "Region Regionen région régions región regiones 地区 区域",
    "country": "Land Länder pays país países 国家",
    "store": "Filiale Filialen Geschäft Geschäfte magasin magasins tienda tiendas 门店 商店",
    "supplier": "Lieferant Lieferanten fournisseur fournisseurs proveedor proveedores 供应商",
    "stock": "Bestand Bestände Lagerbestand stock stocks existencias 库存",
    "growth": "Wachstum croissance crecimiento 增长 增长率",
    "complaint": "Beschwerde Beschwerden réclamation réclamations queja quejas 投诉",
    "ticket": "Ticket Tickets ticket tickets 工单",
}


def column_words(column: EvidenceColumn, wording: Wording) -> tuple[str, ...]:
    """What surely names a column: its words and synonyms, its whole name, and the same in other languages."""
    given = [*column.words, *wording.words_for(column.name, column.measure, column.source)]
    own = [*given, " ".join(_spoken(column.name))]
    if column.measure:
        own.append(" ".join(_spoken(column.measure.split(".")[-1].rstrip(")"))))
    return _with_other_languages(w for w in own if w not in _GENERIC)


def column_parts(column: EvidenceColumn) -> tuple[str, ...]:
    """Single words of a column's name or measure, which name it where no other column shares them."""
    inside = re.sub(r"^\w+\(|\)$", "", column.measure or "")
    return _with_other_languages([*_content(_spoken(column.name)), *_content(_spoken(inside))])


def rows_words(evidence: RowsEvidence, column: EvidenceColumn, wording: Wording) -> tuple[str, ...]:
    """What counted rows may be called: the column's words, the word before `id`, and the tables they come from."""
    tables = [*evidence.computed.tables, *((column.source or column.measure or "").split("(")[-1].split(".")[:1])]
    spoken = [w for table in tables for word in _content(_spoken(table)) for w in (word, singular(word))]
    anything = ("row", "rows", "record", "records", "entries", "Zeilen", "Einträge", "lignes", "filas", "行", "条")
    return (*column_words(column, wording), *column_parts(column), *_with_other_languages(spoken), *anything)


def _with_other_languages(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(w for word in words if word for w in (word, *_abroad(word))))


def _spoken(name: str) -> list[str]:
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    return [w.lower() for w in re.split(r"[^\w]|_", apart) if w]


def _content(words: Iterable[str]) -> list[str]:
    return [w for w in words if w not in _GENERIC and len(w) > 2]


def _abroad(word: str) -> list[str]:
    singular = word.lower().removesuffix("s")
    found = _ABROAD.get(word.lower()) or _ABROAD.get(singular) or ""
    return [w.replace("_", " ") for w in found.split()]
