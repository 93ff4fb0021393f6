"""The tables a question is about are found by what people call them, and shown within a budget."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from tools.sql.linking import Link, Linker
from tools.sql.linking_words import terms
from tools.sql.schema import Column, Join, Schema, Table
from tools.sql.semantics import Semantics
from tools.sql.slicing import slice_of, whole
from tools.sql.specs import SemanticSpec

SPEC = SemanticSpec.model_validate(
    {
        "tables": {
            "t_017": {"synonyms": ["credit note"], "columns": {"amt": {"about": "Money given back to the client"}}},
            "t_018": {"columns": {"st": {"values": {"R": ["refused", "turned down"]}}}},
        },
        "metrics": {"churn": {"expression": "count(t_019.id)", "synonyms": ["lost subscribers"]}},
        "acronyms": {"gmv": "gross merchandise"},
    }
)


def column(name: str, **more: object) -> Column:
    return Column.model_validate({"name": name, "type": "TEXT", "kind": "text", **more})


def table(name: str, *columns: Column, comment: str = "") -> Table:
    key = Column(name="id", type="INTEGER", kind="integer", is_key=True)
    return Table(name=name, columns=(key, *columns), primary_key=("id",), comment=comment)


def schema(*tables: Table, joins: Sequence[tuple[str, str]] = (), filler: int = 200) -> Schema:
    """The tables among many others."""
    fillers = tuple(table(f"f_{n:04}", *(column(f"c{n}_{k}") for k in range(8))) for n in range(filler))
    made = tuple(Join(left=(left,), right=(right,)) for left, right in joins)
    return Schema(source="s", dialect="sqlite", tables=(*fillers, *tables), joins=made, taken_at=datetime.now(UTC))


def links(found: Schema, question: str, spec: SemanticSpec | None = None) -> list[Link]:
    return Linker(Semantics.of(spec or SemanticSpec(), found)).links(question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many credit notes were issued?", "t_017"),
        ("Which money was given back to clients?", "t_017"),
        ("How many requests were turned down?", "t_018"),
        ("Show the lost subscribers by month", "t_019"),
        ("What is the GMV?", "t_020"),
        ("Sales in Quillburg", "t_021"),
        ("sales in quilburg", "t_021"),
        ("Order lines of today", "Order Lines"),
        ("How many HTTP requests?", "HTTPRequestLog"),
        ("Wie viele Verträge gibt es?", "t_022"),
        ("Сколько заказов за март?", "заказы"),
        ("今年の注文はいくつですか", "注文明細"),
        ("ग्राहक कितने हैं", "ग्राहक सूची"),
        ("Which groups are there?", "group"),
    ],
)
def test_a_table_is_found_by_any_words_for_it(question, expected):
    found = schema(
        table("t_017", column("amt")),
        table("t_018", column("st", values=("A", "R"))),
        table("t_019"),
        table("t_020", comment="Gross merchandise by day"),
        table("t_021", column("place", values=("Norwick", "Quillburg"))),
        table("t_022", comment="Vertrag mit Kunden"),
        table("Order Lines"),
        table("HTTPRequestLog"),
        table("заказы"),
        table("注文明細"),
        table("ग्राहक सूची"),
        table("group"),
    )

    assert links(found, question, SPEC)[0].table == expected


def test_a_link_says_why():
    found = schema(table("t_021", column("place", values=("Norwick", "Quillburg")), comment="Sales of the day"))
    (link,) = links(found, "Sales in Quillburg")

    assert "quillburg in the value of `place`" in link.reasons
    assert "sales in the comment" in link.reasons
    assert list(link.columns) == ["place"]


def test_a_table_that_joins_two_comes_with_them():
    tables = [table("films"), table("actors"), table("x_9", column("f"), column("a"))]
    found = schema(*tables, joins=[("x_9.f", "films.id"), ("x_9.a", "actors.id")])
    linked = links(found, "Which actors are in most films?")

    assert {link.table for link in linked[:2]} == {"films", "actors"}
    assert linked[2].table == "x_9"
    assert linked[2].reasons[0].startswith("joins ")


def test_values_learned_later_are_found():
    found = schema(table("t_1", column("place")))
    linker = Linker(Semantics.of(SemanticSpec(), found))

    assert linker.links("Sales in Quillburg") == []
    linker.learn(table("t_1", column("place", values=("Quillburg",))))
    assert [link.table for link in linker.links("Sales in Quillburg")] == ["t_1"]


def test_a_question_that_names_nothing_has_no_links():
    assert links(schema(), "How are we doing?") == []


def test_a_small_schema_goes_whole_and_a_large_one_within_the_budget():
    small, large = schema(table("orders"), filler=3), schema(table("orders", *(column(f"c{n}") for n in range(900))))
    linker = Linker(Semantics.of(SemanticSpec(), large))
    part = slice_of(linker, linker.links("orders with c17"), lambda names: {}, budget=300)

    assert whole(small).schema.tables == small.tables
    assert whole(large) is None
    assert part.tokens <= 300
    assert part.schema.table("orders").column("c17")
    assert part.left_out["orders"] > 800
    assert part.tables_left_out == len(large.tables) - len(part.schema.tables)


def test_a_question_s_own_tables_are_shown_whole_before_others_that_there_is_room_for():
    films = table("films", *(column(name) for name in ("film_id", *(f"trait_{n}" for n in range(14)))))
    guests = table("guests", *(column(name) for name in ("guest_id", "film_id", "a", "b", "c", "d", "first_name")))
    found = schema(guests, films, joins=[("guests.film_id", "films.film_id")], filler=60)
    linker = Linker(Semantics.of(SemanticSpec(), found))

    part = slice_of(linker, linker.links("the longest of the films"), lambda names: {}, budget=700)

    shown = {t.name: [c.name for c in t.columns] for t in part.schema.tables}
    assert len(shown["films"]) == len(films.columns)
    assert "first_name" in shown["guests"]
    assert any(name.startswith("f_") for name in shown)


def test_long_lists_of_values_stay_out_of_a_slice_unless_the_question_names_their_column():
    long = tuple(f"a reason that takes some words to write {n}" for n in range(40))
    found = schema(table("orders", column("reason", values=long), column("state", values=("open", "shut"))))
    linker = Linker(Semantics.of(SemanticSpec(), found))

    def shown(question: str) -> Table:
        part = slice_of(linker, linker.links(question), lambda names: {}, budget=2000)
        return part.schema.table("orders")

    assert shown("orders").column("reason").values == ()
    assert shown("orders").column("state").values == ("open", "shut")
    assert shown("orders by reason").column("reason").values == long
    assert shown("orders for a reason that takes some words to write 7").column("reason").values == long


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("OrderLine_ID", ["order", "line", "id"]),
        ("заказыКлиентов", ["заказы", "клиентов"]),
        ("Straße2", ["strasse", "2"]),
        ("注文明細", ["注文", "文明", "明細"]),
    ],
)
def test_names_are_parted_into_words(name, expected):
    assert terms(name) == expected
