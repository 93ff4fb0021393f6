"""Ports, boats and their voyages: plain tables joined to one another, asked with and without a drafted layer."""

from pathlib import Path

from asked import Asked

_TABLES = """
CREATE TABLE countries (country_id INTEGER PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL);
CREATE TABLE ports (
    port_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country_id INTEGER NOT NULL REFERENCES countries,
    open_year TEXT NOT NULL, berths INTEGER NOT NULL);
CREATE TABLE captains (
    captain_id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, hometown TEXT NOT NULL);
CREATE TABLE boats (
    boat_id INTEGER PRIMARY KEY, name TEXT NOT NULL, port_id INTEGER NOT NULL REFERENCES ports,
    captain_id INTEGER NOT NULL REFERENCES captains, launch_year INTEGER NOT NULL, weight REAL NOT NULL);
CREATE TABLE repairs (
    repair_id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats, kind TEXT NOT NULL, hours REAL NOT NULL);
CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, name TEXT NOT NULL, height INTEGER NOT NULL);
CREATE TABLE guests_on_boats (
    boat_id INTEGER NOT NULL REFERENCES boats, guest_id INTEGER NOT NULL REFERENCES guests,
    PRIMARY KEY (boat_id, guest_id));
INSERT INTO guests VALUES (1, 'Pia', 170), (2, 'Quin', 182), (3, 'Rolf', 165);
INSERT INTO guests_on_boats VALUES (10, 1), (11, 1), (10, 2);
INSERT INTO countries VALUES (1, 'Norland', 'North'), (2, 'Sudmark', 'South'), (3, 'Westria', 'South');
INSERT INTO ports VALUES
    (1, 'Alderhaven', 1, '1962', 20), (2, 'Bramley', 1, '1998', 35), (3, 'Corvik', 2, '2004', 12),
    (4, 'Dunmere', 3, '2014', 50);
INSERT INTO captains VALUES
    (1, 'Zora', 61, 'Fernhill'), (2, 'Yuri', 35, 'Fernhill'), (3, 'Xena', 48, 'Oakdale'), (4, 'Wim', 29, 'Fernhill');
INSERT INTO boats VALUES
    (10, 'Heron', 1, 1, 1975, 30), (11, 'Gannet', 1, 2, 1990, 12.5), (12, 'Egret', 1, 1, 2010, 8),
    (13, 'Dunlin', 2, 3, 2001, 21), (14, 'Curlew', 3, 2, 1979, 16), (15, 'Bittern', 3, 1, 2015, 44);
INSERT INTO repairs VALUES
    (1, 10, 'hull', 12), (2, 10, 'mast', 4), (3, 11, 'hull', 7), (4, 14, 'sail', 2), (5, 10, 'sail', 3);
"""


class Harbour(Asked):
    """The database, and the offline model asked over it."""

    def __init__(self, path: Path, *, is_drafted: bool = False) -> None:
        super().__init__("harbour", path, _TABLES, is_drafted=is_drafted)
