"""The words a report adds to what sections say, by language."""

from dataclasses import dataclass

from tasks.figures.printing import locale_of


@dataclass(frozen=True)
class Labels:
    """Headings and remarks; what answers and sources say stays as it is."""

    language: str = "en"
    summary: str = "Executive summary"
    key_figures: str = "Key figures"
    changed: str = "What changed since the last run"
    unchanged: str = "Nothing material changed since {when}."
    unchanged_checked: str = "{checked} statements and searches were made again; nothing moved beyond the thresholds."
    first_run: str = "This is the first run; there is nothing to compare it with yet."
    contents: str = "Contents"
    appendix: str = "How the numbers came about"
    statements: str = "Statements"
    passages: str = "Passages"
    models: str = "Models"
    cost: str = "Cost"
    calculations: str = "Calculations"
    sources: str = "Sources"
    conflicts: str = "Sources disagree"
    preferred: str = "believed"
    unproved: str = "Not proved, and therefore left out"
    missing: str = "Missing"
    warning: str = "Please note"
    assumed: str = "Assumed"
    differs: str = "Asked and computed differ"
    further: str = "Further proved sentences: {count}"
    question: str = "Question"
    period: str = "Period"
    as_of: str = "As of"
    rights: str = "Shows what {id} may see"
    audience: str = "For"
    change: str = "Change"
    versus: str = "vs"
    by: str = "by"
    rows_shown: str = "{shown} of {count} rows"
    proved: str = "proved by the evidence cited"
    judged: str = "judged by the verifier"
    removed: str = "Retention has removed this section's answer."
    made_by: str = "Every figure is placed by code from a cited cell, every quotation is word for word."
    no_answer: str = "No answer"
    verified: str = "Verified"
    partly_verified: str = "Partly verified"
    needs_review: str = "Needs review"
    clarify: str = "Question back"
    declined: str = "Declined"
    no_evidence: str = "No evidence"
    failed: str = "Failed"
    section: str = "Section"
    was: str = "was"
    page: str = "Page"
    cause_data: str = "the data changed"
    cause_documents: str = "the documents changed"
    cause_schema: str = "the schema changed"
    cause_wording: str = "only the wording changed"
    cause_definition: str = "the report's definition changed"
    cause_period: str = "another period"

    def status(self, status: str) -> str:
        """A section's or report's status in words."""
        return str(getattr(self, status, status))

    def cause(self, cause: str) -> str:
        """Why something changed, in words."""
        return str(getattr(self, f"cause_{cause}"))


