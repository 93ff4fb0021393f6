"""Opens single sources of a domain for commands that need no crew."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from crew.cli.desk import DeskChoice
from crew.cli.options import asker
from crew.cli.runs_store import opened_store
from crew.configuration.nearest import did_you_mean
from crew.errors import SourceUnavailable, WrongInput
from crew.settings import Settings

if TYPE_CHECKING:
    from crew.domains.describe import Description
    from crew.sources import OpenDatabase, OpenIndex
    from crew.specs import Configuration
    from tools.sql.schema import Schema


def configuration_of(choice: DeskChoice) -> "Configuration":
    """The configuration of the domain that a command's options choose."""
    from crew.load import load_configuration

    return load_configuration(choice.domain, settings=Settings.read(), folder=choice.config)


def schemas_of(choice: DeskChoice, name: str | None, *, is_read_anew: bool = False) -> "list[Schema]":
    """The schema of one database of the domain, or of all, as the asker sees them, with what was decided on joins."""
    from crew.join_decisions import JoinDecisions

    with opened_databases(choice, name) as (domain, databases):
        with opened_store() as store:
            JoinDecisions(store, domain, databases).load()
        if is_read_anew:
            for opened in databases.values():
                opened.refresh(opened.schema())
        return [opened.schema_with_values() for opened in databases.values()]


@contextmanager
def opened_databases(
    choice: DeskChoice, name: str | None, *, is_read: bool = True
) -> "Iterator[tuple[str, dict[str, OpenDatabase]]]":
    """The domain's name, and one of its databases, or all, opened with the asker's rights and their schema read."""
    from crew.opening import open_database, read_schema

    configuration, who = configuration_of(choice), asker(choice.asker)
    names = list(configuration.domain.databases)
    if name is not None and name not in names:
        raise WrongInput(f"The domain has no database `{name}`. {did_you_mean(name, names)}")
    databases: dict[str, OpenDatabase] = {}
    try:
        for each in names if name is None else [name]:
            databases[each] = open_database(configuration, each, Settings.read(), who)
            if is_read:
                read_schema(databases[each])
        yield configuration.name, databases
    finally:
        for opened in databases.values():
            opened.close()


def description_of(choice: DeskChoice) -> "Description":
    """What can be asked of the domain with the asker's rights."""
    from crew.domains.describe import describe
    from crew.domains.reading import readable_documents
    from tools.sql.semantics import Semantics

    configuration = configuration_of(choice)
    specs = configuration.domain.databases
    titles, unavailable = {}, []
    for name in configuration.domain.indexes:
        try:
            with opened_index(choice, name) as (opened, _):
                titles[name] = [card.title for card in readable_documents(opened.index, asker(choice.asker))]
        except SourceUnavailable as error:
            unavailable.append(str(error))
    changes = _changes(choice)
    return describe(
        domain=configuration.name,
        about=configuration.domain.about,
        semantics=[Semantics.of(specs[schema.source].semantic, schema) for schema in schemas_of(choice, None)],
        titles=titles,
        unavailable=unavailable,
        changes=changes,
    )


def _changes(choice: DeskChoice) -> list[str]:
    """How the domain's databases differ from the schemas that are kept of them."""
    from crew.schema_changes import schema_changes
    from tools.errors import ToolError
    from tools.sql.errors import SourceError

    with opened_databases(choice, None, is_read=False) as (_domain, databases):
        try:
            found = [schema_changes(opened).in_short for opened in databases.values()]
        except (SourceError, ToolError) as error:
            raise SourceUnavailable(f"The schema cannot be read: {error}") from error
    return [text for text in found if text]


@contextmanager
def opened_index(
    choice: DeskChoice, name: str | None, *, for_loading: bool = False, however_made: bool = False
) -> "Iterator[tuple[OpenIndex, Configuration]]":
    """One index of the domain, opened: the one named, or the only one; raises WrongInput.

    It is opened with the asker's rights, or for loading with those of who adds documents, and made if need be.
    """
    from crew.opening import open_index
    from tools.documents.index import IndexUnusable
    from tools.errors import ToolError

    configuration = configuration_of(choice)
    chosen = _chosen_index(name, list(configuration.domain.indexes))
    who = None if for_loading else asker(choice.asker)
    settings = Settings.read()
    opened = open_index(configuration, chosen, settings, who, create=for_loading, however_made=however_made)
    try:
        yield opened, configuration
    except (ToolError, IndexUnusable) as error:
        raise SourceUnavailable(f"`indexes.{chosen}`: {error}") from error
    finally:
        opened.index.close()


def _chosen_index(name: str | None, names: list[str]) -> str:
    if not names:
        raise WrongInput("The domain has no documents. Add an index with a folder under `indexes` in its file.")
    if name is None and len(names) > 1:
        raise WrongInput(f"Which index? Name one with --index: {', '.join(names)}.")
    if name is not None and name not in names:
        raise WrongInput(f"The domain has no index `{name}`. {did_you_mean(name, names)}")
    return name or names[0]
