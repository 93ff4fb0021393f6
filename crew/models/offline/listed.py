"""The columns that a list shows."""

from crew.models.offline.inquiry import Inquiry
from crew.models.offline.labels import label_columns


def listed_columns(inquiry: Inquiry) -> tuple[str, ...]:
    """The columns of what is asked for: those named, and what names the rows where they are asked for themselves."""
    subject, vocabulary = inquiry.subject, inquiry.vocabulary
    columns: list[str] = []
    if subject is not None and subject.kind == "dimension":
        columns = [vocabulary.spec.dimensions[subject.name].column]
    elif subject is not None and subject.kind == "column":
        columns = [subject.name]
    elif subject is not None and (
        inquiry.subject_is_asked
        or bool(inquiry.ranking)
        or inquiry.names_wanted
        or not any(vocabulary.table_in(c) == subject.name for c in inquiry.columns)
    ):
        columns = label_columns(subject.name, vocabulary, with_key=True)
    return tuple(dict.fromkeys([*columns, *inquiry.columns, *inquiry.by]))
