"""Crosscheck's own flow: `with_crosscheck.py BASE DATABASE DOCUMENTS ROUNDS`."""

import os
import sys
import tempfile
from pathlib import Path

import yaml
from rounds import run_rounds
from script import QUESTION

from crew.assemble import open_desk
from crew.cli.environment import prepare_environment, silence_libraries
from crew.settings import Settings
from tools.documents.ingest import add_documents


def main() -> None:
    """Open a desk over the demo whose routes lead to the scripted provider, and ask."""
    base, database, documents, rounds = sys.argv[1:]
    silence_libraries()
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config"
        config.mkdir()
        deployment = {"model": "openai/scripted", "api_base": base, "api_key_env": "SCRIPTED_KEY"}
        route = {"reach": "local", "deployments": [deployment]}
        routes = {"version": 1, "routes": dict.fromkeys(("fast", "strong", "verifying"), route)}
        (config / "routes.yaml").write_text(yaml.safe_dump(routes))
        settings = Settings.read(
            {
                **os.environ,
                "SCRIPTED_KEY": "none",
                "CROSSCHECK_HOME": folder,
                "CROSSCHECK_RETAIL_URL": f"sqlite:///{database}",
            }
        )
        prepare_environment(settings.home)
        with open_desk("retail", config=config, settings=settings) as desk:
            (opened,) = desk.sources.indexes.values()
            add_documents(opened.index, Path(documents), opened.embedder)
            run_rounds(lambda: desk.ask(QUESTION), int(rounds))


if __name__ == "__main__":
    main()
