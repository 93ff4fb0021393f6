"""A report speaks one language: headings, and what is said of answers, of what stands against them and of failures."""

from typing import Any

import pytest

from crew.answer import Answer, ConflictOut, ReceiptLineOut, SentenceOut, StepOut, UsageOut
from crew.answering.localised import in_its_language
from crew.desk import Desk
from crew.errors import CrewError
from crew.reports.document import ReportDocument
from crew.reports.render.pages import as_html
from tests.reports.conftest import BY_COUNTRY, TOTAL, Run

EMPTY: dict[str, Any] = {"title": "Nowhere", "metric": "revenue", "filters": {"country": "Atlantis"}}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The statement ran and no row met its conditions."),
        ("de", "Die Abfrage lief, und keine Zeile erfüllte ihre Bedingungen."),
        ("fr", "La requête a été exécutée et aucune ligne ne remplit ses conditions."),
        ("es", "La consulta se ejecutó y ninguna fila cumple sus condiciones."),
        ("zh", "查询已执行，但没有任何行符合条件。"),
    ],
)
def test_what_is_missing_is_said_in_the_report_s_language(run: Run, language: str, said: str) -> None:
    document = run(EMPTY, language=language)

    assert said in " ".join(document.sections[0].missing)
    assert said in as_html(document)


def test_what_stands_against_an_answer_is_told_in_its_language() -> None:
    rule = ConflictOut(
        about="revenue", values=[], rule="shop is believed before notes, by the domain's order of authority."
    )
    step = StepOut(id="s1", worker="sql_analyst", source="shop", status="failed", reason="no such table: orders")
    line = ReceiptLineOut(
        slot="now", asked="", computed="", mismatches=["Asked for the unit EUR; the statement has USD."]
    )
    removed = SentenceOut(text="Revenue fell.", supported=False, reason="No evidence says so.")

    told = in_its_language(
        _answer(
            language="de",
            conflicts=[rule],
            steps=[step],
            receipt=[line],
            removed=[removed],
            missing=["now: no such table: orders"],
            warnings=["gpt did not answer: no answer in time"],
            assumptions=["Of orders, only the rows that ana may see."],
        )
    )

    assert told.conflicts[0].rule == "shop gilt nach der Rangfolge des Fachgebiets vor notes."
    assert told.steps[0].reason == "Der letzte Versuch schlug fehl: no such table: orders"
    assert told.missing == ["now: Der letzte Versuch schlug fehl: no such table: orders"]
    assert told.receipt[0].mismatches == ["Gefragt war: Einheit EUR; die Abfrage hat USD."]
    assert told.removed[0].reason == "Die Prüfung des Satzes, in ihren eigenen Worten: No evidence says so."
    assert told.warnings == ["gpt hat nicht geantwortet: keine rechtzeitige Antwort"]
    assert told.assumptions == ["Von orders nur die Zeilen, die ana sehen darf."]


def test_an_answer_in_english_is_left_as_it_is() -> None:
    answer = _answer(status="failed", answer="HTTP 503", missing=["now: no such table: orders"])

    assert in_its_language(answer) == answer
    assert in_its_language(_answer(status="failed", answer="HTTP 503", language="es")).answer == (
        "La pregunta no se pudo responder: HTTP 503"
    )


def _answer(**changes: Any) -> Answer:
    fixed = {"run_id": "r", "domain": "shop", "asker": "ana", "question": "?", "today": "2025-10-20"}
    told = {"status": "needs_review", "terminal_reason": "answered_partly", "answer": "", "usage": UsageOut()}
    return Answer.model_validate({**fixed, **told, **changes})


@pytest.mark.parametrize(("error", "kept"), [(CrewError("HTTP 503"), "HTTP 503"), (ValueError("no"), "ValueError: no")])
def test_a_failure_stands_in_a_sentence_of_the_language(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, kept: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Desk, "ask", fail)

    document = run(TOTAL, language="fr")

    assert document.sections[0].status == "failed"
    assert document.sections[0].message == f"Cette section n’a pas pu recevoir de réponse : {kept}"


def test_sources_charts_and_the_appendix_speak_it_too(run: Run) -> None:
    document = run(BY_COUNTRY, language="de")
    (section,) = document.sections

    assert [source.words for source in section.sources] == [
        "Revenue nach country · Q3 2025",
        "Revenue nach country · Q3 2024",
    ]
    assert section.chart is not None
    assert section.chart.alt.startswith("Balkendiagramm: Revenue nach country.")
    assert [each["rows"] for each in document.appendix.statements] == ["2 Zeilen", "2 Zeilen"]
    assert "Veränderung von" in document.appendix.calculations[0]
    assert "rows" not in _told(document)


def _told(document: ReportDocument) -> str:
    return " ".join(str(each["rows"]) for each in document.appendix.statements)


def test_a_question_back_is_asked_in_the_language(run: Run) -> None:
    document = run({"title": "Unklar", "question": "What was the frobnication of the shop?"}, language="de")

    assert document.sections[0].status in ("clarify", "declined", "no_evidence", "partly_verified")
    assert "I do not know" not in document.sections[0].message


def test_an_answer_without_evidence_says_so_in_its_language() -> None:
    missing = ["now: Nothing was found: orders."]

    told = in_its_language(_answer(status="no_evidence", answer="Not proved …", missing=missing, language="de"))

    assert told.answer == (
        "Nicht belegt: Es wurde kein Beleg gefunden, der dies beantwortet. now: Es wurde nichts gefunden: orders."
    )
