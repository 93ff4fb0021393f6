"""How many questions over databases the offline model answers rightly, wrongly, or not at all, and why not.

FOLDER holds `sqlite/NAME.sqlite` and `questions/*.jsonl`. A line is one question: `id`, `db`, `question`, and where it
can be answered `gold_results` (a list of right results, each with `columns` and `rows`), `category` and `clock`.
Any right result counts; order, repeated rows and further columns do not. Of a ranking that names no number of rows the
draft tells the first as the highest or lowest, so that the rows equal to the first count as the answer too. Where an
answer may be calculated from several figures, `gold_parts` holds the result of each: all must be among the rows
fetched, as a cell or as the sum of a column.

Each question is planned by the offline model over the database's schema, without a semantic layer unless `--drafted`,
and the planned statement is run through the same checks as in a run. Nothing is drafted and no other model is asked.

Usage: scripts/bench/offline_questions.py FOLDER [--questions sql_only] [--drafted] [--only ID,…] [--show right,wrong,…]
"""

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

from rows_alike import are_alike, hold_parts

from crew.models.offline.analyst import answer
from tasks.blocks import render_blocks
from tasks.dates.periods import comparison_periods, find_periods, named_period
from tasks.plan import Plan
from tasks.plan_joins import approved_joins, join_offers
from tools.asker import Asker
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.evidence import NothingFound, RowsEvidence
from tools.sql.compile import compile_query
from tools.sql.database import Database
from tools.sql.draft_semantics import draft_semantics
from tools.sql.introspect import introspect
from tools.sql.join_words import join_text
from tools.sql.looks import Looks
from tools.sql.named_values import with_named_values
from tools.sql.schema import Schema
from tools.sql.schema_block import schema_block
from tools.sql.semantics import Semantics
from tools.sql.specs import CalendarSpec, DatabaseSpec, PolicySpec, SemanticSpec
from tools.sql.statement import run_statement
from tools.terms import StructuredQuery

CALENDAR = CalendarSpec()
ASKER = Asker(id="bench")


@dataclass(frozen=True)
class Outcome:
    """What became of one question."""

    id: str
    database: str
    category: str
    question: str
    verdict: str
    """right, wrong, abstained or failed; of a question without a right result answered instead of right and wrong."""
    kind: str = ""
    """Of an abstention: what kept the question from being planned."""
    words: tuple[str, ...] = ()
    said: str = ""
    statement: str = ""
    got: tuple[Any, ...] = field(default=())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", default="sql_only", help="the files in questions/, without .jsonl, by comma")
    parser.add_argument("--drafted", action="store_true", help="with a drafted semantic layer")
    parser.add_argument("--only", default="", help="ends of ids, by comma")
    parser.add_argument("--show", default="", help="verdicts of which every question is printed, by comma")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    files = [options.folder / "questions" / f"{name}.jsonl" for name in options.questions.split(",")]
    lines = [line for file in files for line in file.read_text().splitlines()]
    wanted = tuple(filter(None, options.only.split(",")))
    asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for item in map(json.loads, lines):
        if not wanted or item["id"].endswith(wanted):
            asked[item["db"]].append(item)
    jobs = [(options.folder / "sqlite" / f"{name}.sqlite", items, options.drafted) for name, items in asked.items()]
    with ProcessPoolExecutor(options.processes) as pool:
        outcomes = [outcome for found in pool.map(_of_database, jobs) for outcome in found]
    _report(outcomes, set(options.show.split(",")))


def _of_database(job: tuple[Path, list[dict[str, Any]], bool]) -> list[Outcome]:
    path, items, is_drafted = job
    url = f"sqlite:///{path}"
    database = Database(path.stem, DatabaseSpec(url=url), url, ASKER)
    bare = introspect(database, PolicySpec(), SemanticSpec())
    spec = draft_semantics(bare) if is_drafted else SemanticSpec()
    schema = introspect(database, PolicySpec(), spec) if is_drafted else bare
    return [_outcome(item, database, schema, spec) for item in items]


def _outcome(item: dict[str, Any], database: Database, schema: Schema, spec: SemanticSpec) -> Outcome:
    looks = Looks(database, schema, PolicySpec(), ASKER, Deadline(5), seconds=2, max_rows=20)
    plan = _plan(item, with_named_values(schema, item["question"], looks), spec)
    told = {
        "id": item["id"], "database": item["db"], "question": item["question"],
        "category": item.get("category") or item.get("kind", ""), "said": plan.message,
    }  # fmt: skip
    if plan.decision != "plan":
        return Outcome(**told, verdict="abstained", kind=_kind(plan), words=plan.not_understood)
    queries = [step.query for step in plan.steps if step.query is not None]
    if not queries:
        return Outcome(**told, verdict="abstained", kind=f"no statement, {plan.question_kind}")
    usable = _with_approved(schema, plan)
    try:
        fetched = [_fetched(query, database, usable, Semantics.of(spec, usable)) for query in queries]
    except ToolError as error:
        return Outcome(**told, verdict="failed", kind=type(error).__name__, words=(str(error),))
    statement, got = "; ".join(f.statement for f in fetched), tuple(row for f in fetched for row in f.rows)
    if not got and not any(gold["rows"] == [] for gold in item.get("gold_results", ())):
        return Outcome(**told, verdict="abstained", kind="nothing found", statement=statement)
    return Outcome(**told, verdict=_verdict(item, plan, fetched), statement=statement, got=got)