WORDS: dict[str, dict[str, str]] = {
    "de": {
        "summary": "Zusammenfassung", "key_figures": "Kennzahlen", "changed": "Was sich seit dem letzten Lauf geändert hat",
        "unchanged": "Seit {when} hat sich nichts Wesentliches geändert.",
        "unchanged_checked": "{checked} Abfragen und Suchen wurden wiederholt; nichts liegt über den Schwellen.",
        "first_run": "Dies ist der erste Lauf; es gibt noch nichts zu vergleichen.", "contents": "Inhalt",
        "appendix": "Wie die Zahlen zustande kamen", "statements": "Abfragen", "passages": "Textstellen", "models": "Modelle",
        "cost": "Kosten", "calculations": "Rechnungen", "sources": "Quellen", "conflicts": "Quellen widersprechen sich",
        "preferred": "maßgeblich", "unproved": "Nicht belegt und deshalb weggelassen", "missing": "Es fehlt",
        "warning": "Bitte beachten", "assumed": "Angenommen", "differs": "Gefragt und berechnet weichen ab",
        "further": "Weitere belegte Sätze: {count}", "question": "Frage", "period": "Zeitraum", "as_of": "Stand",
        "rights": "Zeigt, was {id} sehen darf", "audience": "Für", "change": "Veränderung", "versus": "ggü.", "by": "nach",
        "rows_shown": "{shown} von {count} Zeilen", "proved": "durch die genannten Belege bewiesen",
        "judged": "vom Prüfer beurteilt", "removed": "Die Antwort dieses Abschnitts wurde nach Ablauf der Frist gelöscht.",
        "made_by": "Jede Zahl wurde vom Programm aus einer genannten Zelle eingesetzt, jedes Zitat ist wörtlich.",
        "no_answer": "Keine Antwort", "verified": "Belegt", "partly_verified": "Teilweise belegt",
        "needs_review": "Zu prüfen", "clarify": "Rückfrage", "declined": "Abgelehnt", "no_evidence": "Kein Beleg",
        "failed": "Fehlgeschlagen", "section": "Abschnitt", "was": "vorher", "page": "Seite",
        "cause_data": "die Daten haben sich geändert", "cause_documents": "die Dokumente haben sich geändert",
        "cause_schema": "das Schema hat sich geändert", "cause_wording": "nur die Formulierung ist anders",
        "cause_definition": "der Bericht wurde anders definiert", "cause_period": "anderer Zeitraum",
    },
    "fr": {
        "summary": "Synthèse", "key_figures": "Chiffres clés", "changed": "Ce qui a changé depuis la dernière édition",
        "unchanged": "Rien d’important n’a changé depuis {when}.",
        "unchanged_checked": "{checked} requêtes et recherches ont été refaites ; rien ne dépasse les seuils.",
        "first_run": "C’est la première édition ; il n’y a encore rien à comparer.", "contents": "Sommaire",
        "appendix": "Comment les chiffres ont été obtenus", "statements": "Requêtes", "passages": "Passages", "models": "Modèles",
        "cost": "Coût", "calculations": "Calculs", "sources": "Sources", "conflicts": "Les sources se contredisent",
        "preferred": "retenu", "unproved": "Non prouvé, donc omis", "missing": "Il manque", "warning": "À noter",
        "assumed": "Hypothèse", "differs": "Demandé et calculé diffèrent", "further": "Autres phrases prouvées : {count}",
        "question": "Question", "period": "Période", "as_of": "Au", "rights": "Montre ce que {id} peut voir",
        "audience": "Pour", "change": "Évolution", "versus": "contre", "by": "par", "rows_shown": "{shown} lignes sur {count}",
        "proved": "prouvé par les pièces citées", "judged": "jugé par le vérificateur",
        "removed": "La réponse de cette section a été effacée à l’échéance.",
        "made_by": "Chaque chiffre est placé par le programme depuis une cellule citée, chaque citation est littérale.",
        "no_answer": "Pas de réponse", "verified": "Vérifié", "partly_verified": "Vérifié en partie",
        "needs_review": "À revoir", "clarify": "Question en retour", "declined": "Refusé", "no_evidence": "Sans preuve",
        "failed": "Échec", "section": "Section", "was": "avant", "page": "Page",
        "cause_data": "les données ont changé", "cause_documents": "les documents ont changé",
        "cause_schema": "le schéma a changé", "cause_wording": "seule la formulation a changé",
        "cause_definition": "la définition du rapport a changé", "cause_period": "autre période",
    },
    "es": {
        "summary": "Resumen", "key_figures": "Cifras clave", "changed": "Qué ha cambiado desde la última edición",
        "unchanged": "Nada importante ha cambiado desde {when}.",
        "unchanged_checked": "Se repitieron {checked} consultas y búsquedas; nada supera los umbrales.",
        "first_run": "Es la primera edición; todavía no hay con qué comparar.", "contents": "Contenido",
        "appendix": "Cómo se obtuvieron las cifras", "statements": "Consultas", "passages": "Pasajes", "models": "Modelos",
        "cost": "Coste", "calculations": "Cálculos", "sources": "Fuentes", "conflicts": "Las fuentes se contradicen",
        "preferred": "válido", "unproved": "Sin prueba, y por eso omitido", "missing": "Falta", "warning": "Nota",
        "assumed": "Supuesto", "differs": "Lo pedido y lo calculado difieren", "further": "Otras frases probadas: {count}",
        "question": "Pregunta", "period": "Periodo", "as_of": "A fecha de", "rights": "Muestra lo que {id} puede ver",
        "audience": "Para", "change": "Variación", "versus": "frente a", "by": "por", "rows_shown": "{shown} de {count} filas",
        "proved": "probado por las pruebas citadas", "judged": "valorado por el verificador",
        "removed": "La respuesta de esta sección se borró al vencer su plazo.",
        "made_by": "Cada cifra la coloca el programa desde una celda citada, cada cita es literal.",
        "no_answer": "Sin respuesta", "verified": "Verificado", "partly_verified": "Verificado en parte",
        "needs_review": "Por revisar", "clarify": "Pregunta de vuelta", "declined": "Rechazado", "no_evidence": "Sin prueba",
        "failed": "Fallido", "section": "Sección", "was": "antes", "page": "Página",
        "cause_data": "los datos cambiaron", "cause_documents": "los documentos cambiaron",
        "cause_schema": "el esquema cambió", "cause_wording": "solo cambió la redacción",
        "cause_definition": "cambió la definición del informe", "cause_period": "otro periodo",
    },
}  # fmt: skip


def labels_for(language: str) -> Labels:
    """The words of a language; English where there are none."""
    words = WORDS.get(locale_of(language).language, {})
    return Labels(language=language, **words)
