# ruff: noqa: S311, S608 - a seeded choice of rows for tables of our own
"""Rows of the invented freight company, the same on every run."""

import random
import sqlite3
from datetime import date, datetime, timedelta
from pathlib import Path

TODAY = date(2025, 6, 18)
_DEPOTS = [
    ("HAM", "Harbour North", "Hamburg", "DE", "2009-04-01", 900),
    ("MUC", "Isar Park", "Munich", "DE", "2014-09-15", 650),
    ("LYS", "Confluence", "Lyon", "FR", "2011-02-01", 500),
    ("LIL", "Grand Nord", "Lille", "FR", "2019-06-20", 300),
    ("MAD", "Barajas South", "Madrid", "ES", "2016-11-05", 700),
    ("RTM", "Maasvlakte", "Rotterdam", "NL", "2005-01-10", 1200),
    ("GOT", "Arendal", "Gothenburg", "SE", "2023-03-01", 250),
]
_CARRIERS = [
    (1, "Blue Arrow", "DE", 1, 4.5),
    (2, "Translogis", "FR", 1, 3.9),
    (3, "Iberfast", "ES", 1, 4.1),
    (4, "Polder Express", "NL", 1, 4.8),
    (5, "Nordvagn", "SE", 0, 3.2),
    (6, "Kestrel Road", "DE", 0, 2.9),
]
_CODES = {
    "lk_veh_type": [("VAN", "Delivery van"), ("RIG", "Rigid truck"), ("ART", "Articulated lorry"),
                    ("EV", "Electric van")],
    "lk_status": [("BK", "Booked"), ("TR", "In transit"), ("DL", "Delivered"), ("LO", "Lost"), ("CX", "Cancelled")],
    "lk_claim_reason": [("DMG", "Damaged"), ("LAT", "Late delivery"), ("MIS", "Missing item"),
                        ("WRG", "Wrong address")],
}  # fmt: skip
_FIRST = [
    "Anna",
    "Bo",
    "Carla",
    "Dmitri",
    "Elif",
    "Farid",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Katja",
    "Luis",
    "Mona",
    "Nils",
    "Olga",
    "Pablo",
]
_LAST = [
    "Abel",
    "Brandt",
    "Costa",
    "Dubois",
    "Ekberg",
    "Fuchs",
    "Garcia",
    "Haas",
    "Ivers",
    "Janssen",
    "Klein",
    "Lopez",
    "Moreau",
    "Novak",
    "Otto",
    "Petit",
]
_TITLES = ("Driver", "Dispatcher", "Account manager", "Warehouse hand")
_CLIENTS = [
    "Alder Foods",
    "Birch Pharma",
    "Cedar Toys",
    "Dune Fashion",
    "Elm Books",
    "Fjord Optics",
    "Gorse Garden",
    "Heath Motors",
    "Iris Cosmetics",
    "Juniper Wines",
    "Kelp Sports",
    "Larch Furniture",
    "Moss Tools",
    "Nettle Tea",
    "Oak Instruments",
    "Pine Paper",
]
_SEGMENTS = ("Retail", "Healthcare", "Industry")
_COUNTRIES = ("DE", "FR", "ES", "NL")


def create(path: Path) -> None:
    """Write the database."""
    path.unlink(missing_ok=True)
    chance = random.Random(20250618)
    with sqlite3.connect(path) as connection:
        connection.executescript((Path(__file__).parent / "schema.sql").read_text())
        _insert(connection, "tbl_depot", _DEPOTS)
        _insert(connection, "Carrier", _CARRIERS)
        for table, rows in _CODES.items():
            _insert(connection, table, rows)
        _insert(connection, "vehicles", [_vehicle(n, chance) for n in range(1, 25)])
        _insert(connection, "staff", [_person(n, chance) for n in range(1, 41)])
        _insert(connection, "clients", [_client(n, name, chance) for n, name in enumerate(_CLIENTS, 101)])
        shipments = [_shipment(n, chance) for n in range(5001, 5901)]
        _insert(connection, "shipments", shipments)
        older = [s for s in shipments if str(s[4]) < "2025-03"]
        _insert(connection, "claims", [_claim(n, chance.choice(older), chance) for n in range(1, 91)])
        _insert(connection, "fuel_purchases", [_fuel(n, chance) for n in range(1, 301)])


