"""Checks that what a configuration names exists: routes, roles, tools, kinds of step, sources, time zone."""

import ast
import importlib.util
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from crew.configuration.nearest import did_you_mean
from crew.specs import Configuration
from tasks.dates.named_periods import read_periods
from tasks.figures.printing import is_language
from tasks.plan import StepKind
from tools.sql.specs import DatabaseSpec

OUR_TOOLS = ("run_sql", "list_tables", "describe_table", "search_documents", "fetch_document", "fetch_section")
"""Tools a role may be given by name; others are classes of crewai-tools, such as `SerperDevTool`."""

_ROLES = ("supervisor", "sql_analyst", "document_researcher", "verifier")
_TASKS = ("plan", "replan", "work_sql_analyst", "work_document_researcher", "correct", "draft", "verify")
_REFUSED_TOOLS = {"NL2SQLTool": "it lets statements through that write; give the role `run_sql` instead"}
_PASSWORD_IN_URL = re.compile(r"[\w+]+://[^:/@]*:[^@]+@")


Problem = tuple[Literal["domain", "agents", "tasks"], str]
"""Which of the files is wrong, and what."""


def check_references(configuration: Configuration) -> list[Problem]:
    """Every name in a configuration that leads nowhere."""
    return [
        *_check_complete(configuration),
        *_check_agents(configuration),
        *_check_tasks(configuration),
        *(("domain", problem) for problem in _check_sources(configuration)),
        *(("domain", problem) for problem in _check_calendar(configuration)),
        *(("domain", problem) for problem in _check_language(configuration)),
    ]


def _check_complete(configuration: Configuration) -> Iterator[Problem]:
    for role in _ROLES:
        if role not in configuration.agents:
            yield "agents", f"`agents` lacks the role `{role}`, without which no question can be answered."
    for task in _TASKS:
        if task not in configuration.tasks:
            yield "tasks", f"`tasks` lacks the task `{task}`, without which no question can be answered."


def _check_agents(configuration: Configuration) -> Iterator[Problem]:
    routes, changes = configuration.routes.routes, configuration.domain.crew
    for role, agent in configuration.agents.items():
        changed = changes[role].model_fields_set if role in changes else set()
        if agent.route not in routes:
            where, file = _place(role, "route", changed)
            yield file, _unknown(where, "route", agent.route, routes)
        where, file = _place(role, "kinds", changed)
        for kind in agent.kinds:
            if kind not in get_args(StepKind):
                yield file, _unknown(where, "kind of step", kind, get_args(StepKind))
        where, file = _place(role, "tools", changed)
        for tool in agent.tools:
            for problem in _check_tool(where, tool):
                yield file, problem


def _place(role: str, key: str, changed: set[str]) -> tuple[str, Literal["domain", "agents"]]:
    return (f"crew.{role}.{key}", "domain") if key in changed else (f"agents.{role}.{key}", "agents")


def _check_tool(where: str, tool: str) -> Iterator[str]:
    if tool in _REFUSED_TOOLS:
        yield f"`{where}` may not have `{tool}`: {_REFUSED_TOOLS[tool]}."
    elif tool not in OUR_TOOLS and tool not in _further_tools():
        if tool[:1].isupper() and not _further_tools():
            yield f"`{where}` names `{tool}` of crewai-tools, which is not installed. Install crosscheck-desk[tools]."
        else:
            among = _further_tools() if tool[:1].isupper() else OUR_TOOLS
            yield _unknown(where, "tool", tool, among)


def _check_tasks(configuration: Configuration) -> Iterator[Problem]:
    for name, task in configuration.tasks.items():
        if task.agent not in configuration.agents:
            file: Literal["domain", "tasks"] = "domain" if name in configuration.domain.tasks else "tasks"
            yield file, _unknown(f"tasks.{name}.agent", "role", task.agent, configuration.agents)


def _check_sources(configuration: Configuration) -> Iterator[str]:
    domain = configuration.domain
    if not domain.databases and not domain.indexes:
        yield "there is nothing to ask: add a database under `databases` or documents under `indexes`."
    for name, database in domain.databases.items():
        yield from _check_database(name, database, domain.databases)
        if name in domain.indexes:
            yield f"`indexes.{name}` has the name of a database too; give each source its own name."
    sources = {*domain.databases, *domain.indexes}
    for source in domain.authority:
        if source not in sources:
            yield _unknown("authority", "source", source, sources)
    for source, limit in domain.concurrency.items():
        if source not in sources:
            yield _unknown("concurrency", "source", source, sources)
        elif limit < 1:
            yield f"`concurrency.{source}` is {limit}; at least one job must be able to use a source."


def _check_database(name: str, database: DatabaseSpec, databases: Iterable[str]) -> Iterator[str]:
    if not database.url and not database.url_env:
        yield f"`databases.{name}` has no address; give it a `url`, or a `url_env` with a variable's name."
    if database.url and _PASSWORD_IN_URL.match(database.url):
        yield (
            f"`databases.{name}.url` contains a password. Put the URL into an environment variable and name that "
            f"variable in `databases.{name}.url_env`."
        )
    for query, verified in database.semantic.verified_queries.items():
        if verified.database and verified.database not in set(databases):
            where = f"databases.{name}.semantic.verified_queries.{query}.database"
            yield _unknown(where, "database", verified.database, databases)


def _check_calendar(configuration: Configuration) -> Iterator[str]:
    zone = configuration.domain.calendar.time_zone
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        yield f"`calendar.time_zone` is `{zone}`, which is no time zone. Write one such as `Europe/Berlin` or `UTC`."
    period = configuration.domain.calendar.default_period
    if not read_periods(period):
        yield f"`calendar.default_period` is `{period}`, which names no period. Write one such as `last quarter`."


def _check_language(configuration: Configuration) -> Iterator[str]:
    language = configuration.domain.wording.language
    if language is not None and not is_language(language):
        yield f"`wording.language` is `{language}`, which is no language. Write its code, such as `en` or `de`."


@cache
def _further_tools() -> frozenset[str]:
    """The tool classes of crewai-tools, read from its source: importing it takes seconds."""
    found = importlib.util.find_spec("crewai_tools")
    if found is None or found.origin is None:
        return frozenset()
    names = (n.asname or n.name for n in _imported_names(Path(found.origin)))
    return frozenset(name for name in names if name.endswith("Tool") and name[0].isupper())


def _imported_names(module: Path) -> Iterator[ast.alias]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from node.names


def _unknown(where: str, what: str, word: str, among: Iterable[str]) -> str:
    return f"`{where}` has no {what} `{word}`. {did_you_mean(word, among)}"
