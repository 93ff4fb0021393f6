"""What a report says has changed since its last run, and why."""

import sqlite3
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from crew.desk import Desk
from crew.reports.document import DriftOut
from crew.reports.drift import drift_since
from crew.reports.keeping import last_run
from crew.reports.render.pages import as_html, as_markdown
from tests.reports.conftest import BY_COUNTRY, QUESTION, RETURNS, TOTAL, Run, Write

Sql = Callable[[str], None]


@pytest.fixture
def sql(config: Path) -> Sql:
    """Changes the shop's database."""

    def execute(statement: str) -> None:
        with sqlite3.connect(config.parent / "shop.sqlite") as connection:
            connection.executescript(statement)

    return execute


@pytest.fixture
def compare(write: Write, at_desk: Callable[..., Desk]) -> Callable[..., DriftOut]:
    """What changed since the last run, without a new one."""

    def compared(*sections: dict, **changes: object) -> DriftOut:
        report = write(*sections, **changes)
        with at_desk() as desk:
            kept = last_run(desk.store, report)
            assert kept is not None
            return drift_since(kept, report, desk)

    return compared


def test_nothing_is_said_to_have_changed_when_nothing_has(run: Run) -> None:
    assert run(TOTAL, BY_COUNTRY, QUESTION, RETURNS).drift is None, "the first run has nothing to be compared with"

    second = run(TOTAL, BY_COUNTRY, QUESTION, RETURNS)

    assert second.drift is not None
    assert second.drift.changes == []
    assert second.drift.checked >= 5
    assert not second.is_short
    assert "Nothing material changed since" in as_html(second)


def test_a_short_report_says_only_that_nothing_changed(run: Run) -> None:
    run(TOTAL, BY_COUNTRY, unchanged="short")

    second = run(TOTAL, BY_COUNTRY, unchanged="short")

    assert second.is_short
    for text in (as_html(second), as_markdown(second)):
        assert "Nothing material changed since" in text
        assert "€550.50" in text
        assert "Executive summary" not in text
        assert "SELECT" not in text


def test_a_restated_cell_is_named_with_both_values(run: Run, sql: Sql, compare: Callable[..., DriftOut]) -> None:
    run(BY_COUNTRY)
    sql("UPDATE orders SET amount = 250.00 WHERE amount = 200.00")

    drift = compare(BY_COUNTRY)

    (change,) = drift.changes
    assert (change.cause, change.what) == ("data", "Spain · revenue")
    assert (change.before, change.now, change.relative) == ("€200", "€250", "+25.0%")
    assert change.is_material


def test_a_change_within_the_thresholds_raises_no_alarm(run: Run, sql: Sql, compare: Callable[..., DriftOut]) -> None:
    run(BY_COUNTRY)
    sql("UPDATE orders SET amount = 201.00 WHERE amount = 200.00")

    relative = compare(BY_COUNTRY, thresholds={"relative": 0.01})
    absolute = compare(BY_COUNTRY, thresholds={"relative": 0, "absolute": {"EUR": 5}})
    neither = compare(BY_COUNTRY, thresholds={"relative": 0.001, "absolute": {"EUR": 0.5}})

    assert len(relative.changes) == len(absolute.changes) == 1
    assert relative.material == absolute.material == []
    assert len(neither.material) == 1


def test_rows_that_came_and_went_are_named(run: Run, sql: Sql, compare: Callable[..., DriftOut]) -> None:
    run(BY_COUNTRY)
    sql("UPDATE customers SET country = 'Italy' WHERE country = 'France'")

    changes = compare(BY_COUNTRY).changes

    assert {"− France", "+ Italy"} <= {change.what for change in changes}
    assert {change.cause for change in changes} == {"data"}


def test_a_column_that_is_gone_is_a_change_of_the_schema(run: Run, sql: Sql, compare: Callable[..., DriftOut]) -> None:
    run(TOTAL)
    sql("ALTER TABLE orders RENAME COLUMN ordered_on TO bought")

    drift = compare(TOTAL)

    assert drift.changes
    assert {change.cause for change in drift.changes} == {"schema"}
    assert all(change.is_material for change in drift.changes)


def test_a_document_that_reads_differently_is_shown_with_both_wordings(
    run: Run, config: Path, indexed: Callable[[], None], compare: Callable[..., DriftOut]
) -> None:
    run(RETURNS)
    note = config.parent / "notes" / "returns.md"
    note.write_text(note.read_text().replace("cannot be returned", "can be returned within a week"))
    indexed()

    drift = compare(RETURNS)

    assert "documents" in {change.cause for change in drift.changes}
    change = next(change for change in drift.changes if change.before)
    assert "cannot be returned" in (change.before or "")
    assert change.is_material


def test_a_new_document_on_the_subject_is_named(
    run: Run, config: Path, indexed: Callable[[], None], compare: Callable[..., DriftOut]
) -> None:
    run(RETURNS)
    told = "The returns policy for sale items has changed."
    text = f"---\ntitle: Sale items\ndate: 2025-10-01\n---\n# Sale items\n\n{told}\n"
    (config.parent / "notes" / "sale.md").write_text(text)
    indexed()

    drift = compare(RETURNS)

    assert [(change.cause, change.what) for change in drift.material] == [("documents", "+ “Sale items”")]
    assert compare(RETURNS, thresholds={"documents": False}).material == []


def test_another_period_is_no_restatement(run: Run) -> None:
    run(TOTAL, period="last quarter", today=date(2025, 10, 20))

    drift = run(TOTAL, period="last quarter", today=date(2024, 10, 20)).drift

    assert drift is not None
    assert {change.cause for change in drift.changes} == {"period"}


def test_a_changed_definition_is_told(run: Run) -> None:
    run(TOTAL, QUESTION)

    drift = run(TOTAL, {**QUESTION, "question": "What was revenue in France in {period}?"}, BY_COUNTRY).drift

    assert drift is not None
    assert [(change.cause, change.section) for change in drift.changes] == [
        ("definition", "Spain"),
        ("definition", "Revenue by country"),
    ]


def test_another_wording_over_the_same_evidence_is_not_material(run: Run, at_desk: Callable[..., Desk]) -> None:
    run(TOTAL)
    with at_desk() as desk:
        record = desk.store.report_runs("shop-review")[0]
        outcome = record.outcome or {}
        outcome["document"]["sections"][0]["sentences"][0]["text"] = "Revenue went down."
        desk.store.finish_report(record.id, status="verified", outcome=outcome)

    drift = run(TOTAL).drift

    assert drift is not None
    assert [(change.cause, change.is_material) for change in drift.changes] == [("wording", False)]
