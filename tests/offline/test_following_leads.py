"""What is searched for next, without a model, when the passages found do not answer."""

from typing import Any

from crew.models.offline.material import Material
from crew.models.offline.replanning import replan_question


def passage(number: int, title: str, text: str) -> dict[str, Any]:
    return {
        "id": f"E{number}",
        "kind": "passage",
        "source": "articles",
        "document": f"{number}.md",
        "passage": f"{number}.md#0",
        "title": title,
        "section": "",
        "text": text,
        "scores": {},
        "query": "q",
    }


def test_what_a_passage_is_about_is_looked_for_with_what_it_leaves_open() -> None:
    question = "Which port does the ferry line founded by the author of the Harbour Almanac serve?"
    step = {
        "id": "s_passage",
        "worker": "document_researcher",
        "kind": "hybrid_search",
        "source": "articles",
        "task": question,
        "slot": "passage",
        "search": {"words": question},
    }
    slot = {"id": "passage", "kind": "passage", "need": {"about": question}}
    found = passage(1, "Maud Okafor", "Maud Okafor is the author of the Harbour Almanac.")
    blocks = {
        "task": {"name": "replan"},
        "question": {"text": question, "language": "en"},
        "plan": {"question_kind": "document", "slots": [slot], "steps": [step]},
        "gaps": [{"slot": "passage", "signal": "nothing_found"}],
        "evidence": [found],
    }

    more = replan_question(Material(blocks))

    words = [step.search.words for step in more.steps if step.search]
    assert "Maud Okafor port ferry line founded serve?" in words
