"""The tools an agent is given for one step, by the names in `agents.yaml`."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from crew.answering.fetching import Fetching
from crew.configuration.references import OUR_TOOLS
from crew.errors import WrongConfiguration
from tasks.correction import call_words
from tasks.plan import PlanStep, SearchCall
from tools.evidence import Evidence, EvidenceLog


def build_tools(
    names: Sequence[str], step: PlanStep, fetching: Fetching, log: EvidenceLog, tried: list[str]
) -> list[Any]:
    """The tools of `names` that fit the step's source, and any tool of crewai-tools named by its class.

    Statements are added to `tried` before they run.
    """
    makers = _database_tools(tried) if step.source in fetching.sources.databases else _document_tools()
    own = [makers[name](step, fetching, log) for name in names if name in makers]
    return own + [_library_tool(name) for name in names if name not in OUR_TOOLS]


Maker = Callable[[PlanStep, Fetching, EvidenceLog], Any]


def _database_tools(tried: list[str]) -> dict[str, Maker]:
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
            tried.append(call_words(statement, parameters))
            return fetching.step_statement(step, statement, parameters)

        return RunSqlTool(run, log)

    return {"run_sql": run_sql, "list_tables": listing, "describe_table": describing}


def _document_tools() -> dict[str, Maker]:
    from tools.documents.search_documents import FetchDocumentTool, FetchSectionTool, SearchDocumentsTool

    def search(step: PlanStep, fetching: Fetching, log: EvidenceLog) -> Any:
        return SearchDocumentsTool(lambda asked: fetching.search(step, SearchCall(**asked.model_dump())), log)

    return {
        "search_documents": search,
        "fetch_document": lambda step, fetching, log: FetchDocumentTool(partial(fetching.document, step.source), log),
        "fetch_section": lambda step, fetching, log: FetchSectionTool(partial(fetching.document, step.source), log),
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
