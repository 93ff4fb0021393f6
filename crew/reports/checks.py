"""What a report's file names: metrics, dimensions, periods, parameters, recipients, a language, a folder."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from babel import Locale, UnknownLocaleError

from crew.configuration.nearest import did_you_mean
from crew.delivery.specs import MailTarget
from crew.errors import WrongConfiguration
from crew.reports.audience import outside
from crew.reports.macros import Macros, UnknownMacro, report_period
from crew.reports.metrics import UNITS, metric_source
from crew.reports.specs import ReportSpec, SectionSpec
from crew.specs import Configuration


def check_report(spec: ReportSpec, configuration: Configuration, today: date) -> list[str]:
    """Everything that leads nowhere, a line each, by key."""
    problems = [
        *_check_people(spec),
        *_check_form(spec, configuration),
        *(
            problem
            for at, section in enumerate(spec.sections)
            for problem in _check_section(spec, section, at, configuration)
        ),
        *_check_periods(spec, configuration, today),
    ]
    return list(dict.fromkeys(problems))


def section_macros(spec: ReportSpec, section: SectionSpec, configuration: Configuration, today: date) -> Macros:
    """What `{…}` stands for in a section. Raises UnknownMacro for a period that is none."""
    calendar = configuration.domain.calendar
    language = spec.language or configuration.domain.wording.language or "en"
    words = section.period or spec.period or calendar.default_period
    return Macros(
        today=today,
        calendar=calendar,
        period=report_period(words, today, calendar, language),
        parameters={**spec.parameters, **section.parameters},
        language=language,
    )


def _check_people(spec: ReportSpec) -> Iterator[str]:
    mailed = [
        person for target in spec.delivery.targets if isinstance(target, MailTarget) for person in target.recipients
    ]
    for key, recipient in [
        *(("recipients", person) for person in outside(spec.recipients, spec.audience)),
        *(("delivery", person) for person in outside(mailed, spec.audience)),
    ]:
        yield (
            f"`{key}` names `{recipient}`, who is outside the audience ({', '.join(spec.audience)}). "
            f"The report shows what `{spec.run_as.id}` may see: add them to `audience`, or take them out."
        )


def _check_form(spec: ReportSpec, configuration: Configuration) -> Iterator[str]:
    if spec.language is not None:
        try:
            Locale.parse(spec.language.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            yield f"`language` is `{spec.language}`, which is no language tag. Write one such as `en`, `de` or `fr-CH`."
    if spec.templates is not None and not (Path(configuration.folder) / spec.templates).is_dir():
        yield f"`templates`: there is no folder {Path(configuration.folder) / spec.templates}."
    seen: set[str] = set()
    for at, section in enumerate(spec.sections):
        if section.title in seen:
            yield f"`sections[{at}].title`: two sections are called `{section.title}`. Runs are compared by title."
        seen.add(section.title)


def _check_section(spec: ReportSpec, section: SectionSpec, at: int, configuration: Configuration) -> Iterator[str]:
    where = f"sections[{at}]"
    if section.metric is None:
        return
    try:
        source = metric_source(section, configuration, where)
    except WrongConfiguration as error:
        yield str(error)
        return
    dimensions = configuration.domain.databases[source].semantic.dimensions
    for key in section.filters:
        if key not in dimensions:
            yield f"`{where}.filters` has no dimension `{key}`. {did_you_mean(key, dimensions)}"
    for name in section.by:
        if name not in dimensions and name not in UNITS:
            yield f"`{where}.by` has no dimension `{name}`. {did_you_mean(name, [*dimensions, *UNITS])}"


def _check_periods(spec: ReportSpec, configuration: Configuration, today: date) -> Iterator[str]:
    for at, section in enumerate(spec.sections):
        try:
            macros = section_macros(spec, section, configuration, today)
        except UnknownMacro as error:
            yield f"`{f'sections[{at}].period' if section.period else 'period'}`: {error}"
            continue
        texts = {"title": section.title, "question": section.question, "text": section.text}
        texts |= {f"filters.{key}": value for key, value in section.filters.items() if isinstance(value, str)}
        for key, text in texts.items():
            try:
                macros.fill(text or "")
            except UnknownMacro as error:
                yield f"`sections[{at}].{key}`: {error}"
        try:
            macros.named(section.compare or "period")
        except UnknownMacro as error:
            yield f"`sections[{at}].compare`: {error}"
    yield from _check_heading(spec, configuration, today)


def _check_heading(spec: ReportSpec, configuration: Configuration, today: date) -> Iterator[str]:
    try:
        macros = report_macros(spec, configuration, today)
    except UnknownMacro:  # told for each section
        return
    for key, text in (("title", spec.title), ("about", spec.about)):
        try:
            macros.fill(text)
        except UnknownMacro as error:
            yield f"`{key}`: {error}"


def report_macros(spec: ReportSpec, configuration: Configuration, today: date) -> Macros:
    """What `{…}` stands for in a report's title."""
    return section_macros(spec, SectionSpec(title="-", text="-"), configuration, today)
