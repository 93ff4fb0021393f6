"""A clinic with short names, code tables, flags and several dates, asked without a semantic layer."""

from pathlib import Path

from asked import Asked

_TABLES = """
CREATE TABLE tbl_ward (ward_cd TEXT PRIMARY KEY, ward_nm TEXT NOT NULL, nbr_beds INTEGER NOT NULL);
CREATE TABLE lk_triage (triage_cd TEXT PRIMARY KEY, triage_desc TEXT NOT NULL);
CREATE TABLE patients (
    pat_id INTEGER PRIMARY KEY, first_nm TEXT NOT NULL, last_nm TEXT NOT NULL, birth_dt DATE NOT NULL,
    ctry_cd TEXT NOT NULL, is_insured BOOLEAN NOT NULL, wt_kg NUMERIC(5, 1) NOT NULL, gp_id INTEGER);
CREATE TABLE stays (
    stay_id INTEGER PRIMARY KEY, pat_id INTEGER NOT NULL REFERENCES patients, ward_cd TEXT NOT NULL REFERENCES tbl_ward,
    admitted_on DATE NOT NULL, discharged_on DATE, triage_cd TEXT NOT NULL REFERENCES lk_triage,
    is_emergency BOOLEAN NOT NULL, cost_eur NUMERIC(8, 2) NOT NULL);
INSERT INTO tbl_ward VALUES ('CAR', 'Cardiology', 20), ('SUR', 'Surgery', 12), ('PED', 'Pediatrics', 8);
INSERT INTO lk_triage VALUES ('R', 'Immediate'), ('Y', 'Urgent'), ('A', 'Admitted');
INSERT INTO patients VALUES
    (1, 'Ada', 'Berg', '1950-03-01', 'DE', 1, 61.5, 7), (2, 'Bo', 'Carls', '1980-07-09', 'FR', 0, 88, NULL),
    (3, 'Cy', 'Dahl', '1975-06-18', 'FR', 1, 102, 7), (4, 'Di', 'Ek', '2015-01-31', 'ES', 1, 30, NULL);
INSERT INTO stays VALUES
    (1, 1, 'CAR', '2024-03-02', '2024-03-12', 'R', 1, 900), (2, 1, 'SUR', '2024-05-04', '2024-05-06', 'Y', 0, 400),
    (3, 2, 'CAR', '2025-06-14', NULL, 'A', 1, 300), (4, 3, 'CAR', '2025-06-16', '2025-06-18', 'Y', 0, 250);
"""


class Clinic(Asked):
    """The database, and the offline model asked over it."""

    def __init__(self, path: Path) -> None:
        super().__init__("clinic", path, _TABLES)
