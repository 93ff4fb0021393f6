"""Names in a question are found in columns of many values, as far as the asker may see them."""

import sqlite3
from pathlib import Path

import pytest

from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.database import Database
from tools.sql.introspect import introspect
from tools.sql.looks import Looks
from tools.sql.named_values import spoken_names, with_named_values
from tools.sql.schema_block import read_schema_block, schema_block
from tools.sql.specs import DatabaseSpec, PolicySpec, SemanticSpec

ROSA = Asker(id="rosa")
_TABLES = """
CREATE TABLE people (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, owner TEXT);
CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT, kind TEXT);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 70)
INSERT INTO people SELECT i, 'Fay' || i, 'Moor' || i, iif(i = 7, 'tom', 'rosa') || i FROM n;
INSERT INTO songs SELECT id, 'Song ' || id, 'ballad' FROM people;
UPDATE songs SET title = 'Bay of Gold' WHERE id = 3;
UPDATE songs SET title = 'Fay5' WHERE id = 5;
"""


class Songs:
    def __init__(self, path: Path) -> None:
        with sqlite3.connect(path) as connection:
            connection.executescript(_TABLES)
        url = f"sqlite:///{path}"
        self.database = Database("songs", DatabaseSpec(url=url), url, ROSA)
        self.schema = introspect(self.database, PolicySpec(), SemanticSpec())

    def named(self, text: str, policy: PolicySpec | None = None) -> dict[str, tuple[str, ...]]:
        """What was found, by `table.column`."""
        policy = policy or PolicySpec()
        looks = Looks(self.database, self.schema, policy, ROSA, Deadline(None), seconds=5, max_rows=20)
        found = with_named_values(self.schema, text, looks)
        shown = read_schema_block("songs", schema_block(found))
        return {f"{t.name}.{c.name}": c.named for t in shown.tables for c in t.columns if c.named}


@pytest.fixture
def songs(tmp_path: Path) -> Songs:
    return Songs(tmp_path / "songs.sqlite")


@pytest.mark.parametrize("text", ["How often was Bay of Gold played?", 'Who wrote "bay of gold"?', "BAY OF GOLD"])
def test_a_name_is_found_as_the_column_spells_it(songs: Songs, text: str) -> None:
    assert songs.named(text) == {"songs.title": ("Bay of Gold",)}


def test_a_first_and_a_last_name_are_found_together_and_not_apart(songs: Songs) -> None:
    assert songs.named("What did Fay5 Moor5 buy?") == {"people.first_name": ("Fay5",), "people.last_name": ("Moor5",)}


def test_a_name_that_several_columns_hold_is_told_of_each(songs: Songs) -> None:
    assert songs.named("Is Fay5 there?") == {"people.first_name": ("Fay5",), "songs.title": ("Fay5",)}


def test_people_who_do_not_exist_are_not_put_together_from_two(songs: Songs) -> None:
    assert songs.named("What did Fay5 Moor6 buy?") == {
        "people.first_name": ("Fay5",), "people.last_name": ("Moor6",), "songs.title": ("Fay5",),
    }  # fmt: skip


def test_masked_columns_are_not_looked_through(songs: Songs) -> None:
    assert songs.named("Is Moor5 there?", PolicySpec(mask_columns=["people.last_name"])) == {}


def test_rows_the_asker_may_not_see_are_not_found(songs: Songs) -> None:
    policy = PolicySpec(row_filters={"people": "owner <> 'tom7'"})

    assert songs.named("Is Moor7 there?", policy) == {}
    assert songs.named("Is Moor8 there?", policy) == {"people.last_name": ("Moor8",)}


def test_only_names_are_looked_for(songs: Songs) -> None:
    assert spoken_names("How many songs are ballads?", songs.schema) == ()
    assert spoken_names("Which songs of Ina Roth are of the kind Ballad?", songs.schema) == ("Ina Roth", "Ina", "Roth")
