"""The receipt's first half: each sentence compared with the evidence it cites."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tasks.checks.bindings import infer_bindings
from tasks.checks.causes import check_causes
from tasks.checks.claim import Claim, Finding
from tasks.checks.comparisons import check_comparisons
from tasks.checks.days_told import check_days
from tasks.checks.directions import check_directions
from tasks.checks.exclusions import check_exclusions
from tasks.checks.leftover import check_leftover
from tasks.checks.moods import check_moods
from tasks.checks.names import check_names
from tasks.checks.negations import check_negations
from tasks.checks.numbers_placed import check_numbers
from tasks.checks.operations_told import check_operations
from tasks.checks.periods_named import check_periods
from tasks.checks.quoted import check_quotations
from tasks.checks.rankings import check_rankings
from tasks.checks.rates_told import check_rates
from tasks.checks.sentences import split_sentences
from tasks.checks.shares import check_shares
from tasks.checks.signs import check_signs
from tasks.checks.subjects import check_subjects
from tasks.checks.support import check_support
from tasks.checks.unbound_names import check_unbound_names
from tasks.checks.units_told import check_units
from tasks.checks.wording import Wording
from tasks.draft import DraftCalculation
from tasks.figures.errors import PlacingError
from tasks.figures.placing import PlacedSentence
from tools.evidence import Evidence
from tools.frozen import Frozen


class SentenceReceipt(Frozen):
    """What code says of one sentence.

    `supported` with `needs_judgement` means that code found nothing wrong and could not prove all of it either: the
    verifier's model decides.
    """

    sentence: PlacedSentence
    supported: bool
    reasons: tuple[str, ...] = ()
    """Why it is not supported, for the model that wrote it to correct."""
    needs_judgement: bool = False


_CHECKS: tuple[Callable[[Claim], Iterator[Finding]], ...] = (
    check_support,
    check_moods,
    check_signs,
    check_numbers,
    check_units,
    check_operations,
    check_rates,
    check_shares,
    check_quotations,
    check_subjects,
    check_exclusions,
    check_periods,
    check_days,
    check_directions,
    check_rankings,
    check_comparisons,
    check_negations,
    check_names,
    check_unbound_names,
    check_causes,
    check_leftover,
)


def check_sentence(
    placed: PlacedSentence, evidence: Mapping[str, Evidence], wording: Wording | None = None
) -> SentenceReceipt:
    """The receipt of one placed sentence. Every value is read and computed again."""
    claim = Claim(placed, evidence, wording or Wording())
    try:
        found = [finding for check in _CHECKS for finding in check(claim)]
    except PlacingError as error:
        found = [Finding(str(error))]
    reasons = tuple(dict.fromkeys(f.reason for f in found if f.reason))
    return SentenceReceipt(
        sentence=placed,
        supported=not reasons,
        reasons=reasons,
        needs_judgement=not reasons and any(f.needs_judgement for f in found),
    )


def check_text(
    text: str, evidence: Mapping[str, Evidence], wording: Wording | None = None
) -> tuple[SentenceReceipt, ...]:
    """The receipts of a text written elsewhere, sentence by sentence, with inferred bindings.

    A figure counts only where exactly one reading of the cited evidence fits what the sentence names.
    """
    wording = wording or Wording()
    return tuple(check_written(sentence, evidence, wording) for sentence in split_sentences(text))


def check_written(
    sentence: str,
    evidence: Mapping[str, Evidence],
    wording: Wording,
    *,
    citations: Sequence[str] = (),
    given: Sequence[Sequence[DraftCalculation]] = (),
) -> SentenceReceipt:
    """The receipt of one sentence written elsewhere, with the calculations its writer gave for it."""
    try:
        placed, ambiguous = infer_bindings(sentence, evidence, wording, citations, given)
    except PlacingError as error:
        bare = PlacedSentence(text=sentence, citations=tuple(citations))
        return SentenceReceipt(sentence=bare, supported=False, reasons=(str(error),))
    receipt = check_sentence(placed, evidence, wording)
    if not ambiguous:
        return receipt
    reasons = tuple(f"“{number}” could be several values of the evidence." for number in ambiguous)
    return receipt.model_copy(
        update={"supported": False, "reasons": (*reasons, *receipt.reasons), "needs_judgement": False}
    )
