"""Checks a domain's file against what it names: the databases as they are now, folders, variables."""

from collections.abc import Iterator
from pathlib import Path

from crew.configuration.nearest import did_you_mean
from crew.domains.check_policy import Held, policy_problems
from crew.domains.check_values import values_not_held
from crew.errors import CrewError
from crew.opening import open_database
from crew.settings import Settings
from crew.specs import Configuration
from tools.asker import Asker
from tools.errors import ToolError
from tools.sql.errors import SourceError
from tools.sql.introspect import all_columns, introspect
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.sql.specs import DatabaseSpec


def check_domain(configuration: Configuration, settings: Settings, asker: Asker) -> list[str]:
    """Everything in a loaded domain that does not fit its sources as they are now, a line each, by key."""
    problems: list[str] = []
    schemas: list[Schema] = []
    held: list[Held] = []
    for name, spec in configuration.domain.databases.items():
        try:
            opened = open_database(configuration, name, settings, asker)
        except CrewError as error:
            problems.append(str(error))
            continue
        try:
            schema = introspect(opened.database, opened.policy, opened.spec.semantic, asker=asker)
            schemas.append(schema)
            held.append(Held(schema.dialect, all_columns(opened.database)))
            problems += _check_database(name, spec, schema)
        except (ToolError, SourceError) as error:
            problems.append(f"`databases.{name}`: its schema cannot be read: {error}")
        finally:
            opened.close()
    if len(schemas) == len(configuration.domain.databases):
        metrics = [name for spec in configuration.domain.databases.values() for name in spec.semantic.metrics]
        problems += policy_problems(configuration.domain.policy, held, metrics)
        problems += _check_rates(configuration, schemas)
    return problems + list(_check_indexes(configuration))


def two_addresses(configuration: Configuration, settings: Settings) -> Iterator[str]:
    """Which address is asked where a database has two, a line each: it changes with the environment."""
    for name, spec in configuration.domain.databases.items():
        if not spec.url or not spec.url_env:
            continue
        asked, other, why = "url", "url_env", "not set"
        if settings.environment.get(spec.url_env):
            asked, other, why = "url_env", "url", "set"
        yield (
            f"Note: `databases.{name}` has two addresses. `{asked}` is asked, as {spec.url_env} is {why}; remove "
            f"`{other}` if it shall always be so."
        )


def _check_database(name: str, spec: DatabaseSpec, schema: Schema) -> Iterator[str]:
    known = [table.name for table in schema.tables]
    read = {table.qualifier.lower() for table in schema.tables} | {schema.home.lower()}
    for table in spec.tables:
        if schema.table(table) is None and not (table.endswith(".*") and table[:-2].lower() in read):
            yield f"`databases.{name}.tables` has no table `{table}` that you may see. {did_you_mean(table, known)}"
    for each in spec.schemas:
        if each.lower() not in read:
            hint = f" `tables` lists none of it; add `{each}.*` there." if spec.tables else ""
            yield f"`databases.{name}.schemas` has no schema `{each}` with a table that you may see.{hint}"
    if not known:
        yield f"`databases.{name}` shows no table that may be asked."
    for problem in Semantics.of(spec.semantic, schema).problems:
        hint = f" Did you mean `{problem.nearest[0]}`?" if problem.nearest else ""
        hint += (
            f" The query is not used until it is repaired; it could read: {problem.repair}" if problem.repair else ""
        )
        yield f"`databases.{name}.semantic.{problem.key}`: {problem.message}{hint}"
    yield from values_not_held(name, spec.semantic, schema)


def _check_rates(configuration: Configuration, schemas: list[Schema]) -> Iterator[str]:
    known = [table.name for schema in schemas for table in schema.tables]
    rates = configuration.domain.currency.rates
    hidden = configuration.policy.exclude_tables
    if rates and rates.lower() not in {name.lower() for name in (*known, *hidden)}:
        yield f"`currency.rates` names the table `{rates}`, which is not there. {did_you_mean(rates, known)}"


def _check_indexes(configuration: Configuration) -> Iterator[str]:
    from tools.documents.loaders.folder import find_files

    for name, spec in configuration.domain.indexes.items():
        folder = Path(configuration.folder) / (spec.folder or "")
        if spec.folder and not folder.is_dir():
            yield f"`indexes.{name}.folder`: there is no folder {folder}."
        elif spec.folder and not find_files(folder):
            yield f"`indexes.{name}.folder`: the folder {folder} holds no documents."
