"""One database of the domain, and the question as it reads on that database."""

from dataclasses import dataclass
from datetime import date

from crew.models.offline.doubts import doubt_wording
from crew.models.offline.inquiring import inquire
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.language import content_stems
from crew.models.offline.linking import Linked, link_question
from crew.models.offline.material import Material
from crew.models.offline.names import name_words
from crew.models.offline.participles import is_state_told
from crew.models.offline.reader import read_roles
from crew.models.offline.resolving import DATED, resolve
from crew.models.offline.settling import counted_table, measured_table
from crew.models.offline.shapes.errors import not_together
from crew.models.offline.times import are_related, date_columns, year_columns, years_before
from crew.models.offline.vocabulary import vocabulary_of
from tools.errors import ToolError
from tools.sql.compile import compile_query
from tools.sql.schema import Schema, Table
from tools.sql.semantics import Semantics
from tools.terms import Filter, Operator, StructuredQuery


@dataclass(frozen=True)
class Ground:
    """A question on one database: how its words were linked and what is asked in comparable terms."""

    source: str
    schema: Schema
    semantics: Semantics
    linked: Linked
    inquiry: Inquiry

    @property
    def names(self) -> int:
        """How many words or phrases stand for something the database knows."""
        return sum(1 for i in self.linked.items if i.targets and any(t.rank == 0 for t in i.targets))

    def refusal(self, query: StructuredQuery) -> str:
        """Why code cannot write the statement for a query; empty when it can."""
        try:
            statement = compile_query(query, self.schema, self.semantics).statement.lower()
        except ToolError as error:
            return str(error)
        unused = [t for t in self.inquiry.tables if t.lower() not in statement]
        return f"`{unused[0]}` could not be brought into one statement with the rest." if unused else ""

    def compilable(self, query: StructuredQuery) -> StructuredQuery:
        """The query, or one that counts the same rows by their keys where joins repeat them. Raises NotClear."""
        refusal = self.refusal(query)
        if not refusal:
            return query
        counting = {m: self._distinct(m) for m in (*query.measures, *(c.column for c in query.having))}
        update = {
            "measures": tuple(counting[m] for m in query.measures),
            "having": tuple(c.model_copy(update={"column": counting[c.column]}) for c in query.having),
            "order_by": counting.get(query.order_by or "", query.order_by),
        }
        by_keys = query.model_copy(update=update)
        if by_keys == query or self.refusal(by_keys):
            raise not_together()
        return by_keys

    def _distinct(self, measure: str) -> str:
        """A count of rows as a count of their keys, where a join says what the key is."""
        metric = self.semantics.spec.metrics.get(measure)
        table = None if metric is not None and metric.filters else counted_table(measure, self.inquiry)
        keys = [j.right[0] for j in self.schema.joins if j.is_unique and len(j.right) == 1]
        own = dict.fromkeys(key for key in keys if key.rpartition(".")[0] == table)
        return f"count_distinct({next(iter(own))})" if own else measure


def grounds(material: Material) -> list[Ground]:
    """The question on every database, the best understood first."""
    found = [_ground(material, source, schema) for source, schema in material.schemas().items()]
    return sorted(found, key=lambda g: (len(g.inquiry.problems) + len(g.inquiry.ambiguities), -g.names))


def ground_on(question: str, material: Material, source: str) -> Ground:
    """Another question, such as a part of the one asked, on one database."""
    asked = Material({**material.blocks, "question": {**material.blocks["question"], "text": question}})
    return _ground(asked, source, material.schemas()[source])


def _ground(material: Material, source: str, schema: Schema) -> Ground:
    semantics = Semantics.of(material.semantics(source), schema)
    vocabulary = vocabulary_of(source, schema, semantics.spec)
    linked = link_question(material.question, vocabulary, material.periods)
    reading = read_roles(linked)
    resolved, ambiguous = resolve(reading, vocabulary)
    assumed = [f"“{a.text}” read as {a.readings[0]}" for a in ambiguous if material.assumes]
    if material.assumes:
        resolved, ambiguous = [*resolved, *(a.first for a in ambiguous)], []
    inquiry = inquire(reading, resolved, ambiguous, vocabulary, has_period=bool(material.periods))
    doubt_wording(material.question, inquiry)
    inquiry.assumptions += assumed
    _bound_ages(inquiry, material.today)
    known = _known_words(linked, inquiry)
    if material.periods:
        named = [t for t in map(schema.table, inquiry.tables) if t]
        dated = [*(c for t in named for c in date_columns(t)), *year_columns(_rows_asked(inquiry))]
        known |= {w for c in dated for w in name_words(c.rpartition(".")[2])}
    states = _states(linked, inquiry) if not material.periods else set()
    unknown = set(linked.unknown) - states
    inquiry.problems = [p for p in inquiry.problems if p not in unknown or not _only_repeats(p, known)]
    return Ground(source, schema, semantics, linked, inquiry)


def _rows_asked(inquiry: Inquiry) -> list[Table]:
    """The tables that the question names, measures or asks for."""
    measured = [measured_table(m, inquiry) for m in inquiry.measures]
    subject = inquiry.subject.table if inquiry.subject is not None else None
    names = dict.fromkeys(name for name in (*inquiry.tables, *measured, subject) if name)
    return [table for name in names if (table := inquiry.vocabulary.schema.table(name)) is not None]


def _bound_ages(inquiry: Inquiry, today: date | None) -> None:
    """`older than 50` as born before the day fifty years ago; on the day itself one is fifty and not older."""
    for column, operator, years in inquiry.ages:
        if today is None:
            inquiry.problems.append(f"{years}")
            continue
        before: Operator = "<" if operator == ">" else ">"
        born = years_before(today, int(years)).isoformat()
        inquiry.filters.append(Filter(column=column, operator=before, values=(born,)))


def _known_words(linked: Linked, inquiry: Inquiry) -> set[str]:
    """Words of the things found, of which `published` may be a form where `publication` was named."""
    missed = set(inquiry.problems)
    named = {w for i in linked.items if i.kind == "name" and i.text not in missed for w in content_stems(i.text)}
    columns = [f.column for f in inquiry.filters] + inquiry.by + inquiry.columns + inquiry.tables
    return named | {w for c in columns for w in name_words(c)}


def _states(linked: Linked, inquiry: Inquiry) -> set[str]:
    """Verbs that say in which state things are, where only a day is named that they are a form of.

    `Which licences have expired?` asks for those whose day has come, and not for all days.
    """
    days = [c for c in inquiry.columns if (known := inquiry.vocabulary.column(c)) and known.kind in DATED]
    words = {w for c in days for w in name_words(c.rpartition(".")[2])}
    return {
        i.text
        for i in linked.items
        if i.kind == "unknown"
        and is_state_told(linked.text[: i.start])
        and any(are_related(stem, w) for stem in content_stems(i.text) for w in words)
    }


def _only_repeats(problem: str, known: set[str]) -> bool:
    words = content_stems(problem)
    is_verb = problem.islower() and problem.endswith(("ed", "ing", "en", "ers", "er"))
    return is_verb and len(words) == 1 and any(are_related(words[0], k) for k in known)
