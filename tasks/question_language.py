"""Which language a question is in, which is often too short to tell as the language of a document is."""

import re

from tasks.checks.neutral_words import guess_language
from tasks.dates.period_language import without_accents
from tools.documents.language import detect_language

_OPENINGS = {
    "en": "how what which who whom whose when where why was is are were do does did show list give",
    "de": "wie was welche welcher welches welchen welchem wer wen wem wessen wann wo warum wieso weshalb wieviel zeige "
    "zeig nenne gib gibt ist sind war waren hat haben",
    "fr": "quel quelle quels quelles combien qui quand ou comment pourquoi que montre montrez donne "
    "donnez listez est-ce",
    "es": "cual cuales cuanto cuanta cuantos cuantas quien quienes cuando donde como que muestra dame enumera hay",
    "it": "quanto quanti quante quale quali chi quando dove perche",
    "pt": "quanto quantos quantas qual quais quem quando onde como",
    "nl": "hoe hoeveel wie wat welke wanneer waar waarom",
}
_OPENING = re.compile(r"\W*([^\W\d_]+(?:-[^\W\d_]+)?)(.*)", re.DOTALL)


def question_language(question: str) -> str | None:
    """The ISO 639-1 code of a question's language, by how it opens and its small words; None when nothing tells it."""
    if "¿" in question:
        return "es"
    opened = _OPENING.match(question)
    opening, rest = (opened[1].casefold(), opened[2]) if opened else ("", question)
    asked = [language for language, words in _OPENINGS.items() if without_accents(opening) in words.split()]
    told = [detect_language(question), guess_language(_without_names(rest if asked else question))]
    agreed = [language for language in told if language in asked]
    return next(iter([*agreed, *asked, *filter(None, told)]), None)


def _without_names(question: str) -> str:
    """The words of a question but for those inside it that begin with a capital, as `Las` in `sales of Las Vegas`."""
    first, *others = question.split() or [""]
    return " ".join([first, *(word for word in others if not word[:1].isupper())])
