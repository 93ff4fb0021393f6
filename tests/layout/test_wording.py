"""Every text that answers and reports carry stands in the catalogue, in every language, with the same places."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_file

from crew.reports.labels import CONTEXT, Labels, labels_for
from tools.wording import LANGUAGES, catalogue, retold, said, translated

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in LANGUAGES if language != "en"]


def _worded_in_code() -> set[str]:
    return {
        str(text)
        for package in ("tools", "tasks", "agents", "crew")
        for path in (ROOT / package).rglob("*.py")
        for _, text, *_ in extract_from_file("python", str(path), keywords={"said": None, "worded": None})
        if text.strip()  # other functions are called `said` too
    }


def _labels() -> set[str]:
    return {str(field.default) for field in fields(Labels) if field.name != "language"}


def _kept(language: str) -> Iterator[Message]:
    return (message for message in catalogue(language) if message.id)


def _places(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text)} - {None}


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_lacks_a_language(language: str) -> None:
    wanted = {(text, None) for text in _worded_in_code()} | {(text, CONTEXT) for text in _labels()}
    kept = {(str(message.id), message.context) for message in _kept(language) if message.string and not message.fuzzy}

    assert wanted - kept == set()
    assert kept - wanted == set(), "texts that the code no longer says"


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_lacks_a_place(language: str) -> None:
    for message in _kept(language):
        assert _places(str(message.string)) == _places(str(message.id)), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_every_filled_text_is_found_again(language: str) -> None:
    for text in sorted(_worded_in_code()):
        values = {str(name): "7" if name == "count" else f"<{name}>" for name in _places(text)}

        assert retold(said(text, **values), language) == translated(text, language).format(**values)


def test_a_text_keeps_what_it_is_about_and_what_others_wrote() -> None:
    text = "E3: null_dominant: `note` is empty in 90% of the rows"

    assert retold(text, "de") == "E3: null_dominant: `note` ist in 90% der Zeilen leer"
    assert retold("part of the search failed: HTTP 503", "fr") == "une partie de la recherche a échoué : HTTP 503"
    assert retold("Whatever the provider said.", "zh") == "Whatever the provider said."


def test_texts_in_a_row_are_told_anew_each() -> None:
    text = "The worker gave up. Nothing was found: `a; b`."

    assert retold(text, "es") == "El agente desistió. No se encontró nada: `a; b`."


def test_a_text_within_a_text_is_told_anew_too() -> None:
    inner = said(
        "Asked for the {kind} {asked}; the statement has {computed}.", kind="period", asked="Q1", computed="Q2"
    )
    text = said(
        "Asked and computed differ for {evidence}: {differences}", evidence="E1", differences=f"{inner}; {inner}"
    )

    told = "Gefragt war: Zeitraum Q1; die Abfrage hat Q2."
    assert retold(text, "de") == f"Gefragt und berechnet weichen ab bei E1: {told}; {told}"


def test_a_language_that_is_not_kept_is_english() -> None:
    assert labels_for("sv").summary == labels_for("en").summary
    assert retold("The worker gave up.", "sv") == "The worker gave up."
    assert labels_for("de-CH").summary == labels_for("de").summary != labels_for("en").summary
