"""CrewAI's hierarchical process: `with_crewai.py BASE DATABASE DOCUMENTS ROUNDS`."""

import sys

from crewai import LLM, Agent, Crew, Process, Task
from crewai.tools import tool
from rounds import run_rounds
from script import QUESTION
from sources import run_sql, search


def main() -> None:
    """A manager that delegates to an analyst and a researcher."""
    base, database, documents, rounds = sys.argv[1:]
    llm = LLM(model="openai/scripted", base_url=base, api_key="none")

    @tool("run_sql")
    def sql(statement: str) -> str:
        """Run a SELECT."""
        return run_sql(database, statement)

    @tool("search_documents")
    def passages(words: str) -> str:
        """Search the documents."""
        return "\n\n".join(search(documents, words))

    def ask() -> object:
        analyst = Agent(role="SQL analyst", goal="figures", backstory="knows the schema", tools=[sql], llm=llm)
        researcher = Agent(role="document researcher", goal="passages", backstory="reads", tools=[passages], llm=llm)
        task = Task(description=QUESTION, expected_output="an answer")
        crew = Crew(agents=[analyst, researcher], tasks=[task], process=Process.hierarchical, manager_llm=llm)
        return crew.kickoff()

    run_rounds(ask, int(rounds))


if __name__ == "__main__":
    main()
