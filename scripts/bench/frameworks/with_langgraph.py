"""A LangGraph supervisor with two workers: `with_langgraph.py BASE DATABASE DOCUMENTS ROUNDS`."""

import sys

from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from langgraph_supervisor import create_supervisor
from rounds import run_rounds
from script import QUESTION
from sources import run_sql, search


def main() -> None:
    """A supervisor that hands over to an analyst and to a researcher."""
    base, database, documents, rounds = sys.argv[1:]
    model = ChatOpenAI(model="scripted", base_url=base, api_key="none")

    def run_sql_tool(statement: str) -> str:
        """Run a SELECT."""
        return run_sql(database, statement)

    def search_documents(words: str) -> str:
        """Search the documents."""
        return "\n\n".join(search(documents, words))

    run_sql_tool.__name__ = "run_sql"
    workers = [
        create_agent(model, tools=[run_sql_tool], name="sql_analyst"),
        create_agent(model, tools=[search_documents], name="document_researcher"),
    ]
    graph = create_supervisor(workers, model=model, prompt="Hand over to the workers.").compile()
    run_rounds(lambda: graph.invoke({"messages": [{"role": "user", "content": QUESTION}]}), int(rounds))


if __name__ == "__main__":
    main()
