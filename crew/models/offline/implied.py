"""What a superlative ranks by where nothing else is named: the longest river by length, the most common by count."""

from crew.models.offline.inquiry import Inquiry
from crew.models.offline.labels import label_columns
from crew.models.offline.measured_words import columns_about, money_columns
from crew.models.offline.names import name_words
from crew.models.offline.times import births, time_column
from crew.models.offline.vocabulary import Target
from tools.sql.naming import singular
from tools.wording import said


def rank_as_implied(inquiry: Inquiry) -> bool:
    """Set the order or measure that the superlative implies; False where it implies none that the subject has."""
    subject = inquiry.subject
    if subject is None:
        return False
    if any(word in COUNTED for word in inquiry.superlative.split()):
        others = [t for t in inquiry.tables if t != subject.table]
        if subject.kind == "table" and len(others) == 1:
            inquiry.measures.append(f"count({others[0]})")
            inquiry.subject_is_asked = True
            return True
        is_value = subject.kind in ("column", "dimension") and subject.table is not None and not others
        inquiry.measures += [f"count({subject.table})"] if is_value else []
        inquiry.subject_is_asked = inquiry.subject_is_asked or is_value
        return is_value
    table = inquiry.vocabulary.schema.table(subject.table or subject.name)
    born = births(table) if inquiry.superlative in ("oldest", "youngest") and subject.kind == "table" else []
    if len(born) == 1:
        inquiry.order, inquiry.limit = born[0], inquiry.limit or 1
        return True
    if inquiry.superlative in TIMED and table is not None and subject.kind == "table":
        time = time_column([table.name], inquiry.vocabulary, ())
        inquiry.order = time if time is not None and time.startswith(f"{table.name}.") else None
        inquiry.limit = inquiry.limit or 1
        return inquiry.order is not None
    nouns = {n for word in inquiry.superlative.split() for n in _NOUNS.get(word, ())}
    is_rows = table is not None and (subject.kind == "table" or _names_rows(subject, inquiry))
    fitting = columns_about(table.columns if table and is_rows else (), nouns)
    if not fitting and is_rows and table is not None and inquiry.superlative in SIZED:
        fitting = money_columns(table.columns)
    if len(fitting) != 1 or table is None:
        return False
    inquiry.order = f"{table.name}.{fitting[0].name}"
    inquiry.assumptions.append(
        said("“{words}” read as {meaning}", words=inquiry.superlative, meaning=" ".join(name_words(fitting[0].name)))
    )
    return True


def _names_rows(subject: Target, inquiry: Inquiry) -> bool:
    """Whether a dimension is the name of its table's rows."""
    dimension = inquiry.vocabulary.spec.dimensions.get(subject.name)
    labels = label_columns(subject.table or "", inquiry.vocabulary)
    return subject.kind == "dimension" and dimension is not None and dimension.column in labels


TIMED = ("latest", "newest", "first", "last", "most recent", "earliest", "oldest", "most recently")
SIZED = frozenset({
    "highest", "largest", "biggest", "greatest", "maximum", "max", "lowest", "smallest", "minimum", "min", "hochste",
    "hochsten", "hochster", "grosste", "grossten", "niedrigste", "niedrigsten", "kleinste", "kleinsten",
})  # fmt: skip
"""Superlatives that are about amounts where money is meant."""
MANY = frozenset({
    "most", "fewest", "least", "meiste", "meisten", "wenigsten", "le plus", "la plus", "les plus", "le moins",
    "la moins", "les moins", "mas", "menos",
})  # fmt: skip
_MUCH = frozenset({"highest", "lowest", "top", "bottom", "maximum", "minimum", "max", "min"})


def ranks_by_count(superlative: str, words: str) -> bool:
    """Whether a superlative before a name asks who has how many: `most orders`, and not `the largest order`."""
    last = words.split()[-1].lower()
    return superlative in MANY or (superlative in _MUCH and last != singular(last))


COUNTED = ("common", "frequent", "frequently", "popular")
_NOUNS = {
    "longest": ("length", "duration"),
    "shortest": ("length", "duration", "height"),
    "tallest": ("height", "altitude", "elevation"),
    "highest": ("height", "altitude", "elevation"),
    "heaviest": ("weight", "mass"),
    "lightest": ("weight", "mass"),
    "fastest": ("speed", "velocity"),
    "slowest": ("speed", "velocity"),
    "expensive": ("price", "cost"),
    "priciest": ("price", "cost"),
    "cheapest": ("price", "cost"),
    "largest": ("size", "area"),
    "biggest": ("size", "area"),
    "smallest": ("size", "area"),
}
