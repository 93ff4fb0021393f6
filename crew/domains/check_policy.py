"""Checks that a domain's policy names what is there: a protection that is misspelt protects nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from crew.configuration.nearest import did_you_mean
from tools.sql.policy import ASKER, names_column, placeholders_of
from tools.sql.specs import PolicySpec


@dataclass(frozen=True)
class Held:
    """The tables of one database with all their columns, also those that policy excludes."""

    dialect: str
    columns: dict[str, list[str]]

    def has(self, table: str) -> bool:
        """Whether there is such a table, without regard to case."""
        return table.lower() in {name.lower() for name in self.columns}


def policy_problems(policy: PolicySpec, held: Sequence[Held], metrics: Iterable[str]) -> Iterator[str]:
    """What of a domain's policy names nothing in its databases, nor one of its metrics, a line each, by key."""
    tables = [table for each in held for table in each.columns]
    for key, names in (("exclude_tables", policy.exclude_tables), ("row_filters", policy.row_filters)):
        for name in names:
            if not any(each.has(name) for each in held):
                hint = did_you_mean(name, tables)
                yield f"`policy.{key}` names the table `{name}`, which is not there. {hint}"
    yield from _columns_not_there("exclude_columns", policy.exclude_columns, held)
    yield from _columns_not_there("mask_columns", policy.mask_columns, held)
    yield from _columns_not_there("hosted_columns", policy.hosted_columns, held)
    yield from _thresholds_not_there(policy.anomalies.thresholds, metrics, held)
    for table, condition in policy.row_filters.items():
        dialect = next((each.dialect for each in held if each.has(table)), "")
        for name in placeholders_of(condition, dialect) - {ASKER}:
            yield f"`policy.row_filters.{table}` has the placeholder `:{name}`; only `:{ASKER}` is filled in."


def _columns_not_there(key: str, patterns: Iterable[str], held: Sequence[Held]) -> Iterator[str]:
    pairs = [(table, column) for each in held for table, columns in each.columns.items() for column in columns]
    for pattern in patterns:
        if not any(names_column([pattern], table, column) for table, column in pairs):
            spelled = [f"*.{column}" if pattern.startswith("*.") else f"{table}.{column}" for table, column in pairs]
            yield f"`policy.{key}` names `{pattern}`, which is not there. {_nearest(pattern, spelled)}"


def _thresholds_not_there(names: Iterable[str], metrics: Iterable[str], held: Sequence[Held]) -> Iterator[str]:
    """Ranges are compared by the name as it is spelled."""
    columns = [f"{table}.{column}" for each in held for table, columns in each.columns.items() for column in columns]
    known = {*metrics, *columns}
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known)
            hint = hint if hint.startswith("Did") else "Name a metric, or a column as `table.column`."
            yield f"`policy.anomalies.thresholds` names `{name}`, which is not there. {hint}"


def _nearest(pattern: str, spelled: list[str]) -> str:
    hint = did_you_mean(pattern, dict.fromkeys(spelled))
    return hint if hint.startswith("Did") else "Name a column as the database spells it."
