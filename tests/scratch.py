"""Names for what tests make on shared servers, so that test processes never meet on one."""

import os


def own(name: str) -> str:
    """The name, told apart by test process."""
    return f"crosscheck_test_{name}_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
