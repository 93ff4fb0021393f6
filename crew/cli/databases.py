"""Opens one database of a domain for commands that need no crew."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from crew.cli.desk import DeskChoice
from crew.cli.options import asker
from crew.cli.runs_store import opened_store
from crew.cli.sources import configuration_of
from crew.configuration.nearest import did_you_mean
from crew.errors import WrongInput
from crew.settings import Settings

if TYPE_CHECKING:
    from crew.sources import OpenDatabase


@contextmanager
def opened_database(choice: DeskChoice, name: str | None) -> "Iterator[OpenDatabase]":
    """One database of the domain with the asker's rights, and the joins decided on; raises WrongInput.

    It is the one named, or the only one.
    """
    from crew.join_decisions import JoinDecisions
    from crew.opening import open_database

    configuration = configuration_of(choice)
    chosen = _chosen(name, list(configuration.domain.databases))
    opened = open_database(configuration, chosen, Settings.read(), asker(choice.asker))
    with opened_store() as store:
        JoinDecisions(store, configuration.name, {chosen: opened}).load()
    try:
        yield opened
    finally:
        opened.database.close()


def _chosen(name: str | None, names: list[str]) -> str:
    if not names:
        raise WrongInput("The domain has no database. Add one under `databases` in its file.")
    if name is None and len(names) > 1:
        raise WrongInput(f"Which database? Name one with --source: {', '.join(names)}.")
    if name is not None and name not in names:
        raise WrongInput(f"The domain has no database `{name}`. {did_you_mean(name, names)}")
    return name or names[0]
