"""What a hosted model may see: values that policy withholds stand in none of its prompts, and the answer is whole."""

from pathlib import Path

import pytest
import yaml

from crew.assemble import open_desk
from crew.settings import Settings
from tests.flow.plans import answer_draft, falling_sentence, quoting_sentence, two_source_plan
from tests.flow.test_path import QUESTION, supported
from tests.models import ScriptedModels
from tools.asker import Asker
from tools.documents.ingest import add_documents


def answered(config: Path, settings: Settings, models: ScriptedModels, policy: dict, reach: str = "hosted"):
    """The two-source question with a policy, and everything its models were shown."""
    routes = yaml.safe_load((config / "routes.yaml").read_text())
    for route in routes["routes"].values():
        route["reach"] = reach
    (config / "routes.yaml").write_text(yaml.safe_dump(routes))
    domain = yaml.safe_load((config / "domains" / "shop.yaml").read_text())
    domain["policy"] = policy
    (config / "domains" / "shop.yaml").write_text(yaml.safe_dump(domain, sort_keys=False))
    models.will_reply("plan", two_source_plan())
    models.will_reply("draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue"), quoting_sentence()))
    models.will_reply("verify", supported)
    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana", groups=("board",))) as desk:
        notes = desk.index("notes")
        add_documents(notes.index, config.parent / "notes", notes.embedder)
        return desk.ask(QUESTION)


def shown(models: ScriptedModels, task: str) -> str:
    """The prompt of a task, as its model read it."""
    (text,) = models.wordings(task)
    return text


@pytest.mark.parametrize(
    ("rule", "is_withheld"), [("nothing", True), ("aggregates", False), ("masked", False), ("values", False)]
)
def test_a_sum_is_shown_unless_nothing_of_its_column_may_be(
    config: Path, settings: Settings, models: ScriptedModels, rule: str, is_withheld: bool
) -> None:
    answer = answered(config, settings, models, {"hosted_columns": {"orders.amount": rule}})

    assert ("350.5" not in shown(models, "draft")) is is_withheld
    assert "fell by 60% to €200" in answer.answer


def test_masked_values_get_a_stand_in_for_each(config: Path, settings: Settings, models: ScriptedModels) -> None:
    answer = answered(config, settings, models, {"hosted_columns": {"customers.country": "masked"}})

    evidence = models.prompts("draft")[0]["evidence"]
    assert [row[0] for row in evidence[0]["rows"]] == ["country 1", "country 2"]
    assert evidence[0]["withheld"] == ["country"]
    assert "France" not in shown(models, "draft")
    assert "Spain fell by 60%" in answer.answer


def test_a_value_is_withheld_wherever_a_prompt_repeats_it(
    config: Path, settings: Settings, models: ScriptedModels
) -> None:
    answered(config, settings, models, {"hosted_columns": {"*.country": "nothing"}})

    passages = [e["text"] for e in models.prompts("draft")[0]["evidence"] if e["kind"] == "passage"]
    assert passages
    assert all("Spain" not in text for text in passages)


def test_samples_of_a_withheld_column_stand_in_no_schema(
    config: Path, settings: Settings, models: ScriptedModels
) -> None:
    answered(config, settings, models, {"hosted_columns": {"customers.country": "aggregates"}})

    assert "France" not in shown(models, "plan")


def test_a_printed_figure_is_kept_from_a_hosted_verifier(
    config: Path, settings: Settings, models: ScriptedModels
) -> None:
    answered(config, settings, models, {"hosted_columns": {"orders.amount": "nothing"}})

    assert "200" not in " ".join(s["text"].replace("2025", "") for s in models.prompts("verify")[0]["sentences"])


def test_a_local_model_sees_everything(config: Path, settings: Settings, models: ScriptedModels) -> None:
    answered(config, settings, models, {"hosted_columns": {"customers.country": "nothing"}}, reach="local")

    assert "France" in shown(models, "draft")


def test_documents_with_a_withheld_tag_are_not_shown(config: Path, settings: Settings, models: ScriptedModels) -> None:
    note = config.parent / "notes" / "delivery.md"
    note.write_text(note.read_text().replace("---\n", "---\naccess: [board]\n", 1))

    answer = answered(config, settings, models, {"hosted_tags": ["board"]})

    passages = [e for e in models.prompts("draft")[0]["evidence"] if e["kind"] == "passage"]
    assert [e["text"] for e in passages] == ["[withheld]"]
    assert any(e["kind"] == "passage" and "strike" in e["text"] for e in answer.evidence)


def test_a_domain_can_only_withhold_more(config: Path, settings: Settings) -> None:
    (config / "policy.yaml").write_text(
        "version: 1\npolicy: {hosted_columns: {customers.country: nothing}, hosted_tags: [board]}\n"
    )
    domain = yaml.safe_load((config / "domains" / "shop.yaml").read_text())
    domain["policy"] = {"hosted_columns": {"customers.country": "values", "customers.name": "masked"}}
    (config / "domains" / "shop.yaml").write_text(yaml.safe_dump(domain, sort_keys=False))

    from crew.load import load_configuration

    policy = load_configuration("shop", settings=settings, folder=config).policy
    assert policy.hosted_columns == {"customers.country": "nothing", "customers.name": "masked"}
    assert policy.hosted_tags == ("board",)
