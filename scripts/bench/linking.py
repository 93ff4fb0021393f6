"""How well and how fast the tables a question needs are found in schemas of 100, 1,000 and 10,000 tables.

Schemas are made up: tables with short names, comments in other words, and for a third of them synonyms in a semantic
layer; columns with comments and values; foreign keys. Questions use synonyms, comments and values, and never a word of
a table's name; some need two tables, and the one that joins them. Times are ratios against reading every table's name
once in Python.

Usage: scripts/bench/linking.py [--questions 300] [--seed 1] [--misses]
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.sql.linking import Linker
from tools.sql.schema import Column, Join, Schema, Table
from tools.sql.semantics import Semantics
from tools.sql.slicing import TOKENS, slice_of
from tools.sql.specs import SemanticSpec, TableSpec

SIZES = (100, 1_000, 10_000)
THINGS = """
    invc:bill:receipt ordr:purchase:booking ship:consignment:delivery pymt:remittance:settlement
    cust:client:patron supp:vendor:provider empl:worker:colleague prod:article:merchandise
    whse:depot:storehouse cntr:contract:agreement proj:undertaking:venture tckt:complaint:grievance
    mchn:apparatus:equipment vehi:truck:lorry acct:ledger:balance budg:allowance:appropriation
    tax:levy:duty insr:coverage:policy clm:demand:indemnity asst:belonging:possession
    cmpg:promotion:advertisement lead:prospect:enquiry subs:membership:enrolment evnt:gathering:conference
    smpl:specimen:probe test:examination:assay rcpt:recipe:formula menu:dish:meal
    room:chamber:suite flgt:journey:voyage
"""
MANNERS = """
    whl:bulk:trade rtl:shop:consumer intl:foreign:overseas dom:national:homeland dig:online:electronic
    rec:recurring:periodic prov:provisional:tentative arc:historic:former urg:express:rapid dfct:faulty:broken
    ret:sentback:reversed disc:reduced:rebated guar:warranted:assured sec:confidential:restricted lcl:municipal:town
    ssn:wintertime:yearly bnd:packaged:combined cst:tailored:bespoke frz:chilled:refrigerated hzd:dangerous:toxic
"""
AREAS = """
    agr:farming:harvest avi:airline:aircraft bnk:banking:lending chm:chemistry:reagent cns:construction:masonry
    edu:school:teaching eng:energy:electricity fsh:fishing:trawler hlt:hospital:clinic hsp:hotel:lodging
    law:courts:litigation med:publishing:newspaper min:mining:quarry phr:pharmacy:medicine prp:property:housing
    spt:sports:athletics tlc:telephone:broadband wtr:sewage:plumbing
"""
MEASURES = "amount:value:worth qty:quantity:pieces dur:length:minutes wgt:weight:kilograms scr:rating:stars"
SYLLABLES = "bar del fin gor hal jun kel lom mir nor pel quo ras sol tur vex wil yor zan"


@dataclass(frozen=True)
class Asked:
    """A question and the tables it needs."""

    text: str
    needs: frozenset[str]
    kind: str


@dataclass(frozen=True)
class Concept:
    """What a table is about; three spellings of each word: in its name, in its comment, as people say it."""

    area: tuple[str, str, str]
    manner: tuple[str, str, str]
    thing: tuple[str, str, str]

    def name(self) -> str:
        return f"{self.area[0]}_{self.manner[0]}_{self.thing[0]}"

    def said(self, spelling: int) -> str:
        return f"{self.manner[spelling]} {self.thing[spelling]} {self.area[spelling]}"


def main() -> None:
    """Print one line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", action="store_true", help="print the questions whose tables are not all found")
    options = parser.parse_args()
    for size in SIZES:
        made = Made(size, options.seed)
        semantics = Semantics.of(made.spec, made.schema)
        started = time.perf_counter()
        linker = Linker(semantics)
        building = time.perf_counter() - started
        bare = _bare_look(made.schema)
        found, tokens, seconds = [], [], []
        for asked in made.questions(options.questions):
            started = time.perf_counter()
            links = linker.links(asked.text)
            part = slice_of(linker, links, lambda names: {}, TOKENS)
            seconds.append(time.perf_counter() - started)
            tokens.append(part.tokens)
            missing = asked.needs - {table.name for table in part.schema.tables}
            found.append((asked.kind, not missing))
            if missing and options.misses:
                print(f"  {asked.kind}: {asked.text!r} lacks {sorted(missing)}")
        kinds = sorted({kind for kind, _is_found in found})
        by_kind = ", ".join(f"{kind} {_share([ok for k, ok in found if k == kind])}" for kind in kinds)
        slowest = sorted(seconds)[int(len(seconds) * 0.99) - 1]
        print(f"{size} tables: all needed tables in the slice for {_share([ok for _kind, ok in found])} ({by_kind})")
        print(
            f"  at most {max(tokens)} tokens; a slice takes {median(seconds) * 1000:.0f} ms (99 %: "
            f"{slowest * 1000:.0f}), {median(seconds) / bare:.0f} times a look at every name; "
            f"the index {building:.1f} s, {building / bare:.0f} times"
        )


def _share(found: list[bool]) -> str:
    return f"{sum(found) / len(found):.1%}"


def _bare_look(schema: Schema) -> float:
    started = time.perf_counter()
    for _ in range(20):
        [table.name for table in schema.tables if "invoice" in table.name.lower()]
    return (time.perf_counter() - started) / 20


