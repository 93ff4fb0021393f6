"""The worker's calls, the corrections after failures, and the verifier's judgements."""

import json

import pytest
from rentals import Rentals, passage

from crew.models.offline.analyst import answer
from crew.models.offline.reply import Reply
from tasks.blocks import render_blocks
from tasks.correction import Reflection, RetryCorrection, call_words
from tasks.plan import Need, PlanStep, Slot
from tasks.verdict import Verdict
from tools.evidence import RowsEvidence
from tools.terms import Filter

TOOLS = [{"type": "function", "function": {"name": name}} for name in ("run_sql", "search_documents")]
LOOKUP = PlanStep(
    id="s1", worker="sql_analyst", kind="structured_lookup", source="rental", task="fees in the North", slot="figures"
)


def _slot(measure: str) -> Slot:
    need = Need(measures=(measure,), filters=(Filter(column="stations.district", values=("North",)),))
    return Slot(id="figures", kind="rows", need=need)


def _work(rentals: Rentals, step: PlanStep, slot: Slot, reflections: tuple[Reflection, ...] = ()) -> Reply:
    blocks = {**rentals.blocks("fees in the North"), "step": step, "slot": slot, "reflections": reflections}
    prompt = render_blocks({"task": {"name": "work", "role": "sql_analyst"}, **blocks})
    return answer([{"role": "user", "content": prompt}], TOOLS)


def test_a_step_without_a_query_gets_the_statement_its_slot_needs(rentals: Rentals) -> None:
    reply = _work(rentals, LOOKUP, _slot("fees"))

    (call,) = reply.tool_calls
    assert call.name == "run_sql"
    assert "SUM(" in call.arguments["statement"]
    assert list(call.arguments["parameters"].values()) == ["North"]


def test_a_step_for_passages_gets_a_search(rentals: Rentals) -> None:
    slot = Slot(id="p", kind="passage", need=Need(about="helmets for children"))
    step = LOOKUP.model_copy(update={"kind": "hybrid_search", "slot": "p"})

    (call,) = _work(rentals, step, slot).tool_calls

    assert (call.name, call.arguments) == ("search_documents", {"words": "helmets for children"})


def test_a_need_that_no_statement_can_fill_is_said_in_words(rentals: Rentals) -> None:
    reply = _work(rentals, LOOKUP, _slot("weather"))

    assert not reply.tool_calls
    assert "weather" in (reply.text or "")


def test_a_correction_takes_the_nearest_name_and_never_repeats_what_failed(rentals: Rentals) -> None:
    unknown = Reflection(
        attempt=1, tried="SELECT x", error_class="UnknownColumn", error="There is no column `rides.fees_total`.",
        nearest=("rides.fee",), missing="rides.fees_total", proposed="rides.fee",
    )  # fmt: skip
    blocks = {**rentals.blocks("fees"), "step": LOOKUP, "slot": _slot("sum(rides.fees_total)")}

    first = RetryCorrection.model_validate_json(rentals.said("correct", {**blocks, "reflections": [unknown]}))
    assert "fee" in (first.corrected_query or "")

    failed = unknown.model_copy(update={"attempt": 2, "tried": call_words(first.corrected_query, first.parameters)})
    second = RetryCorrection.model_validate_json(rentals.said("correct", {**blocks, "reflections": [unknown, failed]}))
    assert second.alternative_strategy == "give_up"


def test_a_quotation_about_the_subject_is_supported_and_any_other_is_not(rentals: Rentals) -> None:
    about = passage("Fees in the North fell because the Quay was closed.", "Report").model_copy(update={"id": "E1"})
    other = passage("Lunch is served at noon.", "Canteen").model_copy(update={"id": "E2"})
    sentences = [
        {
            "index": 0,
            "text": "“Report” states: “Fees in the North fell because the Quay was closed.”",
            "citations": ["E1"],
        },
        {"index": 1, "text": "“Canteen” states: “Lunch is served at noon.”", "citations": ["E2"]},
        {"index": 2, "text": "The mayor resigned over the North.", "citations": ["E1"]},
        {"index": 3, "text": "Fees fell.", "citations": []},
    ]
    evidence = [e.model_dump(mode="json") for e in (about, other)]

    said = rentals.said(
        "verify", {**rentals.blocks("Why did fees fall in the North?"), "sentences": sentences, "evidence": evidence}
    )

    verdict = Verdict.model_validate_json(said)
    assert [j.is_supported for j in verdict.judgements] == [True, False, False, False]
    assert all(j.reason for j in verdict.judgements[1:])


@pytest.mark.parametrize(("kept", "said", "is_supported"), [(1, "true", True), (1, "false", False), (0, "false", True)])
def test_a_flag_that_is_kept_as_a_number_is_told_as_true_or_false(
    rentals: Rentals, kept: int, said: str, is_supported: bool
) -> None:
    plan = rentals.plan("How many riders are there?")
    _slots, (found,) = rentals.gather(plan)
    assert isinstance(found, RowsEvidence)
    flag = Filter(column="riders.is_member", operator="=", values=(kept,))
    computed = found.computed.model_copy(
        update={"filters": (flag,), "words": f"Riders, where riders.is_member = {kept}"}
    )
    evidence = [found.model_copy(update={"computed": computed}).model_dump(mode="json")]
    sentence = {"index": 0, "text": f"Number of riders with is member = {said} was 2.", "citations": ["E1"]}
    blocks = {**rentals.blocks("How many riders are members?"), "sentences": [sentence], "evidence": evidence}

    (judgement,) = Verdict.model_validate_json(rentals.said("verify", blocks)).judgements

    assert judgement.is_supported == is_supported


def test_a_prompt_without_a_known_task_is_refused_in_words() -> None:
    reply = answer([{"role": "user", "content": "Write a poem."}], [])

    assert not reply.tool_calls
    assert "task" in (reply.text or "")


def test_the_reply_is_the_contract_as_json(rentals: Rentals) -> None:
    said = json.loads(rentals.said("plan", rentals.blocks("fees by district")))

    assert said["steps"][0]["query"]["measures"] == ["fees"]
