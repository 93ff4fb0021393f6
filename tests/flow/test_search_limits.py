"""What limited a search is told with the answer."""

from pathlib import Path

from crew.assemble import open_desk
from crew.settings import Settings
from tests.flow.plans import answer_draft, quoting_sentence, two_source_plan
from tests.flow.test_path import QUESTION, supported
from tests.models import ScriptedModels
from tools.asker import Asker
from tools.documents.ingest import add_documents


def test_a_missing_embedding_model_is_a_warning_and_the_search_goes_on(
    models: ScriptedModels, config: Path, settings: Settings
) -> None:
    domain = config / "domains" / "shop.yaml"
    domain.write_text(domain.read_text().replace("embedder: none", "embedder: no-such-model"))
    models.will_reply("plan", two_source_plan())
    models.will_reply("draft", answer_draft(quoting_sentence()))
    models.will_reply("verify", supported)

    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        notes = desk.index("notes")
        add_documents(notes.index, config.parent / "notes", notes.embedder)
        answer = desk.ask(QUESTION)

    assert "carrier in Madrid" in answer.answer
    assert any("no-such-model" in warning for warning in answer.warnings)
