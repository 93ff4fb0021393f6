"""LlamaIndex's SQL-and-vector engine: `with_llamaindex.py BASE DATABASE DOCUMENTS ROUNDS`."""

import sys

from llama_index.core import Document, MockEmbedding, Settings, SQLDatabase, VectorStoreIndex
from llama_index.core.query_engine import NLSQLTableQueryEngine, SQLJoinQueryEngine
from llama_index.core.tools import QueryEngineTool
from llama_index.llms.openai_like import OpenAILike
from rounds import run_rounds
from script import QUESTION
from sources import texts
from sqlalchemy import create_engine

TABLES = ["orders", "order_lines", "customers", "countries"]


def main() -> None:
    """Choose SQL first, and complete what it says from the documents; vectors cost nothing here."""
    base, database, documents, rounds = sys.argv[1:]
    Settings.embed_model = MockEmbedding(8)
    llm = OpenAILike(model="scripted", api_base=base, api_key="none", is_chat_model=True, context_window=128_000)
    engine = create_engine(f"sqlite:///file:{database}?mode=ro&uri=true")
    sql = NLSQLTableQueryEngine(SQLDatabase(engine, include_tables=TABLES), tables=TABLES, llm=llm)
    index = VectorStoreIndex.from_documents([Document(text=t) for t in texts(documents)])
    joined = SQLJoinQueryEngine(
        QueryEngineTool.from_defaults(sql, name="shop", description="figures"),
        QueryEngineTool.from_defaults(index.as_query_engine(llm=llm), name="documents", description="passages"),
        llm=llm,
        verbose=False,
    )
    run_rounds(lambda: joined.query(QUESTION), int(rounds))


if __name__ == "__main__":
    main()
