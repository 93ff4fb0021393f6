"""What does harm where nothing guards does none under guard: `tests/cases/sql_bypass`, on real databases."""

from collections.abc import Callable

import pytest

from tests.sql.labs.cases import Case, bypasses, filled, harm_done, returns
from tests.sql.labs.guarded import GuardedLab
from tests.sql.labs.lab import SECRET
from tools.errors import ToolError

DIALECTS = ("sqlite", "mariadb", "postgres", "duckdb")
CASES = [
    pytest.param(dialect, case, id=f"{dialect}: {case.kind}: {case.statement[:60]}")
    for dialect in DIALECTS
    for case in bypasses(dialect)
]


@pytest.mark.parametrize(("dialect", "case"), CASES)
def test_a_statement_that_does_harm_unguarded_does_none_under_guard(
    dialect: str, case: Case, labs: Callable[[str], GuardedLab]
) -> None:
    guarded = labs(dialect)
    try:
        assert harm_done(guarded.lab, case), "the statement does no harm even without a guard"
    finally:
        guarded.clean_up(case)

    if case.is_tamed:
        rows = guarded.rows(filled(guarded.lab, case.statement))
        assert not returns(rows, case.harm["returns"])
    else:
        with pytest.raises(ToolError) as refusal:
            guarded.rows(filled(guarded.lab, case.statement))
        assert len(str(refusal.value)) > 20
        assert not {"secrets", "leaks", "customers.email"} & set(getattr(refusal.value, "nearest", ()))
        assert SECRET not in str(refusal.value).replace(case.statement, "")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_cases_are_of_many_kinds(dialect: str) -> None:
    kinds: dict[str, int] = {}
    for case in bypasses(dialect):
        kinds[case.kind] = kinds.get(case.kind, 0) + 1

    assert len(kinds) >= 25
    assert min(kinds.values()) >= 4
