"""The life of a statement: fences off, guard, policy, run read-only, joins accounted for, anomalies, evidence."""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlglot import exp

from tools.asker import Asker
from tools.deadline import Deadline
from tools.evidence import Computed, JoinAccount, NothingFound, RowsEvidence, json_value
from tools.sql.anomalies import is_empty, row_warnings
from tools.sql.computed import evidence_columns, read_computed
from tools.sql.data_span import counts_nothing, outside_the_data
from tools.sql.database import Database
from tools.sql.declared import declared_outputs
from tools.sql.dialects import render
from tools.sql.emptiness import check_empty
from tools.sql.errors import WrongParameters
from tools.sql.fetched import FetchedRows
from tools.sql.guard import CheckedStatement, check_statement
from tools.sql.join_accounts import account_joins, join_warnings
from tools.sql.join_corrections import propose_correction
from tools.sql.join_counts import JoinCounter, Once, anew
from tools.sql.join_rules import used_joins
from tools.sql.join_trials import Tried, try_first
from tools.sql.lifting import lifted
from tools.sql.patience import patiently
from tools.sql.policy import ASKER, apply_policy
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.sql.specs import PolicySpec
from tools.terms import Scalar
from tools.wording import said

_FENCED = re.compile(r"^\s*```\w*\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)


def run_statement(
    database: Database,
    schema: Schema,
    statement: str,
    parameters: Mapping[str, Scalar],
    *,
    semantics: Semantics,
    policy: PolicySpec,
    asker: Asker,
    deadline: Deadline,
    from_untrusted: Container[str] = (),
    tried: Tried = lambda join: None,
    counted_once: Once = anew,
) -> RowsEvidence | NothingFound:
    """Check and run one SELECT, and say what it computed; the evidence is not yet filed.

    `from_untrusted` holds texts of rows, passages and earlier steps: where the statement compares with one, it is bound
    as a parameter. `tried` is told of each approved join whose first run was fine; `counted_once` keeps what was
    counted for a join. Raises ToolError: StatementRefused and its kinds, MaskedColumn, WrongParameters, UnapprovedJoin,
    DoubtfulJoin, RepeatedRows, StatementTimeout, SchemaChanged, StatementFailed, OddRows, DeadlinePassed.
    """
    checked, given = _checked(statement, parameters, schema, policy, from_untrusted)
    bound = bound_parameters(checked, given, asker)
    joins = used_joins(checked.tree, schema, semantics.joins)
    accounts = account_joins(checked.tree, schema, semantics.joins)
    propose_correction(checked.tree, given, accounts, schema, semantics.joins)
    tree = apply_policy(checked.tree, schema, policy, asker)
    counter = JoinCounter(database, schema, policy, asker, deadline, counted_once)
    try_first(joins, counter, policy.join_trial_rows, tried)
    behind = declared_outputs(checked.tree, schema)
    fetched = patiently(lambda: database.fetch(tree, bound, policy, deadline, behind), deadline)
    computed = read_computed(checked.tree, schema, semantics, dict(bound))
    ran = _Ran(schema, checked, *_as_run(checked, tree, bound), fetched, computed, datetime.now(UTC))
    no_data = outside_the_data(computed, schema, counter.looks) if counts_nothing(fetched.rows) else ""
    if no_data or is_empty(fetched.rows):
        return _nothing(ran, policy, no_data or said("The statement ran and no row met its conditions."))
    return _rows(ran, accounts, counter, semantics, policy)


@dataclass(frozen=True)
class _Ran:
    """A statement that ran."""

    schema: Schema
    checked: CheckedStatement
    text: str
    shown: dict[str, str | int | float | bool | None]
    """The parameters, as evidence shows them."""
    fetched: FetchedRows
    computed: Computed
    moment: datetime


def _checked(
    statement: str,
    parameters: Mapping[str, Scalar],
    schema: Schema,
    policy: PolicySpec,
    from_untrusted: Container[str],
) -> tuple[CheckedStatement, dict[str, Scalar]]:
    """The statement as the guard lets it pass, with what was copied from untrusted content among its parameters."""
    checked = check_statement(without_fences(statement), schema, schema.dialect, policy.allow_functions)
    text, copied = lifted(checked.sql, schema.dialect, from_untrusted, {*checked.parameters, *parameters})
    if copied:
        checked = check_statement(text, schema, schema.dialect, policy.allow_functions)
    return checked, {**parameters, **copied}


def _nothing(ran: _Ran, policy: PolicySpec, reason: str) -> NothingFound:
    """The evidence that nothing was found; raises OddRows where there should have been some."""
    check_empty(ran.checked.tree, ran.computed, ran.schema, policy.anomalies, has_no_row=not ran.fetched.rows)
    return NothingFound(
        source=ran.schema.source,
        retrieved_at=ran.moment,
        tried=ran.text + "".join(f"\n:{name} = {value}" for name, value in ran.shown.items()),
        computed=ran.computed,
        reason=reason,
    )


def _rows(
    ran: _Ran, accounts: Sequence[JoinAccount], counter: JoinCounter, semantics: Semantics, policy: PolicySpec
) -> RowsEvidence:
    """The evidence of the rows, their joins counted; raises OddRows for an anomaly that fails."""
    schema, tree, fetched = ran.schema, ran.checked.tree, ran.fetched
    joins = counter.counted(accounts)
    columns = evidence_columns(tree, ran.computed, schema, semantics, fetched.columns)
    odd = row_warnings(
        fetched,
        columns,
        tree=tree,
        computed=ran.computed,
        semantics=semantics,
        spec=policy.anomalies,
        rows_now=counter.rows_of,
    )
    return RowsEvidence(
        source=schema.source,
        retrieved_at=ran.moment,
        statement=ran.text,
        parameters=ran.shown,
        computed=ran.computed,
        columns=columns,
        rows=fetched.rows,
        row_count=fetched.row_count,
        row_count_is_exact=fetched.row_count_is_exact,
        truncated=fetched.truncated,
        joins=joins,
        warnings=odd + join_warnings(joins),
    )


def without_fences(statement: str) -> str:
    """The statement out of a model's code fence."""
    match = _FENCED.match(statement)
    return (match[1] if match else statement).strip()


def bound_parameters(checked: CheckedStatement, parameters: Mapping[str, Scalar], asker: Asker) -> dict[str, Scalar]:
    """The values of a statement's placeholders, the asker's id among them; raises WrongParameters where they differ."""
    wanted, given = checked.parameters - {ASKER}, set(parameters) - {ASKER}
    if missing := sorted(wanted - given):
        raise WrongParameters(f"Give values for {', '.join(f'`:{n}`' for n in missing)} in `parameters`.")
    if unused := sorted(given - wanted):
        raise WrongParameters(f"The statement has no {', '.join(f'`:{n}`' for n in unused)}; drop or use them.")
    if wrong := sorted(n for n in wanted if isinstance(parameters[n], list | dict | tuple)):
        raise WrongParameters(f"Each parameter is one value; give `{wrong[0]}` as several placeholders.")
    return {**{name: parameters[name] for name in sorted(wanted)}, ASKER: asker.id}


def _as_run(
    checked: CheckedStatement, tree: exp.Query, bound: Mapping[str, Scalar]
) -> tuple[str, dict[str, str | int | float | bool | None]]:
    """The statement as written, or as policy rewrote it, with the parameters it has."""
    is_rewritten = tree != checked.tree
    text = render(tree, checked.dialect) if is_rewritten else checked.sql
    used = {placeholder.name for placeholder in tree.find_all(exp.Placeholder)}
    return text, {name: json_value(value) for name, value in bound.items() if name in used}
