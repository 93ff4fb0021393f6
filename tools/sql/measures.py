"""A measure: what a metric's name, or an aggregate written out, stands for."""

from dataclasses import dataclass, field

from sqlglot import exp

from tools.sql.binding import conjuncts
from tools.sql.canonical import canonical_text
from tools.sql.durations import read_length
from tools.sql.expressions import column_texts, parse_expression, tables_in
from tools.sql.naming import plural_phrase, words_in
from tools.sql.read_conditions import condition_key
from tools.sql.schema import Schema
from tools.sql.specs import MetricSpec


@dataclass(frozen=True)
class Measure:
    """One aggregate expression over bound columns, with the conditions that always apply to it."""

    name: str
    """The metric's name, or the canonical expression when it has none."""
    text: str
    """The canonical expression."""
    tree: exp.Expr = field(compare=False)
    filters: tuple[exp.Expr, ...] = field(default=(), compare=False)
    filter_texts: frozenset[str] = frozenset()
    unit: str | None = None
    time: str | None = None
    metric: MetricSpec | None = None
    spoken: str = ""
    """What an expression over dates is called."""

    @property
    def alias(self) -> str:
        """A readable name for the result's column: the metric's, or such as `sum_total`."""
        if self.metric:
            return self.name
        if self.spoken:
            return f"{self.text.split('(')[0]}_{self.spoken}"
        if is_part(self.tree):
            held = [words_in(text.rpartition(".")[2]) for text in column_texts(self.tree.this)]
            whole = plural_phrase(words_in(tables_in(self.tree.expression)[0])).split()
            return "_".join(("share", "of", *whole, "with", *(w for c in dict.fromkeys(held) for w in c)))
        calls = words_in(self.text.split("(")[0])
        columns = [words_in(text.rpartition(".")[2]) for text in column_texts(self.tree)]
        is_row_count = self.text.startswith("count(") and len(columns) == 1
        inner = words_in(tables_in(self.tree)[0]) if is_row_count else tuple(w for c in columns[:2] for w in c)
        return "_".join((*calls, *inner))

    @property
    def is_row_count(self) -> bool:
        """True for the plain count of one table's rows."""
        return isinstance(self.tree, exp.Count) and isinstance(self.tree.this, exp.Column)


def is_part(tree: exp.Expr) -> bool:
    """True for the rows that meet a condition over all rows: `sum(case when … then 1 else 0 end) / count(…)`."""
    inner = tree.unnest()
    return isinstance(inner, exp.Div) and counts_some(inner.this) and isinstance(inner.expression, exp.Count)


def counts_some(tree: exp.Expr) -> bool:
    """True for the count of the rows that meet a condition."""
    inner = tree.unnest()
    case = inner.this if isinstance(inner, exp.Sum) else None
    if not isinstance(case, exp.Case) or not case.args.get("default"):
        return False
    return {when.args["true"].name for when in case.args["ifs"]} == {"1"} and case.args["default"].name == "0"


def metric_measure(name: str, spec: MetricSpec, schema: Schema) -> Measure:
    """A metric of the domain file. Raises ToolError where it does not fit the schema."""
    tree = parse_expression(spec.expression, schema)
    conditions = tuple(conjunct for text in spec.filters for conjunct in conjuncts(parse_expression(text, schema)))
    return Measure(
        name=name,
        text=canonical_text(tree, schema),
        tree=tree,
        filters=conditions,
        filter_texts=frozenset(condition_key(condition, schema) for condition in conditions),
        unit=spec.unit,
        time=spec.time,
        metric=spec,
    )


def plain_measure(tree: exp.Expr, schema: Schema) -> Measure:
    """A measure that has no name."""
    text = canonical_text(tree, schema)
    spoken, unit = read_length(tree, schema) or ("", None)
    return Measure(name=text, text=text, tree=tree, unit=f"{unit}s" if unit else None, spoken=spoken)
