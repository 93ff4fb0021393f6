"""A lending library whose members are too many to be listed, asked without a semantic layer."""

from pathlib import Path

from asked import Asked

_TABLES = """
CREATE TABLE members (
    member_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL,
    active CHAR(1) NOT NULL, club TEXT, mentor_id INTEGER REFERENCES members);
CREATE TABLE authors (author_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE books (
    book_id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER NOT NULL REFERENCES authors,
    length INTEGER NOT NULL, grade TEXT NOT NULL);
CREATE TABLE loans (
    loan_id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES books,
    member_id INTEGER NOT NULL REFERENCES members, lent_at DATETIME NOT NULL, returned_at DATETIME);
CREATE TABLE fines (
    fine_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, amount NUMERIC(6, 2) NOT NULL,
    imposed_on DATE NOT NULL);
CREATE TABLE visits (
    visit_id INTEGER PRIMARY KEY, year INTEGER NOT NULL, month TEXT NOT NULL, visitors INTEGER NOT NULL);
CREATE TABLE openings (opening_id INTEGER PRIMARY KEY, year INTEGER NOT NULL, month INTEGER NOT NULL);
INSERT INTO visits VALUES
    (1, 2024, 'December', 40), (2, 2025, 'March', 30), (3, 2025, 'April', 50), (4, 2025, 'May', 70);
INSERT INTO openings VALUES (1, 2024, 12), (2, 2025, 4), (3, 2025, 4);
INSERT INTO authors VALUES (1, 'Ines Roth'), (2, 'Olu Sand'), (3, 'Kim Vale');
INSERT INTO books VALUES
    (1, 'Low Tide', 1, 90, 'A'), (2, 'High Wire', 1, 200, 'B'), (3, 'Salt', 2, 310, 'A'), (4, 'Ferns', 2, 120, 'C');
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO members
SELECT i, 'Fay' || i, 'Moor' || i, 'fay' || i || '@example.org', i % 3 = 0, iif(i > 58, 'Quay', NULL), iif(i < 4, 60, 1)
FROM n;
UPDATE members SET first_name = 'Zoe', last_name = 'Quill' WHERE member_id = 60;
INSERT INTO loans VALUES
    (1, 1, 1, '2025-03-01 10:00:00', '2025-03-05 10:00:00'), (2, 1, 2, '2025-03-09 12:00:00', NULL),
    (3, 2, 60, '2025-04-02 09:30:00', '2025-04-04 09:30:00'), (4, 3, 60, '2025-05-06 15:00:00', NULL);
INSERT INTO fines VALUES (1, 1, 2.5, '2025-03-20'), (2, 60, 4, '2025-05-12'), (3, 60, 1.5, '2025-05-30');
"""


class Library(Asked):
    """The database, and the offline model asked over it."""

    def __init__(self, path: Path, *, is_drafted: bool = False) -> None:
        super().__init__("library", path, _TABLES, is_drafted=is_drafted)
