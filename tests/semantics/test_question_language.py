"""A question of a few words is told to be in its language, so that it is answered or refused in it."""

import pytest

from tasks.question_language import question_language


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Wie hoch war der Umsatz 2024?", "de"),
        ("Wie viele Kunden gibt es?", "de"),
        ("Was kostet ein Schlüssel?", "de"),
        ("Welche Kunden wohnen in Graz?", "de"),
        ("Umsatz nach Land", "de"),
        ("Quel est le délai de retour ?", "fr"),
        ("Combien de commandes en 2024 ?", "fr"),
        ("Que dit le contrat ?", "fr"),
        ("Qui dirige l’entreprise ?", "fr"),
        ("¿Cuántos clientes hay?", "es"),
        ("Qué dice el contrato", "es"),
        ("Ingresos por país", "es"),
        ("Was the budget approved?", "en"),
        ("Who won?", "en"),
        ("Which hotels are in La Paz?", "en"),
        ("Quantos clientes temos?", "pt"),
        ("2024年的收入是多少？", "zh"),
    ],
)
def test_a_short_question_is_in_the_language_that_it_opens_in(question: str, language: str) -> None:
    assert question_language(question) == language


@pytest.mark.parametrize("words", ["Revenue 2024", "Sales Las Vegas", "Orders El Paso", "Revenue in Die", ""])
def test_a_name_in_a_few_words_tells_no_language(words: str) -> None:
    assert question_language(words) in (None, "en")
