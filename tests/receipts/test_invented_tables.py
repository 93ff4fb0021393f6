"""Over invented tables, in five languages: no false sentence passes, and hardly a true one is refused."""

from tasks.written.checking import check_lines
from tests.receipts.invented import Saying, random_figures, sayings

_SEED, _SENTENCES = 20, 30


def _is_supported(saying: Saying) -> bool:
    (receipt,) = check_lines([saying.line])
    assert receipt.error is None, receipt.error
    return receipt.sentences[0].supported


def test_no_sentence_made_false_by_a_known_change_is_supported() -> None:
    false = [s for s in sayings(_SEED, _SENTENCES) if not s.is_true]

    assert len({s.change for s in false}) >= 12
    assert [(s.change, s.text) for s in false if _is_supported(s)] == []


def test_hardly_a_true_sentence_is_refused() -> None:
    refused = [s.text for s in sayings(_SEED, _SENTENCES) if s.is_true and not _is_supported(s)]

    assert len(refused) <= 1, refused


def test_no_figure_drawn_at_random_is_supported() -> None:
    assert [s.text for s in random_figures(_SEED, _SENTENCES) if _is_supported(s)] == []
