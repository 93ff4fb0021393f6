"""A bicycle rental, its meaning, and prompts about it: the offline model's own test domain."""

import sqlite3
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from crew.models.offline.analyst import answer
from tasks.blocks import render_blocks
from tasks.dates.periods import comparison_periods, find_periods, named_period
from tasks.draft import Draft
from tasks.figures.placing import place
from tasks.plan import Plan
from tools.asker import Asker
from tools.deadline import Deadline
from tools.evidence import Evidence, PassageEvidence
from tools.sql.compile import compile_query
from tools.sql.database import Database
from tools.sql.introspect import introspect
from tools.sql.schema_block import schema_block
from tools.sql.semantics import Semantics
from tools.sql.specs import CalendarSpec, DatabaseSpec, DimensionSpec, MetricSpec, PolicySpec, SemanticSpec
from tools.sql.statement import run_statement

TODAY = date(2025, 11, 20)
CALENDAR = CalendarSpec()
ASKER = Asker(id="rosa")

SPEC = SemanticSpec(
    metrics={
        "fees": MetricSpec(
            expression="sum(rides.fee)", synonyms=("takings", "Einnahmen"), unit="EUR", time="rides.started_on",
            is_headline=True,
        ),
        "completed_rides": MetricSpec(
            expression="count(rides.id)", synonyms=("rides", "trips"), unit="count", time="rides.started_on",
            filters=("rides.state = 'completed'",),
        ),
    },
    dimensions={
        "district": DimensionSpec(column="stations.district", values={"North": ("Northern",)}),
        "station": DimensionSpec(column="stations.name", parent="district"),
    },
)  # fmt: skip

_TABLES = """
CREATE TABLE stations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, district TEXT NOT NULL, docks INTEGER NOT NULL);
CREATE TABLE riders (id INTEGER PRIMARY KEY, name TEXT NOT NULL, joined_on DATE NOT NULL, is_member BOOLEAN NOT NULL);
CREATE TABLE rides (
    id INTEGER PRIMARY KEY,
    station_id INTEGER NOT NULL REFERENCES stations, rider_id INTEGER NOT NULL REFERENCES riders,
    started_on DATE NOT NULL, fee NUMERIC(8, 2) NOT NULL, minutes INTEGER NOT NULL, state TEXT NOT NULL);
INSERT INTO stations VALUES (1, 'Quay', 'North', 20), (2, 'Mill', 'North', 12), (3, 'Palace', 'South', 30);
INSERT INTO riders VALUES (1, 'Ada', '2024-02-01', 1), (2, 'Ben', '2025-03-01', 0), (3, 'Cleo', '2025-08-01', 1);
"""


def create(path: Path) -> Database:
    """The database: fees fell in the North because the Quay lost most of its rides; the South gained."""
    with sqlite3.connect(path) as connection:
        connection.executescript(_TABLES)
        rides = [
            ("2024-08-01", 1, 400), ("2024-08-02", 2, 100), ("2024-08-03", 3, 200),
            ("2025-08-01", 1, 100), ("2025-08-02", 2, 110), ("2025-08-03", 3, 260), ("2025-05-05", 1, 90),
        ]  # fmt: skip
        for number, (day, station, fee) in enumerate(rides, 1):
            connection.execute(
                "INSERT INTO rides VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number, station, 1 + number % 3, day, fee, 10 * number, "completed" if number != 7 else "cancelled"),
            )
    url = f"sqlite:///{path}"
    return Database("rental", DatabaseSpec(url=url), url, ASKER)


class Rentals:
    """The domain as a crew would hold it, asking the offline model."""

    def __init__(self, path: Path, documents: Iterable[str] = (), spec: SemanticSpec = SPEC) -> None:
        self.database = create(path)
        self.spec = spec
        self.schema = introspect(self.database, PolicySpec(), spec)
        self.semantics = Semantics.of(spec, self.schema)
        self.documents = list(documents)

    def blocks(self, question: str, language: str = "en") -> dict[str, Any]:
        """What every prompt about a question carries."""
        found = find_periods(question, TODAY, CALENDAR)
        default = named_period("last quarter", TODAY, CALENDAR)
        assert default is not None
        sources: list[dict[str, Any]] = [{"name": "rental", "kind": "database"}]
        if self.documents:
            sources.append({"name": "files", "kind": "index", "titles": self.documents})
        return {
            "question": {"text": question, "language": language, "today": TODAY.isoformat()},
            "periods": {
                "found": found, "default": default, "comparisons": comparison_periods(found[0] if found else default),
            },
            "sources": sources,
            "schema": {"rental": schema_block(self.schema)},
            "semantics": {"rental": self.spec},
        }  # fmt: skip

    def plan(self, question: str, language: str = "en") -> Plan:
        """The offline model's plan."""
        return Plan.model_validate_json(self.said("plan", self.blocks(question, language)))

    def said(self, task: str, blocks: dict[str, Any], before: str = "", after: str = "") -> str:
        """The text the offline model answers to a prompt with these blocks."""
        prompt = f"{before}{render_blocks({'task': {'name': task, 'role': 'any'}, **blocks})}{after}"
        return answer([{"role": "user", "content": prompt}], []).text or ""

    def gather(
        self, plan: Plan, passages: Iterable[PassageEvidence] = ()
    ) -> tuple[list[dict[str, Any]], list[Evidence]]:
        """Run every planned statement on the database and take the passages as what the searches found."""
        evidence: list[Evidence] = []
        slots = []
        for slot in plan.slots:
            step = next(s for s in plan.steps if s.slot == slot.id)
            found: list[Evidence] = list(passages)
            if step.query is not None:
                compiled = compile_query(step.query, self.schema, self.semantics)
                found = [
                    run_statement(
                        self.database, self.schema, compiled.statement, compiled.parameters, semantics=self.semantics,
                        policy=PolicySpec(), asker=ASKER, deadline=Deadline(30),
                    )
                ]  # fmt: skip
            numbered = [e.model_copy(update={"id": f"E{len(evidence) + n}"}) for n, e in enumerate(found, 1)]
            evidence += numbered
            slots.append({**slot.model_dump(mode="json"), "filled_by": [e.id for e in numbered], "is_filled": True})
        return slots, evidence

    def draft(
        self, question: str, passages: Iterable[PassageEvidence] = (), language: str = "en", **more: Any
    ) -> tuple[Draft, list[str]]:
        """The draft for a question, and its sentences with every marker filled."""
        plan = self.plan(question, language)
        slots, evidence = self.gather(plan, passages)
        blocks = {
            **self.blocks(question, language), "plan": {"question_kind": plan.question_kind}, "slots": slots,
            "evidence": [e.model_dump(mode="json") for e in evidence], **more,
        }  # fmt: skip
        draft = Draft.model_validate_json(self.said("draft", blocks))
        by_id = {e.id: e for e in evidence}
        return draft, [place(s, by_id, language).text for s in draft.sentences]


def passage(text: str, title: str, day: str | None = "2025-10-05", **more: Any) -> PassageEvidence:
    """A passage as a search returns it."""
    return PassageEvidence(
        source="files", retrieved_at=datetime(2025, 11, 20, tzinfo=UTC), passage=f"{title}#0", document=f"{title}.md",
        title=title, date=day, text=text, **more,
    )  # fmt: skip
