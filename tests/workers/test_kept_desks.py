"""A desk that is kept answers as one opened anew would, and holds nothing up."""

import sqlite3
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from crew.desk import Desk
from crew.kept_desks import KeptDesks
from crew.settings import Settings
from tools.asker import Asker

ANNA, BEN = Asker(id="anna"), Asker(id="ben")
QUESTION = "What was revenue last quarter?"


class Ticking:
    """A clock that is put on by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The seconds."""
        return self.now


@pytest.fixture
def ticking() -> Ticking:
    """The clock of the kept desks."""
    return Ticking()


@pytest.fixture
def local(shop: Path) -> Settings:
    """The shop's settings, with a store in a file."""
    return Settings.read({"CROSSCHECK_HOME": str(shop / "home"), "CROSSCHECK_CONFIG": str(shop / "config")})


@pytest.fixture
def desks(local: Settings, ticking: Ticking) -> Iterator[KeptDesks]:
    """Desks of the shop."""
    kept = KeptDesks(local, most=2, longest_seconds=60, clock=ticking)
    yield kept
    kept.close()


def lend(desks: KeptDesks, domain: str, asker: Asker = ANNA, today: date | None = None) -> Desk:
    """A desk, lent and given back."""
    with desks.lent(domain, asker=asker, today=today) as desk:
        return desk


def test_a_desk_is_lent_again_to_the_same_asker_for_the_same_day(desks: KeptDesks, domain: str) -> None:
    first = lend(desks, domain)

    assert lend(desks, domain) is first
    assert lend(desks, domain, BEN) is not first
    assert lend(desks, domain, ANNA, date(2025, 1, 1)) is not first


def test_two_borrowers_have_a_desk_each(desks: KeptDesks, domain: str) -> None:
    with desks.lent(domain, asker=ANNA) as one, desks.lent(domain, asker=ANNA) as other:
        assert one is not other


def test_a_changed_file_opens_a_new_desk_and_closes_the_old(
    desks: KeptDesks, domain: str, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, closed = lend(desks, domain), []
    monkeypatch.setattr(Desk, "close", lambda desk: closed.append(desk))
    path = shop / f"config/domains/{domain}.yaml"
    path.write_text(path.read_text().replace("sum(orders.net)", "2 * sum(orders.net)"))
    with desks.lent(domain, asker=ANNA) as desk:
        answer = desk.ask(QUESTION)

    assert closed == [first]
    assert "281" in answer.answer


def test_a_database_file_that_is_replaced_is_read_anew(desks: KeptDesks, domain: str, shop: Path) -> None:
    with desks.lent(domain, asker=ANNA) as desk:
        before = desk.ask(QUESTION).answer
    copy = shop / "new.sqlite"
    copy.write_bytes((shop / "shop.sqlite").read_bytes())
    connection = sqlite3.connect(copy)
    connection.executescript("UPDATE orders SET net = 1000 WHERE id = 2")
    connection.close()
    copy.replace(shop / "shop.sqlite")
    with desks.lent(domain, asker=ANNA) as kept:
        after = kept.ask(QUESTION).answer

    assert kept is desk
    assert ("140.5" in before, "1,100" in after) == (True, True), (before, after)


def test_a_desk_whose_borrower_failed_is_not_lent_again(desks: KeptDesks, domain: str) -> None:
    with pytest.raises(ZeroDivisionError), desks.lent(domain, asker=ANNA) as failed:
        raise ZeroDivisionError

    assert lend(desks, domain) is not failed


def test_desks_are_closed_when_they_are_old_or_too_many(
    desks: KeptDesks, domain: str, ticking: Ticking, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[Desk] = []
    monkeypatch.setattr(Desk, "close", lambda desk: closed.append(desk))
    first = lend(desks, domain)
    ticking.now = 59
    desks.close_old()
    assert closed == []
    ticking.now = 60
    desks.close_old()
    assert closed == [first]

    three = [lend(desks, domain, Asker(id=name)) for name in "abc"]
    assert closed == [first, three[0]]


def test_a_duckdb_file_is_free_for_its_writer_between_jobs(desks: KeptDesks, domain: str, shop: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect(str(shop / "shop.duckdb")) as connection:
        connection.execute(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, placed_on DATE, net DOUBLE)"
        )
        connection.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, region TEXT)")
    path = shop / f"config/domains/{domain}.yaml"
    path.write_text(path.read_text().replace("sqlite:///shop.sqlite", "duckdb:///shop.duckdb"))
    lend(desks, domain)

    with duckdb.connect(str(shop / "shop.duckdb")) as connection:
        connection.execute("INSERT INTO customers VALUES (1, 'Anna', 'Europe')")
