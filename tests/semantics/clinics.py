"""A group of clinics: visits, invoices that are archived or in another currency, and meters; for tests of slots."""

from datetime import UTC, datetime

from tools.sql.schema import Column, Join, Schema, Table
from tools.sql.specs import ColumnSpec, MetricSpec, SemanticSpec, TableSpec

TABLES = {
    "clinics": "id integer primary key, name text not null, city text, country text",
    "doctors": "id integer primary key, clinic_id integer, name text not null, specialty text",
    "patients": "id integer primary key, name text not null, insurer text, born_on date",
    "visits": "id integer primary key, clinic_id integer not null, doctor_id integer, patient_id integer, "
    "started_at datetime not null, status text not null, fee decimal, minutes integer",
    "invoices": "id integer primary key, visit_id integer not null, issued_on date not null, amount decimal not null, "
    "vat decimal not null, currency text not null, is_archived integer not null, code text",
    "meters": "id integer primary key, clinic_id integer not null, code text not null",
    "readings": "id integer primary key, meter_id integer not null, read_at datetime not null, kwh decimal not null, "
    "kwh_written text",
}
JOINS = (
    ("doctors.clinic_id", "clinics.id"),
    ("visits.clinic_id", "clinics.id"),
    ("visits.doctor_id", "doctors.id"),
    ("visits.patient_id", "patients.id"),
    ("invoices.visit_id", "visits.id"),
    ("meters.clinic_id", "clinics.id"),
    ("readings.meter_id", "meters.id"),
)
SPEC = SemanticSpec(
    tables={
        "clinics": TableSpec(label="name"),
        "doctors": TableSpec(label="name"),
        "visits": TableSpec(columns={"fee": ColumnSpec(unit="EUR")}),
        "invoices": TableSpec(columns={"amount": ColumnSpec(unit="EUR"), "vat": ColumnSpec(unit="EUR")}),
        "readings": TableSpec(columns={"kwh": ColumnSpec(unit="kWh")}),
    },
    metrics={
        "billed": MetricSpec(
            expression="sum(invoices.amount)",
            unit="EUR",
            time="invoices.issued_on",
            filters=("invoices.is_archived = 0", "invoices.currency = 'EUR'"),
        ),
        "billed_net": MetricSpec(
            expression="sum(invoices.amount - invoices.vat)",
            unit="EUR",
            time="invoices.issued_on",
            filters=("invoices.is_archived = 0", "invoices.currency = 'EUR'"),
        ),
        "done_visits": MetricSpec(
            expression="count(visits.id)", unit="count", time="visits.started_at", filters=("visits.status = 'done'",)
        ),
        "patients_seen": MetricSpec(
            expression="count(distinct visits.patient_id)",
            unit="count",
            time="visits.started_at",
            filters=("visits.status = 'done'",),
        ),
        "mean_fee": MetricSpec(
            expression="avg(visits.fee)", unit="EUR", time="visits.started_at", filters=("visits.status = 'done'",)
        ),
        "no_show_rate": MetricSpec(
            expression="sum(case when visits.status = 'no_show' then 1 else 0 end) * 1.0 / count(visits.id)",
            unit="ratio",
            time="visits.started_at",
        ),
        "energy": MetricSpec(expression="sum(readings.kwh)", unit="kWh", time="readings.read_at"),
    },
)


def clinics_schema() -> Schema:
    """The clinics' schema as introspection would give it."""
    tables = tuple(Table(name=n, columns=tuple(_columns(text)), primary_key=("id",)) for n, text in TABLES.items())
    joins = tuple(Join(left=(left,), right=(right,)) for left, right in JOINS)
    taken_at = datetime(2025, 9, 1, tzinfo=UTC)
    return Schema(source="clinics", dialect="sqlite", tables=tables, joins=joins, taken_at=taken_at)


def _columns(text: str) -> list[Column]:
    columns = []
    for part in text.split(", "):
        name, kind, *rest = part.split()
        is_key = rest == ["primary", "key"]
        columns.append(Column(name=name, type=kind.upper(), kind=kind, is_nullable=not rest, is_key=is_key))
    return columns
