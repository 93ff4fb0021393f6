"""What a question measures: a metric, an aggregate of a column, a count of rows."""

from crew.models.offline.compounds import is_plural
from crew.models.offline.conditions_said import conditions_of
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.labels import label_columns
from crew.models.offline.measured_words import money_columns
from crew.models.offline.names import name_words
from crew.models.offline.reading import Mention
from crew.models.offline.resolving import NUMERIC
from crew.models.offline.settling import column_of
from crew.models.offline.vocabulary import Target
from tools.sql.naming import phrase
from tools.wording import said


def take_measure(inquiry: Inquiry, mention: Mention, measure: str) -> None:
    """Add a measure, or bound it where the question compares it."""
    if mention.operator is not None:
        inquiry.having += [(measure, f) for f in conditions_of(measure, mention)]
        return
    if measure not in inquiry.measures:
        inquiry.measures.append(measure)
    if mention.role == "order":
        inquiry.order = measure


def count_of(target: Target, inquiry: Inquiry, mention: Mention) -> str:
    """What `how many` before a name measures."""
    if target.kind == "metric":
        note_counted(inquiry, mention, target.name)
        return target.name
    if target.kind == "table":
        return f"count({target.name})"
    column = inquiry.vocabulary.column(target.name) if target.kind == "column" else None
    if (
        column is not None
        and column.kind in NUMERIC
        and mention.role == "count"
        and name_words(column.name)[-1] != "id"
    ):
        return f"sum({target.name})"
    return f"count_distinct({column_of(target, inquiry)})"


def amounts_of(target: Target, inquiry: Inquiry) -> list[str]:
    """The amounts of money that the rows of a table hold."""
    table = inquiry.vocabulary.schema.table(target.table or target.name)
    columns = table.columns if table is not None and target.kind == "table" else ()
    return [f"{target.name}.{c.name}" for c in money_columns(columns)]


def average_of_rows(inquiry: Inquiry, mention: Mention, target: Target) -> str | None:
    """`the average payment` of rows that hold one amount of money; None where it is not clear what is averaged."""
    found = amounts_of(target, inquiry)
    if len(found) != 1 or is_plural(mention.item.text):
        return None
    words, meaning = f"average {mention.item.text}", f"average {phrase(found[0].rpartition('.')[2])}"
    inquiry.assumptions.append(said("“{words}” read as {meaning}", words=words, meaning=meaning))
    return f"avg({found[0]})"


def note_counted(inquiry: Inquiry, mention: Mention, metric: str) -> None:
    """Remember the table whose rows the word for a metric may mean as well."""
    for target in mention.item.targets:
        if target.kind == "table" and target.rank == 0:
            inquiry.counted[metric] = target.name


def is_average_of(measure: str, target: Target, inquiry: Inquiry) -> bool:
    """Whether a measure is the average of what each such row holds: `the average fee per ride` is one figure."""
    labels = label_columns(target.table or "", inquiry.vocabulary)
    is_row = target.kind == "table" or (target.kind == "dimension" and [column_of(target, inquiry)] == labels)
    metric = inquiry.vocabulary.spec.metrics.get(measure)
    expression = (metric.expression if metric else measure).strip().lower()
    return is_row and expression.startswith(f"avg({target.table}.".lower())
