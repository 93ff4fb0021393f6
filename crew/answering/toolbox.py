"""The tools an agent is given for one step, by the names in `agents.yaml`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crew.answering.fetching import Fetching
from crew.configuration.references import OUR_TOOLS
from crew.errors import WrongConfiguration
from tasks.correction import call_words
from tasks.plan import PlanStep, SearchCall
from tools.documents.search_evidence import Searched
from tools.evidence import Evidence, EvidenceLog, PassageEvidence

Making = Callable[[str, Sequence[SearchCall]], None]
"""Hears of a statement or of searches that are about to be made; raises ToolError where they must not."""


def build_tools(
    names: Sequence[str], step: PlanStep, fetching: Fetching, log: EvidenceLog, making: Making
) -> list[Any]:
    """The tools of `names` that fit the step's source, and any tool of crewai-tools named by its class."""
    makers = _database_tools(making) if step.source in fetching.sources.databases else _document_tools(making)
    own = [makers[name](step, fetching, log) for name in names if name in makers]
    return own + [_library_tool(name) for name in names if name not in OUR_TOOLS]


Maker = Callable[[PlanStep, Fetching, EvidenceLog], Any]


def _database_tools(making: Making) -> dict[str, Maker]:
    from tools.sql.run_sql import RunSqlTool
    from tools.sql.schema_tools import DescribeTableTool, ListTablesTool

    def listing(step: PlanStep, fetching: Fetching, _log: EvidenceLog) -> Any:
        opened = fetching.sources.databases[step.source]
        return ListTablesTool(opened.schema(), opened.tables_for)

    def describing(step: PlanStep, fetching: Fetching, _log: EvidenceLog) -> Any:
        opened = fetching.sources.databases[step.source]
        return DescribeTableTool(opened.schema(), lambda names: opened.with_values(names, fetching.deadline))

    def run_sql(step: PlanStep, fetching: Fetching, log: EvidenceLog) -> Any:
        def run(statement: str, parameters: Mapping[str, Any]) -> Evidence:
            making(call_words(statement, parameters), ())
            return fetching.step_statement(step, statement, parameters)

        return RunSqlTool(run, log)

    return {"run_sql": run_sql, "list_tables": listing, "describe_table": describing}


def _document_tools(making: Making) -> dict[str, Maker]:
    from tools.documents.search_documents import (
        Fetch,
        FetchDocumentTool,
        FetchSectionTool,
        SearchDocumentsArgs,
        SearchDocumentsTool,
    )

    def search(step: PlanStep, fetching: Fetching, log: EvidenceLog) -> Any:
        def run(asked: SearchDocumentsArgs) -> Searched:
            call = SearchCall(**asked.model_dump())
            making(call.words, (call,))
            return fetching.search(step, call)

        return SearchDocumentsTool(run, log)

    def fetch(step: PlanStep, fetching: Fetching) -> Fetch:
        def run(document: str, section: str | None) -> Sequence[PassageEvidence]:
            making(" § ".join(filter(None, (document, section))), ())
            return fetching.document(step.source, document, section)

        return run

    return {
        "search_documents": search,
        "fetch_document": lambda step, fetching, log: FetchDocumentTool(fetch(step, fetching), log),
        "fetch_section": lambda step, fetching, log: FetchSectionTool(fetch(step, fetching), log),
    }


def _library_tool(name: str) -> Any:
    try:
        import crewai_tools
    except ImportError as error:
        raise WrongConfiguration(
            f"agents.yaml: the tool `{name}` comes from crewai-tools, which is not installed. "
            "Install it with `pip install crosscheck-desk[tools]`."
        ) from error
    if not hasattr(crewai_tools, name):
        raise WrongConfiguration(f"agents.yaml: there is no tool `{name}`, neither here nor in crewai-tools.")
    return getattr(crewai_tools, name)()