def _insert(connection: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]) -> None:
    connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)


def _vehicle(number: int, chance: random.Random) -> tuple[object, ...]:
    kind = chance.choice(_CODES["lk_veh_type"])[0]
    load = {"VAN": 1200, "EV": 900, "RIG": 7500, "ART": 24000}[kind] + 100 * chance.randrange(5)
    serviced = None if number % 6 == 0 else TODAY - timedelta(days=chance.randrange(5, 500))
    bought = date(2015, 1, 1) + timedelta(days=chance.randrange(3700))
    return number, 1 + number % 5, f"{chance.choice('BFMNS')}-{1000 + 37 * number}", kind, load, bought, serviced


def _person(number: int, chance: random.Random) -> tuple[object, ...]:
    born = date(1960, 1, 1) + timedelta(days=chance.randrange(15500))
    hired = date(2010, 1, 1) + timedelta(days=chance.randrange(5600))
    names = _FIRST[number % 16], _LAST[(number * 7 + number // 16) % 16]
    title = _TITLES[number % 4]
    return number, *names, born, hired, _DEPOTS[number % 7][0], title, 28000 + 500 * chance.randrange(60)


def _client(number: int, name: str, chance: random.Random) -> tuple[object, ...]:
    joined = date(2020, 1, 1) + timedelta(days=chance.randrange(1950))
    manager = None if number % 5 == 0 else 4 * (1 + number % 9) + 2
    return number, name, _SEGMENTS[number % 3], _COUNTRIES[number % 4], joined, manager, chance.randrange(0, 30) / 2


def _shipment(number: int, chance: random.Random) -> tuple[object, ...]:
    client = 101 + min(chance.randrange(15), chance.randrange(15))
    booked = datetime(2023, 1, 2, 8) + timedelta(minutes=chance.randrange(60 * 24 * 897))
    promised = booked.date() + timedelta(days=chance.randrange(2, 6))
    is_recent = booked.date() > TODAY - timedelta(days=6)
    status = chance.choice(("BK", "TR")) if is_recent else chance.choices(("DL", "LO", "CX"), (92, 3, 5))[0]
    delivered = booked + timedelta(hours=chance.randrange(14, 150)) if status == "DL" else None
    weight = round(chance.lognormvariate(4, 1), 1)
    is_express = chance.random() < 0.2
    price = round(20 + weight * 0.35 * (1.6 if is_express else 1), 2)
    carrier = chance.choices((1, 2, 3, 4, 5), (30, 25, 20, 20, 5))[0]
    depot = chance.choice(_DEPOTS[:6])[0]
    when = delivered.isoformat(" ") if delivered else None
    return number, client, depot, carrier, booked.isoformat(" "), when, promised, status, weight, price, int(is_express)


def _claim(number: int, shipment: tuple[object, ...], chance: random.Random) -> tuple[object, ...]:
    filed = date.fromisoformat(str(shipment[4])[:10]) + timedelta(days=chance.randrange(6, 40))
    is_settled = number % 4 != 0
    settled = filed + timedelta(days=chance.randrange(3, 60)) if is_settled else None
    asked = round(chance.uniform(20, 900), 2)
    paid = round(asked * chance.choice((0, 0.5, 1)), 2) if is_settled else None
    return number, shipment[0], filed, settled, chance.choice(_CODES["lk_claim_reason"])[0], asked, paid


def _fuel(number: int, chance: random.Random) -> tuple[object, ...]:
    litres = round(chance.uniform(30, 400), 1)
    bought = date(2024, 1, 1) + timedelta(days=chance.randrange(534))
    return number, 1 + chance.randrange(22), bought, litres, round(litres * chance.uniform(1.4, 1.9), 2)
