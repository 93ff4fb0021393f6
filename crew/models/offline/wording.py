"""The offline model's sentences, by language. Markers such as `[[f1]]` are filled by code."""

import re
from functools import cache

from crew.models.offline.language import content_stems
from tools.wording import worded

SPOKEN = ("en", "de", "fr", "es")
"""Languages the offline model can draft in; other questions are answered in English, and it says so."""

_PHRASES: dict[str, dict[str, str]] = {
    "en": {
        "value": "{measure}{of}{when} was {value}.",
        "value_row": "{measure} for {row}{when} was {value}.",
        "first": "{row} had the highest {measure}{when}: {value}.",
        "last": "{row} had the lowest {measure}{when}: {value}.",
        "rows": "There are {count} rows in all.",
        "item": "{row}.",
        "rose": "{measure}{of} rose by {change}, from {before} in {then} to {now} in {period}.",
        "fell": "{measure}{of} fell by {change}, from {before} in {then} to {now} in {period}.",
        "same": "{measure}{of} was {now} in {period}, the same as in {then}.",
        "a_fall": ": a fall of {amount}, against {whole}{among}.",
        "a_rise": ": a rise of {amount}, against {whole}{among}.",
        "peers": "By comparison, {measure} in {period} against {then}: {listed}.",
        "in_all": " in all",
        "share": "{row} had {share} of {measure}{when}: {value} of {whole}.",
        "says": "{source} says: “{quote}”",
        "cause": "As a reason, {source} states: “{quote}”",
        "of": " for {entity}",
        "without": " excluding {entity}",
        "and": " and ",
        "when": " in {period}",
        "document": "“{title}”{dated}",
        "dated": " ({date})",
        "no_rows": worded("Nothing was found in the database for {about}."),
        "no_passage": worded("No passage was found that answers this: {about}"),
        "left_out": worded("Not every row of the result could be told in a proved sentence."),
        "untold": worded("Rows were found, but no sentence about them could be proved; see the evidence."),
        "premise": worded("The figures do not show what the question takes for granted."),
        "language": worded("The offline model does not write in the question's language; the answer is in English."),
    },
    "de": {
        "value": "{measure}{of}{when}: {value}.",
        "value_row": "{measure} für {row}{when}: {value}.",
        "first": "{row} hatte den höchsten Wert für {measure}{when}: {value}.",
        "last": "{row} hatte den niedrigsten Wert für {measure}{when}: {value}.",
        "rows": "Insgesamt sind es {count} Zeilen.",
        "item": "{row}.",
        "rose": "{measure}{of} ist um {change} gestiegen, von {before} in {then} auf {now} in {period}.",
        "fell": "{measure}{of} ist um {change} gesunken, von {before} in {then} auf {now} in {period}.",
        "same": "{measure}{of}: {now} in {period}, unverändert gegenüber {then}.",
        "a_fall": ": ein Rückgang von {amount}, gegenüber {whole}{among}.",
        "a_rise": ": ein Anstieg von {amount}, gegenüber {whole}{among}.",
        "peers": "Zum Vergleich, {measure} in {period} gegenüber {then}: {listed}.",
        "in_all": " insgesamt",
        "share": "{row}: {share} von {measure}{when}, nämlich {value} von {whole}.",
        "says": "{source} sagt: “{quote}”",
        "cause": "Als Grund nennt {source}: “{quote}”",
        "of": " für {entity}",
        "without": " ohne {entity}",
        "and": " und ",
        "when": " in {period}",
        "document": "“{title}”{dated}",
        "dated": " ({date})",
        "no_rows": "In der Datenbank wurde nichts gefunden für {about}.",
        "no_passage": "Keine Textstelle beantwortet dies: {about}",
        "left_out": "Nicht jede Zeile des Ergebnisses ließ sich in einem belegten Satz sagen.",
        "untold": "Es wurden Zeilen gefunden, aber kein Satz darüber ließ sich belegen; siehe die Belege.",
        "premise": "Die Zahlen zeigen nicht, was die Frage voraussetzt.",
    },
    "fr": {
        "value": "{measure}{of}{when} : {value}.",
        "value_row": "{measure} pour {row}{when} : {value}.",
        "first": "{row} a la valeur la plus élevée pour {measure}{when} : {value}.",
        "last": "{row} a la valeur la plus faible pour {measure}{when} : {value}.",
        "rows": "Il y a {count} lignes en tout.",
        "item": "{row}.",
        "rose": "{measure}{of} a augmenté de {change}, de {before} en {then} à {now} en {period}.",
        "fell": "{measure}{of} a baissé de {change}, de {before} en {then} à {now} en {period}.",
        "same": "{measure}{of} : {now} en {period}, comme en {then}.",
        "a_fall": " : une baisse de {amount}, contre {whole}{among}.",
        "a_rise": " : une hausse de {amount}, contre {whole}{among}.",
        "peers": "Par comparaison, {measure} en {period} par rapport à {then} : {listed}.",
        "in_all": " au total",
        "share": "{row} : {share} de {measure}{when}, soit {value} sur {whole}.",
        "says": "{source} dit : “{quote}”",
        "cause": "Comme raison, {source} indique : “{quote}”",
        "of": " pour {entity}",
        "without": " sans {entity}",
        "and": " et ",
        "when": " en {period}",
        "document": "“{title}”{dated}",
        "dated": " ({date})",
        "no_rows": "Rien n'a été trouvé dans la base de données pour {about}.",
        "no_passage": "Aucun passage ne répond à ceci : {about}",
        "left_out": "Toutes les lignes du résultat n'ont pas pu être dites dans une phrase prouvée.",
        "untold": "Des lignes ont été trouvées, mais aucune phrase sur elles n'a pu être prouvée ; voir les preuves.",
        "premise": "Les chiffres ne montrent pas ce que la question suppose.",
    },
    "es": {
        "value": "{measure}{of}{when}: {value}.",
        "value_row": "{measure} para {row}{when}: {value}.",
        "first": "{row} tuvo el valor más alto de {measure}{when}: {value}.",
        "last": "{row} tuvo el valor más bajo de {measure}{when}: {value}.",
        "rows": "Hay {count} filas en total.",
        "item": "{row}.",
        "rose": "{measure}{of} aumentó un {change}, de {before} en {then} a {now} en {period}.",
        "fell": "{measure}{of} cayó un {change}, de {before} en {then} a {now} en {period}.",
        "same": "{measure}{of}: {now} en {period}, igual que en {then}.",
        "a_fall": ": una caída de {amount}, frente a {whole}{among}.",
        "a_rise": ": un aumento de {amount}, frente a {whole}{among}.",
        "peers": "En comparación, {measure} en {period} frente a {then}: {listed}.",
        "in_all": " en total",
        "share": "{row}: {share} de {measure}{when}, es decir {value} de {whole}.",
        "says": "{source} dice: “{quote}”",
        "cause": "Como razón, {source} indica: “{quote}”",
        "of": " para {entity}",
        "without": " sin {entity}",
        "and": " y ",
        "when": " en {period}",
        "document": "“{title}”{dated}",
        "dated": " ({date})",
        "no_rows": "No se encontró nada en la base de datos para {about}.",
        "no_passage": "Ningún pasaje responde a esto: {about}",
        "left_out": "No todas las filas del resultado pudieron decirse en una frase probada.",
        "untold": "Se encontraron filas, pero ninguna frase sobre ellas pudo probarse; véanse las pruebas.",
        "premise": "Las cifras no muestran lo que la pregunta da por hecho.",
    },
}


def say(language: str, phrase: str, **parts: str) -> str:
    """A sentence or part of one, with a capital at its start when it is a sentence."""
    text = (_PHRASES.get(language) or _PHRASES["en"])[phrase].format(**parts)
    return text[0].upper() + text[1:]


@cache
def own_words() -> frozenset[str]:
    """The stems of the words that these sentences bring themselves, such as `rose` and `states`."""
    texts = (re.sub(r"{\w+}", " ", text) for phrases in _PHRASES.values() for text in phrases.values())
    return frozenset(w for text in texts for w in content_stems(text))
