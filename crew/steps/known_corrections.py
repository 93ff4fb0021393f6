"""Corrections that code knows after a failure, so that no model is asked for them."""

from tasks.correction import RetryCorrection
from tools.sql.join_corrections import RepeatedRows
from tools.sql.join_paths import NoJoin
from tools.sql.join_rules import UnapprovedJoin


def known_correction(failure: Exception | None) -> RetryCorrection | None:
    """The statement that counts every row once; giving up where only the supervisor can approve a join; else None."""
    if isinstance(failure, RepeatedRows):
        return RetryCorrection(corrected_query=failure.corrected_query, parameters=failure.parameters)
    if isinstance(failure, UnapprovedJoin | NoJoin) and failure.is_for_supervisor:
        return RetryCorrection(alternative_strategy="give_up", reason=str(failure))
    return None