class Made:
    """A made-up schema, its semantic layer, and questions about it."""

    def __init__(self, size: int, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  nothing secret
        concepts = [Concept(a, m, t) for a in _words(AREAS) for m in _words(MANNERS) for t in _words(THINGS)]
        self._concepts = self._random.sample(concepts, size)
        self._values = [self._word() for _ in range(3000)]
        tables = [self._table(number, concept) for number, concept in enumerate(self._concepts)]
        joins = [Join(left=(f"{t.name}.{p}_id",), right=(f"{p}.id",)) for t, p in self._parents(tables)]
        self._joined = {(join.left[0].partition(".")[0], join.right[0].partition(".")[0]) for join in joins}
        self.schema = Schema(
            source="made", dialect="sqlite", tables=tuple(tables), joins=tuple(joins), taken_at=datetime.now(UTC)
        )
        described = range(0, size, 3)
        self.spec = SemanticSpec(
            tables={tables[n].name: TableSpec(synonyms=(self._concepts[n].said(2),)) for n in described}
        )
        self._described = set(described)

    def questions(self, count: int) -> Iterator[Asked]:
        """Questions of every kind in turn."""
        makers = (self._by_words, self._by_value, self._joined_tables)
        made = 0
        while made < count:
            asked = makers[made % len(makers)]()
            if asked:
                made += 1
                yield asked

    def _by_words(self) -> Asked:
        number = self._random.randrange(len(self._concepts))
        measure = self._random.choice(MEASURES.split()).split(":")[1]
        said = self._concepts[number].said(self._spelling(number))
        return Asked(f"What was the total {measure} of {said} last year?", self._needs(number), "words")

    def _by_value(self) -> Asked:
        number = self._random.randrange(len(self._concepts))
        concept, spelling = self._concepts[number], self._spelling(number)
        column = self._random.choice([c for c in self.schema.tables[number].columns if c.values])
        value = self._random.choice(column.values)
        text = f"How many {concept.thing[spelling]} entries of {concept.area[spelling]} have {column.comment} {value}?"
        return Asked(text, self._needs(number), "value")

    def _joined_tables(self) -> Asked | None:
        """A table by its words and its parent's parent by its words; the table between them is never named."""
        child, middle = self._random.choice(sorted(self._joined))
        parents = sorted(p for c, p in self._joined if c == middle)
        if not parents:
            return None
        numbers = {table.name: number for number, table in enumerate(self.schema.tables)}
        first, last = numbers[child], numbers[self._random.choice(parents)]
        if self._ways(child, self.schema.tables[last].name) != {middle}:
            return None
        said = [self._concepts[n].said(self._spelling(n)) for n in (first, last)]
        needs = frozenset({child, middle, self.schema.tables[last].name})
        return Asked(f"Compare {said[0]} by {said[1]} in the first half of 2024", needs, "joined")

    def _ways(self, left: str, right: str) -> set[str]:
        """The tables that join two; the two themselves where they join at once."""
        near = [
            {*(p for c, p in self._joined if c == name), *(c for c, p in self._joined if p == name)}
            for name in (left, right)
        ]
        return {left, right} if right in near[0] else near[0] & near[1]

    def _needs(self, number: int) -> frozenset[str]:
        return frozenset({self.schema.tables[number].name})

    def _spelling(self, number: int) -> int:
        """As people say it where the semantic layer knows that, else as the comment does."""
        return 2 if number in self._described else 1

    def _table(self, number: int, concept: Concept) -> Table:
        measure, *others = self._random.choice(MEASURES.split()).split(":")
        columns = [
            Column(name="id", type="INTEGER", kind="integer", is_nullable=False, is_key=True),
            Column(name=f"{measure}_1", type="DECIMAL(10, 2)", kind="decimal", comment=others[0]),
            Column(name="crt_dt", type="DATE", kind="date", comment="day of entry"),
        ]
        for place, comment in enumerate(self._random.sample(["region", "status", "category", "channel", "origin"], 2)):
            values = tuple(sorted(self._random.sample(self._values, 8)))
            columns.append(Column(name=f"attr_{place}", type="TEXT", kind="text", comment=comment, values=values))
        columns += [Column(name=f"x{number % 7}_{place}", type="TEXT", kind="text") for place in range(4)]
        for parent in self._parent_names(number):
            columns.append(Column(name=f"{parent}_id", type="INTEGER", kind="integer"))
        return Table(
            name=concept.name(), columns=tuple(columns), primary_key=("id",), comment=f"{concept.said(1)} of the group"
        )

    def _parent_names(self, number: int) -> list[str]:
        """Up to two earlier tables; the choice depends on the number alone."""
        chooser = random.Random(number)  # noqa: S311  nothing secret
        wanted = min(number, chooser.choice((0, 1, 1, 2)))
        return [self._concepts[n].name() for n in chooser.sample(range(number), wanted)]

    def _parents(self, tables: list[Table]) -> Iterator[tuple[Table, str]]:
        for number, table in enumerate(tables):
            for parent in self._parent_names(number):
                yield table, parent

    def _word(self) -> str:
        return "".join(self._random.choices(SYLLABLES.split(), k=3)).title()


def _words(text: str) -> list[tuple[str, str, str]]:
    return [tuple(word.split(":")) for word in text.split()]  # type: ignore[misc]


if __name__ == "__main__":
    main()
