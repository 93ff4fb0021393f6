"""A report's run: sections with their proof, whose rights they show, and what happens when one fails."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest

from crew.answering.sharing import SharedFetches
from crew.delivery.delivering import post_parcel
from crew.delivery.specs import target_of
from crew.desk import Desk
from crew.errors import CrewError, WrongInput
from crew.reports.keeping import kept_run, last_run
from crew.reports.running import run_report
from crew.reports.summary import exit_code
from crew.schedule.packing import packed
from tests.reports.conftest import BY_COUNTRY, QUESTION, RETURNS, TOTAL, Run, Write
from tools.asker import Asker
from tools.documents.index import DocumentCard, IndexDown

TEXT = {"title": "How to read {period}", "text": "First {period}.\n\nThen the rest."}


def test_each_section_has_its_answer_with_marks_rows_and_sources(run: Run) -> None:
    document = run(TOTAL, BY_COUNTRY, QUESTION, RETURNS, TEXT)

    assert [section.status for section in document.sections] == ["verified"] * 4 + ["text"]
    total, by_country, question, returns, text = document.sections
    assert "€800" in total.sentences[0].text
    assert total.sentences[0].supported
    france, spain = by_country.tables[0].rows
    assert france == ["France", "€350.50", "€300.00", "+16.8%"]
    assert spain == ["Spain", "€200.00", "€500.00", "-60.0%"]
    assert [source.evidence for source in by_country.sources] == ["E1", "E2"]
    assert "€200" in question.sentences[0].text
    assert "Sale items cannot be returned" in returns.sentences[0].text
    assert text.title == "How to read Q3 2025"
    assert text.paragraphs == ["First Q3 2025.", "Then the rest."]
    assert exit_code(document.sections) == 0


def test_a_metric_is_planned_without_a_model(run: Run) -> None:
    document = run(TOTAL)

    assert document.appendix.usage["model_calls"] == 1  # the draft; its sentences are proved by code
    assert document.appendix.usage["statements"] == 2


def test_the_summary_repeats_proved_sentences_and_says_where_they_stand(run: Run) -> None:
    document = run(TOTAL, BY_COUNTRY, {**QUESTION, "in_summary": False})

    told = {sentence.text for section in document.sections for sentence in section.sentences if sentence.supported}
    assert [line.section for line in document.summary] == [1, 2]
    assert {line.text for line in document.summary} <= told
    assert "Spain" in document.summary[1].text, "the largest change of a breakdown leads"


def test_a_headline_figure_is_a_cell_with_its_change(run: Run) -> None:
    tile = run(TOTAL).tiles[0]

    assert (tile.value, tile.change, tile.tone) == ("€550.50", "-31.2%", "bad")
    assert tile.before == "vs €800, Q3 2024"
    assert tile.evidence == ["E1", "E2"]


def test_the_report_says_whose_rights_it_shows(run: Run) -> None:
    document = run(run_as={"id": "ana", "groups": ["owners"]})

    assert document.run_as.id == "ana"
    assert document.run_as.groups == ["owners"]
    assert document.audience == ["ana", "*@shop.example"]


def test_a_desk_of_someone_else_is_refused(write: Write, at_desk: Callable[..., Desk]) -> None:
    report = write()

    with at_desk("eve") as desk, pytest.raises(WrongInput, match="shows the rights of `ana`"):
        run_report(report, desk)


def test_a_section_that_fails_is_shown_as_failed_and_the_rest_is_delivered(
    write: Write, at_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = write(QUESTION, TOTAL, RETURNS)
    with at_desk() as desk:
        ask = desk.ask

        def failing(question: str, **keywords: object) -> object:
            if "Spain" in question:
                raise CrewError("The provider is away.")
            if "policy" in question:
                raise ZeroDivisionError("a bug")
            return ask(question, **keywords)  # type: ignore[arg-type]

        monkeypatch.setattr(desk, "ask", failing)
        document = run_report(report, desk)

    assert [section.status for section in document.sections] == ["failed", "verified", "failed"]
    assert document.sections[0].message == "This section could not be answered: The provider is away."
    assert document.sections[2].message.endswith(": ZeroDivisionError: a bug")
    assert document.status == "needs_review"
    assert exit_code(document.sections) == 20


def test_sections_share_what_they_fetch(run: Run) -> None:
    again = {**BY_COUNTRY, "title": "The same again", "chart": "none"}

    document = run(BY_COUNTRY, again)

    assert document.appendix.usage["shared"] == 2
    assert len(document.appendix.statements) == 2
    assert sorted(document.appendix.statements[0]["used"]) == ["1·E1", "2·E1"]


def test_a_fetch_under_way_is_waited_for_and_a_failed_one_is_tried_again() -> None:
    shared, begun, release, made = SharedFetches(), threading.Event(), threading.Event(), []

    def slow() -> str:
        begun.set()
        release.wait(5)
        made.append("slow")
        return "rows"

    first = threading.Thread(target=shared.once, args=("key", slow))
    first.start()
    begun.wait(5)
    second = threading.Thread(target=shared.once, args=("key", lambda: made.append("second")))
    second.start()
    release.set()
    first.join(5)
    second.join(5)
    with pytest.raises(OSError, match="away"):
        shared.once("other", lambda: (_ for _ in ()).throw(OSError("away")))

    assert made == ["slow"]
    assert shared.saved == 1
    assert shared.once("other", lambda: "later") == "later"


def test_a_run_is_kept_for_its_audience_only(run: Run, at_desk: Callable[..., Desk]) -> None:
    document = run()

    with at_desk() as desk:
        assert kept_run(desk.store, "shop-review", None, Asker(id="bo@shop.example")).title == "Shop review, Q3 2025"
        assert kept_run(desk.store, "shop-review", document.report_run[:10], Asker(id="ana")) == document
        with pytest.raises(WrongInput, match="`eve` is not in the audience"):
            kept_run(desk.store, "shop-review", None, Asker(id="eve"))


def test_a_section_whose_run_retention_emptied_keeps_only_its_title(run: Run, at_desk: Callable[..., Desk]) -> None:
    document = run(TOTAL, BY_COUNTRY)

    with at_desk() as desk:
        desk.store.finish_run(document.sections[0].run_id or "", status="verified", terminal_reason="answered")
        outcome = next(record.outcome for record in desk.store.report_runs("shop-review"))
        desk.store.purge(desk.store._clock() + timedelta(days=1))
        emptied = next(record.outcome for record in desk.store.report_runs("shop-review"))
        desk.store.finish_report(document.report_run, status="verified", outcome=outcome)
        kept = kept_run(desk.store, "shop-review", None, Asker(id="ana"))

    assert emptied is None, "what a report said goes with the runs it rests on"
    assert [section.status for section in kept.sections] == ["removed", "removed"]
    assert (kept.sections[0].sentences, kept.summary, kept.tiles, kept.appendix.statements) == ([], [], [], [])


def test_erasing_a_run_erases_the_reports_that_tell_of_it(run: Run, write: Write, at_desk: Callable[..., Desk]) -> None:
    first, second = run(TOTAL), run(TOTAL)

    with at_desk() as desk:
        parcels = [
            post_parcel(desk.store, packed(each, write(TOTAL), [], key=each.report_run), []) for each in (first, second)
        ]
        desk.store.erase(first.sections[0].run_id or "")
        kept = {record.id: record.outcome is not None for record in desk.store.report_runs("shop-review")}

        emptied = [desk.store.parcel(parcel).subject is None for parcel in parcels]

    assert kept == {first.report_run: False, second.report_run: True}
    assert emptied == [True, False]


def test_a_due_time_is_run_once(write: Write, at_desk: Callable[..., Desk]) -> None:
    report = write(TOTAL)
    with at_desk() as desk:
        moment = desk.store._clock()
        run_report(report, desk, due_at=moment)

        with pytest.raises(WrongInput, match="runs already or has run"):
            run_report(report, desk, due_at=moment)


def test_only_what_receivers_take_is_rendered(run: Run, write: Write) -> None:
    document = run(TOTAL)
    targets = [target_of({"to": "webhook", "url": "https://example.org/hook", "secret_env": "HOOK"})]

    assert [file.format for file in packed(document, write(TOTAL), targets, key="now").files] == ["json"]


def test_days_and_months_of_sentences_are_written_as_people_write_them(run: Run) -> None:
    days = {"title": "Days", "metric": "revenue", "period": "2025-07-02 … 2025-09-29"}
    document = run(days, {"title": "By month", "metric": "revenue", "by": ["month"]})

    week, months = document.sections
    assert "Jul 2\u2009–\u2009Sep 29, 2025" in week.sentences[0].text
    assert "2025-07" not in "".join(sentence.text for section in (week, months) for sentence in section.sentences)
    assert document.summary[0].text == week.sentences[0].text


def test_old_runs_are_forgotten(run: Run, at_desk: Callable[..., Desk]) -> None:
    for _ in range(3):
        run(TOTAL, retention={"runs": 2})

    with at_desk() as desk:
        kept = [record.outcome is not None for record in desk.store.report_runs("shop-review")]

    assert kept == [True, True, False]


def test_a_report_whose_document_index_goes_down_is_delivered_and_kept(
    write: Write, at_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object, **__: object) -> list[DocumentCard]:
        raise IndexDown("The index does not answer.")

    report = write(TOTAL, RETURNS)
    with at_desk() as desk:
        monkeypatch.setattr(desk.index("notes").index, "documents", down)
        document = run_report(report, desk)
        kept = last_run(desk.store, report)

    assert document.sections[0].status == "verified"
    assert kept is not None
    assert kept.known == {}
