"""A section's metric as a plan that stands already: which statement, for which period, beside which other one."""

from collections.abc import Iterable
from dataclasses import dataclass

from crew.configuration.nearest import did_you_mean
from crew.errors import WrongConfiguration
from crew.reports.macros import Macros
from crew.reports.specs import SectionSpec
from crew.specs import Configuration
from tasks.plan import Need, Plan, PlanStep, Slot
from tools.sql.specs import MetricSpec, SemanticSpec
from tools.terms import Filter, JsonScalar, Period, StructuredQuery

UNITS = ("day", "week", "month", "quarter", "year")


@dataclass(frozen=True)
class MetricQuestion:
    """A metric section as it is asked: its wording and its plan."""

    question: str
    plan: Plan


def metric_source(section: SectionSpec, configuration: Configuration, where: str = "metric") -> str:
    """The database a section's metric belongs to. Raises WrongConfiguration."""
    databases = configuration.domain.databases
    if section.source is not None and section.source not in databases:
        raise WrongConfiguration(
            f"`{where}.source` has no database `{section.source}`. {did_you_mean(section.source, databases)}"
        )
    among = [section.source] if section.source else list(databases)
    metrics = {metric: name for name in reversed(among) for metric in databases[name].semantic.metrics}
    if section.metric not in metrics:
        raise WrongConfiguration(
            f"`{where}.metric`: domain `{configuration.name}` has no metric `{section.metric}`. "
            f"{did_you_mean(str(section.metric), metrics)}"
        )
    return metrics[str(section.metric)]


def metric_question(section: SectionSpec, configuration: Configuration, macros: Macros) -> MetricQuestion:
    """The question and the plan of a section with a metric."""
    source = metric_source(section, configuration)
    semantic = configuration.domain.databases[source].semantic
    metric = semantic.metrics[str(section.metric)]
    periods = {"now": macros.period}
    if section.compare:
        periods["before"] = macros.named(section.compare)
    filters = tuple(_filter(semantic, key, value, macros) for key, value in section.filters.items())
    queries = {slot: _query(section, semantic, metric, filters, period) for slot, period in periods.items()}
    entities = tuple(str(value) for each in filters for value in each.values)
    task = _words(section, metric, entities, periods)
    return MetricQuestion(
        question=task,
        plan=Plan(
            question_kind="comparison"
            if section.compare
            else "trend"
            if set(section.by) & set(UNITS)
            else "breakdown"
            if section.by
            else "lookup",
            slots=tuple(_slot(slot, query, entities) for slot, query in queries.items()),
            steps=tuple(_step(slot, source, query, task) for slot, query in queries.items()),
            assumptions=tuple(f"{p.words} = {p.start} … {p.end}" for p in periods.values() if "…" not in p.words),
        ),
    )


def _query(
    section: SectionSpec, semantic: SemanticSpec, metric: MetricSpec, filters: tuple[Filter, ...], period: Period
) -> StructuredQuery:
    by = tuple(f"{name}({metric.time})" if name in UNITS else semantic.dimensions[name].column for name in section.by)
    units = [term for term, name in zip(by, section.by, strict=True) if name in UNITS]
    return StructuredQuery(
        measures=(str(section.metric),),
        by=by,
        filters=filters,
        period=period if metric.time else None,
        time_column=metric.time,
        order_by=units[-1] if units else None,
        descending=not units,
    )


def _filter(semantic: SemanticSpec, key: str, value: JsonScalar | tuple[JsonScalar, ...], macros: Macros) -> Filter:
    given = value if isinstance(value, tuple) else (value,)
    values = tuple(macros.fill(each) if isinstance(each, str) else each for each in given)
    return Filter(column=semantic.dimensions[key].column, operator="in" if len(values) > 1 else "=", values=values)


def _slot(id_: str, query: StructuredQuery, entities: tuple[str, ...]) -> Slot:
    need = Need(measures=query.measures, grain=query.by, filters=query.filters, period=query.period, entities=entities)
    return Slot(id=id_, kind="rows", need=need)


def _step(slot: str, source: str, query: StructuredQuery, task: str) -> PlanStep:
    return PlanStep(
        id=f"s_{slot}", worker="sql_analyst", kind="structured_lookup", source=source, task=task, slot=slot, query=query
    )


def _words(section: SectionSpec, metric: MetricSpec, entities: Iterable[str], periods: dict[str, Period]) -> str:
    name = str(section.metric).replace("_", " ")
    by = f" by {' and '.join(section.by)}" if section.by else ""
    where = f" for {', '.join(entities)}" if entities else ""
    when = f" in {periods['now'].words}" if metric.time else ""
    against = f" compared with {periods['before'].words}" if "before" in periods else ""
    return f"What was {name}{by}{where}{when}{against}?"