@dataclass(frozen=True)
class _Fetched:
    query: StructuredQuery
    statement: str
    found: RowsEvidence | NothingFound

    @property
    def rows(self) -> tuple[Any, ...]:
        return self.found.rows if isinstance(self.found, RowsEvidence) else ()


def _fetched(query: StructuredQuery, database: Database, schema: Schema, semantics: Semantics) -> _Fetched:
    compiled = compile_query(query, schema, semantics)
    found = run_statement(
        database, schema, compiled.statement, compiled.parameters, semantics=semantics, policy=PolicySpec(),
        asker=ASKER, deadline=Deadline(30),
    )  # fmt: skip
    return _Fetched(query, f"{compiled.statement} {compiled.parameters or ''}", found)


def _verdict(item: dict[str, Any], plan: Plan, fetched: list[_Fetched]) -> str:
    golds, parts = item.get("gold_results", ()), item.get("gold_parts", ())
    if not golds and not parts:
        return "answered"
    given = [f.rows for f in fetched]
    if plan.question_kind == "ranking" and fetched[0].query.limit is None:
        given.append(_leading(fetched[0].found, given[0]))
    is_one = len(fetched) == 1 and any(are_alike(gold["rows"], each) for gold in golds for each in given)
    is_calculated = plan.question_kind in ("share", "comparison") and hold_parts([p["rows"] for p in parts], given)
    return "right" if is_one or is_calculated else "wrong"


def _leading(found: RowsEvidence | NothingFound, got: tuple[Any, ...]) -> tuple[Any, ...]:
    """The rows that equal the first in what is ranked."""
    at = next((n for n, column in enumerate(getattr(found, "columns", ())) if column.role == "measure"), None)
    return got if at is None else tuple(row for row in got if row[at] == got[0][at])


def _plan(item: dict[str, Any], schema: Schema, spec: SemanticSpec) -> Plan:
    question, today = item["question"], date.fromisoformat(item.get("clock", "2025-01-15")[:10])
    found = find_periods(question, today, CALENDAR)
    default = named_period(CALENDAR.default_period, today, CALENDAR)
    about = found[0] if found else default
    blocks = {
        "task": {"name": "plan", "role": "supervisor"},
        "question": {"text": question, "language": "en", "today": today.isoformat()},
        "periods": {"found": found, "default": default, "comparisons": comparison_periods(about) if about else {}},
        "sources": [{"name": schema.source, "kind": "database"}],
        "schema": {schema.source: schema_block(schema)},
        "semantics": {schema.source: spec},
        "join_suggestions": join_offers({schema.source: schema}),
    }
    said = answer([{"role": "user", "content": render_blocks(blocks)}], []).text or ""
    return Plan.model_validate_json(said)


def _with_approved(schema: Schema, plan: Plan) -> Schema:
    approved = set(approved_joins(plan, {schema.source: schema}).get(schema.source, ()))
    joins = tuple(j for j in schema.suggestions if join_text(j.left, j.right) in {_text(a) for a in approved})
    return schema.model_copy(update={"joins": (*schema.joins, *joins)})


def _text(join: Any) -> str:
    return join if isinstance(join, str) else join_text(join.left, join.right)


def _kind(plan: Plan) -> str:
    if plan.decision == "decline":
        return "declined"
    if plan.not_understood:
        return "several meanings" if plan.choices else "words not linked"
    return re.sub(r"`[^`]*`|“[^”]*”|\d+", "…", plan.message)[:90]


def _report(outcomes: list[Outcome], shown: set[str]) -> None:
    for outcome in (o for o in outcomes if o.verdict in shown):
        print(f"{outcome.verdict} {outcome.id} {outcome.database} [{outcome.category}] {outcome.question}")
        print(f"    {outcome.kind} {' | '.join(outcome.words)} {outcome.said}\n    {outcome.statement}")
        print(f"    {outcome.got[:3]}")
    by_category: dict[str, Counter[str]] = defaultdict(Counter)
    for outcome in outcomes:
        by_category[outcome.category][outcome.verdict] += 1
    by_category["all"] = Counter(o.verdict for o in outcomes)
    verdicts = [v for v in ("right", "wrong", "answered", "abstained", "failed") if by_category["all"][v]]
    width = max(map(len, by_category))
    print(" " * width, *(f"{v:>10}" for v in verdicts))
    for category, counts in by_category.items():
        print(f"{category:{width}}", *(f"{counts[v]:>10}" for v in verdicts))
    for verdict in verdicts:
        print(f"{verdict}: {by_category['all'][verdict] / max(1, len(outcomes)):.1%}")
    _count("Abstentions and failures", (o.kind for o in outcomes if o.kind))
    _count("Words not linked", (w for o in outcomes if o.kind == "words not linked" for w in o.words))
    _count("Words of several meanings", (w for o in outcomes if o.kind == "several meanings" for w in o.words))


def _count(title: str, names: Iterable[str]) -> None:
    counts = Counter(names).most_common(40)
    if counts:
        print(f"\n{title}: " + ", ".join(f"{name} ({count})" for name, count in counts))


if __name__ == "__main__":
    main()
