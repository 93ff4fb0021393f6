"""The words a report adds to what sections say, by language."""

from dataclasses import dataclass, fields

from tools.wording import translated

CONTEXT = "report"
"""Of the catalogue: labels are short, and mean something else elsewhere."""


@dataclass(frozen=True)
class Labels:
    """Headings and remarks in English; `labels_for` gives those of a language."""

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
    counted: str = (
        "{model_calls} model calls · {statements} statements · {searches} searches · {shared} shared · {tokens} tokens"
    )
    reader: str = "With the rights of"
    standing: str = "Status"
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
    cannot: str = "This section could not be answered: {error}"
    nothing_found: str = "nothing found: {tried}"
    not_read: str = "not compared: {part}"
    rows_of: str = "rows"
    is_empty: str = "is empty"
    not_empty: str = "is not empty"
    points: str = "pp"
    chart_bars: str = "Bar chart"
    chart_columns: str = "Column chart"
    chart_line: str = "Line chart"
    chart_by: str = "{measure} by {keys}"

    def status(self, status: str) -> str:
        """A section's or report's status in words."""
        return str(getattr(self, status, status))

    def cause(self, cause: str) -> str:
        """Why something changed, in words."""
        return str(getattr(self, f"cause_{cause}"))


def labels_for(language: str) -> Labels:
    """The words of a language; English where there are none."""
    words = {field.name: field.default for field in fields(Labels) if field.name != "language"}
    return Labels(language=language, **{name: translated(str(text), language, CONTEXT) for name, text in words.items()})
