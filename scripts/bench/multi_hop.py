#!/usr/bin/env python
"""How much of what a two-hop question needs is found: by one search, and by the whole researcher.

    scripts/bench/multi_hop.py HOTPOTQA                          one search by words, one by words and meaning, offline
    scripts/bench/multi_hop.py HOTPOTQA --every 5 --endpoint http://127.0.0.1:8899/v1     the researcher with a model

HOTPOTQA is a folder with `hotpotqa_train.json` and `hotpotqa_train_corpus.json` in HotpotQA's format. A question's gold
passages are the titles of its supporting facts. Prints for each way the share of them among the first five and ten
passages, and how many questions have all of them among the first five, and in the evidence.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).parents[2]))

from crew.assemble import open_desk
from crew.desk import Desk
from crew.settings import Settings
from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.index import Filters
from tools.documents.ingest import add_documents
from tools.documents.search import search

ASKER = Asker(id="bench")
PATIENCE = 3600
"""Seconds that a model behind an endpoint may take, a person writing its replies included."""
DOMAIN = """
version: 1
about: An encyclopedia.
indexes:
  articles: {folder: articles, path: index, about: "Articles on people, places, works and organisations."}
"""


def main() -> None:
    """Index the articles once, then measure."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--every", type=int, default=1, help="only every so many questions")
    arguments.add_argument("--first", type=int, default=0, help="the place of the first of them")
    arguments.add_argument(
        "--endpoint", help="an OpenAI-compatible address for all roles; by default the offline model"
    )
    arguments.add_argument("--keep", type=Path, help="a folder for the index, used again by the next run")
    arguments.add_argument("--misses", action="store_true", help="print questions whose gold was not all found")
    chosen = arguments.parse_args()
    questions = json.loads((chosen.data / "hotpotqa_train.json").read_text())[chosen.first :: chosen.every]
    with tempfile.TemporaryDirectory() as made:
        folder = chosen.keep or Path(made)
        config = _configuration(folder, json.loads((chosen.data / "hotpotqa_train_corpus.json").read_text()))
        settings = _settings(folder, chosen.endpoint, config)
        with open_desk("bench", config=config, settings=settings, asker=ASKER) as desk:
            opened = desk.index("articles")
            add_documents(opened.index, folder / "articles", opened.embedder)
            ways = {} if chosen.endpoint else {"by words": _by_words, "hybrid": _hybrid}
            for name, way in ways.items():
                _measure(name, desk, questions, way, chosen)
            read = _measure("researcher", desk, questions, _researched, chosen)
            counts = {question["question"]: len(titles) for question, titles in zip(questions, read, strict=True)}
            _measure("hybrid, as many passages", desk, questions, lambda d, q: _hybrid(d, q, counts[q]), chosen)


def _by_words(desk: Desk, question: str) -> list[str]:
    index = desk.index("articles").index
    return [hit.passage.title for hit in index.lexical(question, Filters(access=None), 10, Deadline(60))]


def _hybrid(desk: Desk, question: str, limit: int = 10) -> list[str]:
    opened = desk.index("articles")
    found = search(
        opened.index,
        question,
        embedder=opened.embedder,
        asker=ASKER,
        today=desk.today,
        deadline=Deadline(60),
        spec=opened.spec,
        limit=max(1, limit),
    )
    return [hit.passage.title for hit in found.passages]


def _researched(desk: Desk, question: str) -> list[str]:
    answer = desk.ask(question, deadline_seconds=desk.configuration.budgets.seconds)
    return [e["title"] for e in answer.evidence if e["kind"] == "passage"]


def _measure(
    name: str, desk: Desk, questions: Sequence[dict[str, Any]], way: Any, chosen: argparse.Namespace
) -> list[list[str]]:
    started = time.perf_counter()
    with ThreadPoolExecutor(len(questions) if chosen.endpoint else 1) as pool:
        listed = list(pool.map(lambda q: list(dict.fromkeys(way(desk, q["question"]))), questions))
    found = [(q, _gold(q), titles) for q, titles in zip(questions, listed, strict=True)]
    seconds = time.perf_counter() - started
    print(
        json.dumps(
            {
                "way": name,
                "questions": len(found),
                "recall_5": _mean(len(gold & set(titles[:5])) / len(gold) for _, gold, titles in found),
                "recall_10": _mean(len(gold & set(titles[:10])) / len(gold) for _, gold, titles in found),
                "all_in_5": _mean(gold <= set(titles[:5]) for _, gold, titles in found),
                "all_in_evidence": _mean(gold <= set(titles) for _, gold, titles in found),
                "passages": _mean(len(titles) for _, _, titles in found),
                "seconds_each": round(seconds / len(found), 2),
            }
        ),
        flush=True,
    )
    for question, gold, titles in found if chosen.misses else ():
        if not gold <= set(titles):
            print(f"  {question['question']}\n    missing {sorted(gold - set(titles))}, found {titles}")
    return listed


def _gold(question: dict[str, Any]) -> set[str]:
    return {title for title, _sentence in question["supporting_facts"]}


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 3)


def _configuration(folder: Path, corpus: dict[str, list[str]]) -> Path:
    articles = folder / "articles"
    articles.mkdir(parents=True, exist_ok=True)
    for number, (title, sentences) in enumerate(corpus.items()):
        name = re.sub(r"\W+", "-", title)[:60]
        head = yaml.safe_dump({"title": title}, allow_unicode=True)
        (articles / f"{number:04}-{name}.md").write_text(f"---\n{head}---\n{''.join(sentences)}\n")
    config = folder / "config"
    (config / "domains").mkdir(parents=True, exist_ok=True)
    (config / "domains" / "bench.yaml").write_text(DOMAIN)
    return config


def _settings(folder: Path, endpoint: str | None, config: Path) -> Settings:
    routes = config / "routes.yaml"
    routes.unlink(missing_ok=True)
    environment = {"CROSSCHECK_HOME": str(folder / "home"), "HOME": os.environ.get("HOME", str(folder))}
    if endpoint:
        deployment = {
            "model": "openai/bench",
            "api_base": endpoint,
            "api_key_env": "BENCH_KEY",
            "context_window": 200_000,
            "timeout": PATIENCE,
        }
        route = {"reach": "local", "deployments": [deployment]}
        routes.write_text(
            yaml.safe_dump({"version": 1, "routes": dict.fromkeys(("fast", "strong", "verifying"), route)})
        )
        environment["BENCH_KEY"] = "none"
        policy = yaml.safe_load((Path(__file__).parents[2] / "config" / "policy.yaml").read_text())
        (config / "policy.yaml").write_text(
            yaml.safe_dump(policy | {"budgets": policy["budgets"] | {"seconds": PATIENCE}})
        )
    return Settings.read(environment)


if __name__ == "__main__":
    main()
