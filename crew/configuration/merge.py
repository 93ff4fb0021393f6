"""Joins one domain's file to the defaults: values replace, limits and policy only tighten."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agents.specs import AgentSpec
from crew.configuration.nearest import did_you_mean
from crew.configuration.plain_errors import in_plain_words
from crew.configuration.references import check_references
from crew.errors import WrongConfiguration
from crew.models.specs import RoutesSpec
from crew.specs import AgentsFile, BudgetSpec, Configuration, DomainSpec, PolicyFile, TasksFile
from tasks.specs import TaskSpec
from tools.frozen import Frozen
from tools.sql.specs import PolicySpec

_LIMITS = ("statement_seconds", "max_rows", "max_bytes", "max_cell_bytes", "join_trial_rows")


@dataclass(frozen=True)
class Files:
    """Where each of the files lies, for errors to name, and the folder that relative paths count from."""

    domain: Path
    base: Path
    routes: Path
    agents: Path
    tasks: Path
    policy: Path


def merge_domain(
    files: Files,
    domain: DomainSpec,
    *,
    routes: RoutesSpec,
    agents: AgentsFile,
    tasks: TasksFile,
    policy: PolicyFile,
) -> Configuration:
    """What one domain's desk works with. Raises WrongConfiguration with every problem."""
    problems: list[str] = []
    configuration = Configuration(
        name=files.domain.stem,
        folder=str(files.base),
        domain=domain,
        routes=routes,
        agents=_merge_agents(domain, agents.agents, problems),
        tasks=_merge_tasks(domain, agents.agents, tasks.tasks, problems),
        policy=_merge_policy(domain.policy, policy.policy, problems),
        budgets=_merge_budgets(domain.budgets, policy.budgets, problems),
        schema_ttl_hours=policy.schema_ttl_hours,
    )
    lines = [f"{files.domain}: {problem}" for problem in problems]
    lines += [f"{getattr(files, file)}: {problem}" for file, problem in check_references(configuration)]
    if lines:
        raise WrongConfiguration("\n".join(lines))
    return configuration


def _merge_agents(domain: DomainSpec, base: Mapping[str, AgentSpec], problems: list[str]) -> dict[str, AgentSpec]:
    merged = dict(base)
    for role, change in domain.crew.items():
        given = change.model_dump(exclude_none=True)
        if role in base:
            merged[role] = base[role].model_copy(update=given)
        elif agent := _whole(AgentSpec, given, f"crew.{role}", base, problems):
            merged[role] = agent
            if f"work_{role}" not in domain.tasks:
                problems.append(f"`crew.{role}` is a new role and needs its task: add `tasks.work_{role}`.")
    return merged


def _merge_tasks(
    domain: DomainSpec, agents: Mapping[str, AgentSpec], base: Mapping[str, TaskSpec], problems: list[str]
) -> dict[str, TaskSpec]:
    own = {f"work_{role}": role for role in domain.crew if role not in agents}
    merged = dict(base)
    for name, change in domain.tasks.items():
        given = change.model_dump(exclude_none=True)
        if name in base:
            merged[name] = base[name].model_copy(update=given)
        elif name not in own:
            problems.append(f"`tasks.{name}` is no task. {did_you_mean(name, {*base, *own})}")
        elif task := _whole(TaskSpec, {"agent": own[name], **given}, f"tasks.{name}", base, problems):
            merged[name] = task
    return merged


def _whole(
    spec: type[Any], given: dict[str, Any], where: str, known: Mapping[str, Frozen], problems: list[str]
) -> Any | None:
    """A role or task that only the domain has, which must therefore bring everything."""
    try:
        return spec.model_validate(given)
    except ValidationError as error:
        word = where.split(".", 1)[1]
        missing = " ".join(in_plain_words(error, spec))
        problems.append(
            f"`{where}` is not among {', '.join(sorted(known))}, and to be new it lacks something: {missing} "
            f"{_suggestion(word, known)}".rstrip()
        )
        return None


def _suggestion(word: str, known: Mapping[str, Frozen]) -> str:
    sentence = did_you_mean(word, known)
    return sentence if sentence.startswith("Did") else ""


def _merge_policy(domain: PolicySpec, base: PolicySpec, problems: list[str]) -> PolicySpec:
    if domain.allow_functions:
        problems.append("`policy.allow_functions` may stand only in policy.yaml, for it would loosen the policy.")
    for limit in _LIMITS:
        asked, allowed = getattr(domain, limit), getattr(base, limit)
        if limit in domain.model_fields_set and asked > allowed:
            problems.append(
                f"`policy.{limit}` is {asked:g}; a domain may only lower it, and policy.yaml says {allowed:g}."
            )
    from tools.sql.policy import tighten  # parses SQL: slow import

    unset = {limit: getattr(base, limit) for limit in _LIMITS if limit not in domain.model_fields_set}
    return tighten(base, domain.model_copy(update={**unset, "allow_functions": ()}))


def _merge_budgets(domain: Mapping[str, Decimal], base: BudgetSpec, problems: list[str]) -> BudgetSpec:
    merged = base.model_dump()
    for key, asked in domain.items():
        if key not in BudgetSpec.model_fields:
            problems.append(f"`budgets.{key}` is no budget. {did_you_mean(key, BudgetSpec.model_fields)}")
        elif merged[key] is not None and asked > Decimal(str(merged[key])):
            problems.append(
                f"`budgets.{key}` is {asked}; a domain may only lower it, and policy.yaml says {merged[key]}."
            )
        else:
            merged[key] = asked
    try:
        return BudgetSpec.model_validate(merged)
    except ValidationError as error:
        problems += [line.replace("`", "`budgets.", 1) for line in in_plain_words(error, BudgetSpec)]
        return base
